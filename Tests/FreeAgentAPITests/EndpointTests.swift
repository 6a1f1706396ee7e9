import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import ServiceBasics
import Testing

/// Every request: its verb, path, level and whether it may be sent again.
struct EndpointTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let endpoint: any FreeAgent.Endpoint
    let line: String
    let level: Int
    let isRepeatable: Bool
    var testDescription: String { line }

    init(
      _ endpoint: any FreeAgent.Endpoint, _ line: String, level: Int, repeatable: Bool? = nil
    ) {
      self.endpoint = endpoint
      self.line = line
      self.level = level
      isRepeatable = repeatable ?? line.hasPrefix("GET")
    }
  }

  static let days = (Day("2026-07-01").flatMap { from in Day("2026-09-30").map { from...$0 } })

  static let all: [Case] =
    [
      Case(FreeAgent.GetCompany(), "GET /v2/company", level: 1),
      Case(FreeAgent.GetTaxTimeline(), "GET /v2/company/tax_timeline", level: 7),
      Case(FreeAgent.GetBusinessCategories(), "GET /v2/company/business_categories", level: 1),
      Case(FreeAgent.GetMe(), "GET /v2/users/me", level: 1),
      Case(FreeAgent.UpdateMe(.init()), "PUT /v2/users/me", level: 1, repeatable: true),
      Case(
        FreeAgent.List<FreeAgent.User>(.init { $0.view = .staff }),
        "GET /v2/users?view=staff&page=1&per_page=100", level: 7),
      Case(FreeAgent.GetEmailAddresses(), "GET /v2/email_addresses", level: 1),
      Case(
        FreeAgent.List<FreeAgent.Contact>(
          .init {
            $0.sort = FreeAgent.Sort.name.descending
            $0.updatedSince = Timestamp(milliseconds: 0)
          }, page: .init(2, size: 10)),
        "GET /v2/contacts?sort=-name&updated_since=1970-01-01T00%3A00%3A00.000Z&page=2&per_page=10",
        level: 1),
      Case(FreeAgent.Get<FreeAgent.Contact>(.init(7)), "GET /v2/contacts/7", level: 1),
      Case(FreeAgent.Create(FreeAgent.Contact()), "POST /v2/contacts", level: 1),
      Case(
        FreeAgent.Update(.init(7), FreeAgent.Contact()), "PUT /v2/contacts/7", level: 1,
        repeatable: true),
      Case(FreeAgent.Delete<FreeAgent.Contact>(.init(7)), "DELETE /v2/contacts/7", level: 1),
      Case(
        FreeAgent.List<FreeAgent.Invoice>(
          .init {
            $0.view = .lastMonths(3)
            $0.nestedInvoiceItems = true
            $0.contact = link(7)
          }),
        """
        GET /v2/invoices?contact=https%3A%2F%2Fapi.freeagent.com%2Fv2%2Fcontacts%2F7\
        &nested_invoice_items=true&view=last_3_months&page=1&per_page=100
        """, level: 4),
      Case(
        FreeAgent.CreateNote(FreeAgent.Note(), about: .contact(link(7))),
        "POST /v2/notes?contact=https%3A%2F%2Fapi.freeagent.com%2Fv2%2Fcontacts%2F7", level: 3),
      Case(FreeAgent.GetPDF<FreeAgent.Invoice>(.init(7)), "GET /v2/invoices/7/pdf", level: 4),
      Case(
        FreeAgent.GetEmailTemplate<FreeAgent.CreditNote>(.init(7)),
        "GET /v2/credit_notes/7/email_template", level: 4),
      Case(
        FreeAgent.SendEmail<FreeAgent.Estimate>(.init(7), .init()),
        "POST /v2/estimates/7/send_email", level: 4),
      Case(
        FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(7), .markAsSent),
        "PUT /v2/invoices/7/transitions/mark_as_sent", level: 4, repeatable: true),
      Case(
        FreeAgent.ConvertToCreditNote(.init(7)),
        "PUT /v2/invoices/7/transitions/convert_to_credit_note",
        level: 4),
      Case(
        FreeAgent.ConvertToInvoice(.init(7)), "PUT /v2/estimates/7/transitions/convert_to_invoice",
        level: 4),
      Case(
        FreeAgent.Duplicate<FreeAgent.Invoice>(.init(7)), "POST /v2/invoices/7/duplicate", level: 4),
      Case(
        FreeAgent.GetDefaultText<FreeAgent.Invoice>(), "GET /v2/invoices/default_additional_text",
        level: 4),
      Case(
        FreeAgent.SetDefaultText<FreeAgent.Estimate>("x"),
        "PUT /v2/estimates/default_additional_text",
        level: 4, repeatable: true),
      Case(
        FreeAgent.DeleteDefaultText<FreeAgent.Invoice>(),
        "DELETE /v2/invoices/default_additional_text", level: 4, repeatable: true),
      Case(
        FreeAgent.Create(FreeAgent.EstimateItem()), "POST /v2/estimate_items", level: 4),
      Case(FreeAgent.GetInvoiceTimeline(), "GET /v2/invoices/timeline", level: 4),
      Case(
        FreeAgent.TakeDirectDebit(.init(7)), "POST /v2/invoices/7/direct_debit", level: 4),
      Case(
        FreeAgent.List<FreeAgent.Property>(), "GET /v2/properties?page=1&per_page=100", level: 7),
      Case(
        FreeAgent.List<FreeAgent.BankTransaction>(
          .init {
            $0.bankAccount = .init(url: "1")
            $0.view = .unexplained
          }, page: .init(1, size: 25)),
        "GET /v2/bank_transactions?bank_account=1&view=unexplained&page=1&per_page=25", level: 6),
      Case(
        FreeAgent.Delete<FreeAgent.BankTransaction>(.init(8)), "DELETE /v2/bank_transactions/8",
        level: 6),
      Case(
        FreeAgent.UploadStatement([], to: link(1)),
        """
        POST /v2/bank_transactions/statement?bank_account=\
        https%3A%2F%2Fapi.freeagent.com%2Fv2%2Fbank_accounts%2F1
        """, level: 6, repeatable: true),
      Case(
        FreeAgent.Create(FreeAgent.BankTransactionExplanation()),
        "POST /v2/bank_transaction_explanations", level: 6),
      Case(
        FreeAgent.List<FreeAgent.CapitalAsset>(), "GET /v2/capital_assets?page=1&per_page=100",
        level: 6),
      Case(FreeAgent.List<FreeAgent.Bill>(), "GET /v2/bills?page=1&per_page=100", level: 5),
      Case(FreeAgent.Create(FreeAgent.Bill()), "POST /v2/bills", level: 5),
      Case(FreeAgent.List<FreeAgent.Project>(), "GET /v2/projects?page=1&per_page=100", level: 3),
      Case(
        FreeAgent.List<FreeAgent.ProjectTask>(.init { $0.view = .active }),
        "GET /v2/tasks?view=active&page=1&per_page=100", level: 1),
      Case(
        FreeAgent.List<FreeAgent.Timeslip>(.init { $0.view = .running }),
        "GET /v2/timeslips?view=running&page=1&per_page=100", level: 1),
      Case(FreeAgent.StartTimer(.init(7)), "POST /v2/timeslips/7/timer", level: 1),
      Case(FreeAgent.StopTimer(.init(7)), "DELETE /v2/timeslips/7/timer", level: 1),
      Case(
        FreeAgent.List<FreeAgent.StockItem>(), "GET /v2/stock_items?page=1&per_page=100", level: 4),
      Case(FreeAgent.Create(FreeAgent.Expense()), "POST /v2/expenses", level: 2),
      Case(FreeAgent.CreateExpenses([]), "POST /v2/expenses", level: 2),
      Case(FreeAgent.GetMileageSettings(), "GET /v2/expenses/mileage_settings", level: 2),
      Case(
        FreeAgent.GetCategories(includingSubAccounts: true), "GET /v2/categories?sub_accounts=true",
        level: 2),
      Case(
        FreeAgent.CreateCategory(.init()), "POST /v2/categories", level: 2),
      Case(FreeAgent.Get<FreeAgent.Attachment>(.init(3)), "GET /v2/attachments/3", level: 1),
      Case(FreeAgent.Delete<FreeAgent.Attachment>(.init(3)), "DELETE /v2/attachments/3", level: 1),
      Case(
        FreeAgent.GetProfitAndLoss(.accountingPeriod("2022/23")),
        "GET /v2/accounting/profit_and_loss/summary?accounting_period=2022%2F23", level: 7),
      Case(
        FreeAgent.GetProfitAndLoss(), "GET /v2/accounting/profit_and_loss/summary", level: 7),
      Case(
        FreeAgent.GetTrialBalance(to: Day("2026-09-30")),
        "GET /v2/accounting/trial_balance/summary?to_date=2026-09-30", level: 7),
      Case(
        FreeAgent.GetOpeningTrialBalance(),
        "GET /v2/accounting/trial_balance/summary/opening_balances", level: 7),
      Case(
        FreeAgent.GetBalanceSheet(at: Day("2026-09-30")),
        "GET /v2/accounting/balance_sheet?as_at_date=2026-09-30", level: 7),
      Case(
        FreeAgent.GetOpeningBalanceSheet(), "GET /v2/accounting/balance_sheet/opening_balances",
        level: 7),
      Case(FreeAgent.GetOpeningJournalSet(), "GET /v2/journal_sets/opening_balances", level: 7),
      Case(FreeAgent.Create(FreeAgent.JournalSet()), "POST /v2/journal_sets", level: 7),
      Case(
        FreeAgent.Create(FreeAgent.CapitalAssetType()), "POST /v2/capital_asset_types", level: 8),
      Case(
        FreeAgent.List<FreeAgent.LedgerTransaction>(.init { $0.nominalCode = "750-1" }),
        "GET /v2/accounting/transactions?nominal_code=750-1&page=1&per_page=100", level: 7),
      Case(
        FreeAgent.Get<FreeAgent.LedgerTransaction>(.init(133)),
        "GET /v2/accounting/transactions/133", level: 7),
      Case(FreeAgent.GetCISBands(), "GET /v2/cis_bands", level: 4),
    ]
    + (days.map {
      [
        Case(
          FreeAgent.GetCashFlow($0), "GET /v2/cashflow?from_date=2026-07-01&to_date=2026-09-30",
          level: 6),
        Case(
          FreeAgent.GetPlaceOfSupplyRates(country: "Czech Republic", day: $0.lowerBound),
          "GET /v2/ec_moss/sales_tax_rates?country=Czech%20Republic&date=2026-07-01", level: 1),
      ]
    } ?? [])
    + (FreeAgent.Identifier("602-1").map {
      [
        Case(FreeAgent.GetCategory($0), "GET /v2/categories/602-1", level: 2),
        Case(
          FreeAgent.UpdateCategory($0, .init()), "PUT /v2/categories/602-1", level: 2,
          repeatable: true),
        Case(FreeAgent.DeleteCategory($0), "DELETE /v2/categories/602-1", level: 2),
      ]
    } ?? [])

  private static func id<Target>(_ text: String) -> FreeAgent.Identifier<Target> {
    FreeAgent.Identifier(text) ?? FreeAgent.Identifier(0)
  }

  /// Requests about returns, whose ids are days.
  static let returns: [Case] = [
    Case(
      FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>(id("2026-03-31"), .filed),
      "PUT /v2/corporation_tax_returns/2026-03-31/mark_as_filed", level: 8, repeatable: true),
    Case(
      FreeAgent.MarkCorporationTaxPaid(id("2026-03-31")),
      "PUT /v2/corporation_tax_returns/2026-03-31/mark_as_paid", level: 7, repeatable: true),
    Case(
      FreeAgent.MarkCorporationTaxUnpaid(id("2026-03-31")),
      "PUT /v2/corporation_tax_returns/2026-03-31/mark_as_unpaid", level: 7, repeatable: true),
    Case(
      FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>(id("2026-03-31"), .unfiled),
      "PUT /v2/final_accounts_reports/2026-03-31/mark_as_unfiled", level: 8, repeatable: true),
    Case(
      FreeAgent.GetSelfAssessmentReturns(of: .init(7)),
      "GET /v2/users/7/self_assessment_returns", level: 7),
    Case(
      FreeAgent.GetSelfAssessmentReturn(id("2026-04-05"), of: .init(7)),
      "GET /v2/users/7/self_assessment_returns/2026-04-05", level: 7),
    Case(
      FreeAgent.MarkSelfAssessmentReturn(id("2026-04-05"), of: .init(7), .filed),
      "PUT /v2/users/7/self_assessment_returns/2026-04-05/mark_as_filed", level: 8,
      repeatable: true),
  ]

  /// Requests about pay, files of explanations, and the lock of the accounts.
  static let office: [Case] =
    [
      Case(FreeAgent.GetPayroll(2027), "GET /v2/payroll/2027", level: 7),
      Case(FreeAgent.GetPayrollPeriod(0, of: 2027), "GET /v2/payroll/2027/0", level: 7),
      Case(FreeAgent.GetPayrollProfiles(2027), "GET /v2/payroll_profiles/2027", level: 7),
      Case(
        FreeAgent.GetPayrollProfiles(2027, of: link(1)),
        """
        GET /v2/payroll_profiles/2027?user=\
        https%3A%2F%2Fapi.freeagent.com%2Fv2%2Fusers%2F1
        """, level: 7),
      Case(
        FreeAgent.List<FreeAgent.HirePurchase>(), "GET /v2/hire_purchases?page=1&per_page=100",
        level: 5),
      Case(FreeAgent.Get<FreeAgent.BankFeed>(.init(3)), "GET /v2/bank_feeds/3", level: 6),
      Case(
        FreeAgent.GetExplanationFiles(of: .init(20)),
        "GET /v2/bank_transaction_explanations/20/attachments", level: 6),
      Case(
        FreeAgent.AddExplanationFiles([], to: .init(20)),
        "POST /v2/bank_transaction_explanations/20/attachments", level: 6),
      Case(
        FreeAgent.ChangeExplanationFiles(deleting: [link(3)], of: .init(20)),
        "PUT /v2/bank_transaction_explanations/20/attachments", level: 6),
      Case(
        FreeAgent.DeleteExplanationFiles(of: .init(20)),
        "DELETE /v2/bank_transaction_explanations/20/attachments", level: 6, repeatable: true),
      Case(FreeAgent.GetAccountLocks(), "GET /v2/account_locks", level: 8),
      Case(FreeAgent.RemoveAccountLock(), "DELETE /v2/account_locks", level: 8),
    ]
    + (days.map {
      [
        Case(
          FreeAgent.MarkPayrollPayment(2027, dueOn: $0.lowerBound, .paid),
          "PUT /v2/payroll/2027/payments/2026-07-01/mark_as_paid", level: 7, repeatable: true),
        Case(
          FreeAgent.SetAccountLock(through: $0.lowerBound), "PUT /v2/account_locks", level: 8,
          repeatable: true),
      ]
    } ?? [])

  @Test(arguments: all + returns + office)
  func `a request is as the service's pages have it`(_ expected: Case) throws {
    let endpoint = expected.endpoint
    let kind = type(of: endpoint)
    #expect("\(kind.method.rawValue) \(endpoint.target)" == expected.line)
    #expect(kind.level.rawValue == expected.level)
    #expect(endpoint.isRepeatable == expected.isRepeatable)
    #expect(endpoint.path.starts(with: FreeAgent.pathPrefix))
    #expect(endpoint.pathValues.count == kind.route.filter { $0 == "{" }.count)
    #expect(!endpoint.path.contains { $0.contains("{") })
    if kind.method == .get || kind.method == .delete { #expect(endpoint.body == nil) }
  }

  @Test func `a filter is read from a query as it was written`() throws {
    let filter = try FreeAgent.BankTransactionFilter {
      $0.bankAccount = link(1)
      $0.fromDate = try day("2026-09-01")
      $0.updatedSince = Timestamp("2026-09-20T10:00:00Z")
      $0.lastUploaded = true
    }
    let request = FreeAgent.List<FreeAgent.BankTransaction>(filter)
    let query = try #require(request.target.split(separator: "?").last)
    let read = FreeAgent.BankTransactionFilter(query: FormItem.items(in: query))
    #expect(read.bankAccount == link(1))
    #expect(read.fromDate == filter.fromDate)
    #expect(read.updatedSince == filter.updatedSince)
    #expect(read.lastUploaded == true)
    #expect(read.query == filter.query)
    let typed = FormItem.items(in: "nested_invoice_items=True&view=new_view&x=%zz&odd")
    let invoices = FreeAgent.InvoiceFilter(query: typed)
    #expect(invoices.nestedInvoiceItems == true)
    #expect(invoices.view == "new_view")
    #expect(invoices.members["odd"] == .text(""))
    #expect(FreeAgent.BankTransactionFilter().missingMembers == ["bank_account"])
  }

  @Test func `files and locks are sent as their pages have them`() throws {
    let file = FreeAgent.NewAttachment {
      $0.fileName = "a.pdf"
      $0.contentType = "application/pdf"
      $0.data = "JVBERg=="
    }
    let added = FreeAgent.AddExplanationFiles([file], to: .init(20))
    #expect(added.body == .object(["attachments": .list([file.member])]))
    let deleted = FreeAgent.ChangeExplanationFiles(deleting: [link(3)], of: .init(20))
    #expect(
      try deleted.body.map { try CanonicalJSON.text($0) }
        == #"{"attachments":[{"_destroy":"true","url":"https://api.freeagent.com/v2/attachments/3"}]}"#
    )
    let lock = FreeAgent.SetAccountLock(through: try day("2026-03-31"))
    #expect(
      try lock.body.map { try CanonicalJSON.text($0) }
        == #"{"account_lock":{"locked_to_date":"2026-03-31"}}"#)
  }

  @Test func `levels have an order`() {
    let all: [FreeAgent.PermissionLevel] = [
      .none, .time, .money, .contacts, .invoices, .bills, .banking, .accounting, .full,
    ]
    #expect(all.map(\.rawValue) == Array(0...8))
    #expect(all == all.sorted())
    #expect(FreeAgent.PermissionLevel(member: .text("6")) == .banking)
  }

  @Test func `each document knows its transitions`() {
    #expect(FreeAgent.Invoice.transitions.count == 4)
    #expect(!FreeAgent.CreditNote.transitions.contains(.markAsCancelled))
    #expect(FreeAgent.Estimate.transitions.contains(.markAsApproved))
    #expect(FreeAgent.GetPlaceOfSupplyRates.countries.count == 27)
  }
}
