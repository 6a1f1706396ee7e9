import FoundationEssentials
import FreeAgentAPI
import Testing

@testable import EmbeddedBooks

/// Every request of the API is answered.
struct RouteTests {
  private struct Line: Hashable, CustomStringConvertible {
    let method: FreeAgent.Method
    let route: String
    let level: FreeAgent.PermissionLevel
    var description: String { "\(method.rawValue) \(route) \(level.rawValue)" }

    init(_ type: any FreeAgent.Endpoint.Type) {
      (method, route, level) = (type.method, type.route, type.level)
    }

    init(_ operation: Operation) {
      (method, route, level) = (operation.method, operation.route, operation.level)
    }
  }

  /// The resources with addresses of the usual form.
  private static let resources: [any FreeAgent.Resource.Type] = [
    FreeAgent.User.self, FreeAgent.Contact.self, FreeAgent.BankAccount.self,
    FreeAgent.BankTransaction.self, FreeAgent.BankTransactionExplanation.self,
    FreeAgent.Invoice.self, FreeAgent.CreditNote.self, FreeAgent.Estimate.self,
    FreeAgent.EstimateItem.self, FreeAgent.Expense.self, FreeAgent.Bill.self,
    FreeAgent.Project.self, FreeAgent.StockItem.self, FreeAgent.CapitalAsset.self,
    FreeAgent.Attachment.self, FreeAgent.Property.self, FreeAgent.ProjectTask.self,
    FreeAgent.Timeslip.self, FreeAgent.Note.self, FreeAgent.PriceListItem.self,
    FreeAgent.RecurringInvoice.self, FreeAgent.CreditNoteReconciliation.self,
    FreeAgent.JournalSet.self, FreeAgent.CapitalAssetType.self, FreeAgent.VATReturn.self,
    FreeAgent.LedgerTransaction.self, FreeAgent.CorporationTaxReturn.self,
    FreeAgent.FinalAccountsReport.self, FreeAgent.HirePurchase.self, FreeAgent.BankFeed.self,
  ]

  /// Those whose addresses have a form of their own.
  private static let otherResources = ["Category", "Company"]

  private static let single: [any FreeAgent.Endpoint.Type] = [
    FreeAgent.GetCompany.self, FreeAgent.GetTaxTimeline.self,
    FreeAgent.GetBusinessCategories.self, FreeAgent.GetMe.self, FreeAgent.UpdateMe.self,
    FreeAgent.GetEmailAddresses.self, FreeAgent.UploadStatement.self,
    FreeAgent.GetPlaceOfSupplyRates.self, FreeAgent.CreateExpenses.self,
    FreeAgent.GetMileageSettings.self, FreeAgent.GetCategories.self, FreeAgent.GetCategory.self,
    FreeAgent.CreateCategory.self, FreeAgent.UpdateCategory.self, FreeAgent.DeleteCategory.self,
    FreeAgent.ConvertToCreditNote.self, FreeAgent.ConvertToInvoice.self,
    FreeAgent.GetCashFlow.self, FreeAgent.GetProfitAndLoss.self,
    FreeAgent.GetInvoiceTimeline.self, FreeAgent.TakeDirectDebit.self, FreeAgent.StartTimer.self,
    FreeAgent.StopTimer.self, FreeAgent.CreateNote.self,
    FreeAgent.GetTrialBalance.self, FreeAgent.GetOpeningTrialBalance.self,
    FreeAgent.GetBalanceSheet.self, FreeAgent.GetOpeningBalanceSheet.self,
    FreeAgent.GetOpeningJournalSet.self, FreeAgent.MarkVATPayment.self,
    FreeAgent.MarkCorporationTaxPaid.self, FreeAgent.MarkCorporationTaxUnpaid.self,
    FreeAgent.GetSelfAssessmentReturns.self, FreeAgent.GetSelfAssessmentReturn.self,
    FreeAgent.MarkSelfAssessmentReturn.self,
    FreeAgent.MarkSelfAssessmentPayment.self, FreeAgent.GetCISBands.self,
    FreeAgent.GetPayroll.self, FreeAgent.GetPayrollPeriod.self, FreeAgent.MarkPayrollPayment.self,
    FreeAgent.GetPayrollProfiles.self, FreeAgent.GetExplanationFiles.self,
    FreeAgent.AddExplanationFiles.self, FreeAgent.ChangeExplanationFiles.self,
    FreeAgent.DeleteExplanationFiles.self, FreeAgent.GetAccountLocks.self,
    FreeAgent.SetAccountLock.self, FreeAgent.RemoveAccountLock.self,
  ]

  private static let generic: Set = [
    "Get", "List", "Create", "Update", "Delete", "SendEmail", "GetEmailTemplate", "GetPDF",
    "ChangeStatus", "MarkFiling", "Duplicate", "GetDefaultText", "SetDefaultText",
    "DeleteDefaultText",
  ]

  private static func endpoints<Target: FreeAgent.Resource>(
    of type: Target.Type
  ) -> [any FreeAgent.Endpoint.Type] {
    var types: [any FreeAgent.Endpoint.Type] = [FreeAgent.Get<Target>.self]
    func list<T: FreeAgent.Listed>(_: T.Type) { types.append(FreeAgent.List<T>.self) }
    func create<T: FreeAgent.Creatable>(_: T.Type) { types.append(FreeAgent.Create<T>.self) }
    func update<T: FreeAgent.Updatable>(_: T.Type) { types.append(FreeAgent.Update<T>.self) }
    func delete<T: FreeAgent.Deletable>(_: T.Type) { types.append(FreeAgent.Delete<T>.self) }
    func document<T: FreeAgent.Document>(_: T.Type) {
      types += [
        FreeAgent.SendEmail<T>.self, FreeAgent.GetEmailTemplate<T>.self, FreeAgent.GetPDF<T>.self,
        FreeAgent.ChangeStatus<T>.self,
      ]
      // Credit notes are neither made like another, nor have they a default text.
      guard T.self != FreeAgent.CreditNote.self else { return }
      types += [
        FreeAgent.Duplicate<T>.self, FreeAgent.GetDefaultText<T>.self,
        FreeAgent.SetDefaultText<T>.self, FreeAgent.DeleteDefaultText<T>.self,
      ]
    }
    func file<T: FreeAgent.Filed>(_: T.Type) { types.append(FreeAgent.MarkFiling<T>.self) }
    if let type = type as? any FreeAgent.Listed.Type { list(type) }
    if let type = type as? any FreeAgent.Creatable.Type { create(type) }
    if let type = type as? any FreeAgent.Updatable.Type { update(type) }
    if let type = type as? any FreeAgent.Deletable.Type { delete(type) }
    if let type = type as? any FreeAgent.Document.Type { document(type) }
    if let type = type as? any FreeAgent.Filed.Type { file(type) }
    return types
  }

  @Test func `every request has one operation, and every operation is of a request`() {
    let wanted = Set(
      (Self.single + Self.resources.flatMap { Self.endpoints(of: $0) }).map { Line($0) })
    let found = Operations.all.map { Line($0) }
    #expect(Set(found).count == found.count)
    #expect(Set(found).subtracting(wanted).map(\.description).sorted() == [])
    #expect(wanted.subtracting(found).map(\.description).sorted() == [])
  }

  @Test(arguments: [("Endpoints", "Endpoint"), ("Models", "Resource|Document|Listed|Filed")])
  func `no type of the API is forgotten here`(folder: String, conformance: String) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Books/FreeAgentAPI/\(folder)").standardized
    let pattern = try Regex(
      "public struct (\\w+)(<[^>]*>)?: (\(conformance))\\b",
      as: (
        Substring, Substring, Substring?, Substring
      ).self)
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      names.formUnion(text.matches(of: pattern).map { String($0.output.1) })
    }
    let known =
      folder == "Endpoints"
      ? Set(Self.single.map { "\($0)" }).union(Self.generic)
      : Set(Self.resources.map { "\($0)" } + Self.otherResources)
    #expect(names == known)
  }

  @Test func `a user below the level of a request is denied, and nobody else`() async throws {
    let test = try TestBooks()
    let users = try test.books.users()
    for operation in Operations.all {
      let path = operation.route.split(separator: "/").map {
        $0.first == "{" ? "9999" : String($0)
      }
      for user in users {
        let status = await test.asked(by: user.id)
          .reply(operation.method, path.joined(separator: "/")).status
        let isDenied = user.level < operation.level
        #expect((status == 403) == isDenied, "\(operation.route) by \(user.level.rawValue)")
      }
    }
  }

  @Test func `a head alone says how large a body may be`() throws {
    let books = try TestBooks().books
    func limit(_ method: String, _ path: String...) throws -> Int {
      switch books.admits(method: method, path: ["v2"] + path) {
      case .admitted(let limit): return limit
      case .refused(let reply): return -reply.status
      }
    }
    #expect(try limit("GET", "invoices", "7") == 0)
    #expect(try limit("PUT", "invoices", "7") == Operation.usualBodyLimit)
    #expect(try limit("POST", "invoices", "7", "send_email") == Operation.filesBodyLimit)
    #expect(try limit("PATCH", "invoices", "7") == -404)
    #expect(try limit("GET", "invoices", "") == -404)
    #expect(try limit("GET", "..", "company") == -404)
  }
}
