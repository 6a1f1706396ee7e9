import BooksTestSupport
import Days
import FoundationEssentials
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// Returns for corporation tax and Self Assessment, and the accounts of a year.
struct TaxReturnTests {
  private func id<Target>(_ day: String) throws -> FreeAgent.Identifier<Target> {
    try #require(FreeAgent.Identifier(day))
  }

  @Test func `there is a return for corporation tax of each accounting year`() async throws {
    let test = try TestBooks()
    let all: [FreeAgent.CorporationTaxReturn] = try await test.all()
    #expect(all.count == 9)
    #expect(all.first?.periodStartsOn == Day("2018-04-01"))
    let (ended, running) = (try #require(all.dropLast().last), try #require(all.last))
    #expect(ended.periodEndsOn == Day("2026-03-31") && ended.filingStatus == "unfiled")
    #expect(ended.paymentDueOn == Day("2027-01-01") && ended.filingDueOn == Day("2027-03-31"))
    #expect(ended.url == link("2026-03-31"))
    let timeline = try await test.send(FreeAgent.GetTaxTimeline()).elements
    #expect(
      timeline.filter { $0.description == "Corporation Tax" }.map(\.amountDue)
        == [ended.amountDue])
    #expect(ended.amountDue == 0 && ended.paymentStatus == nil)
    #expect(running.periodEndsOn == Day("2027-03-31") && running.filingStatus == "draft")
    #expect((running.amountDue ?? 0) > 0 && running.paymentStatus == "unpaid")
  }

  @Test func `a return for corporation tax is marked as filed and as paid`() async throws {
    let test = try TestBooks()
    let ended: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2026-03-31")
    let running: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2027-03-31")
    let wrong: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2026-03-30")
    let filed = try await test.send(
      FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>(ended, .filed))
    #expect(filed.filingStatus == "marked_as_filed")
    #expect(try await test.send(FreeAgent.Get(ended)) == filed)
    let unfiled = try await test.send(
      FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>(ended, .unfiled))
    #expect(unfiled.filingStatus == "unfiled")
    let early = FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>(running, .filed)
    #expect(try await test.refusal(of: early).status == 422)
    let paid = try await test.send(FreeAgent.MarkCorporationTaxPaid(running))
    #expect(paid.paymentStatus == "marked_as_paid")
    let unpaid = try await test.send(FreeAgent.MarkCorporationTaxUnpaid(running))
    #expect(unpaid.paymentStatus == "unpaid")
    let nothing = FreeAgent.MarkCorporationTaxPaid(ended)
    #expect(try await test.refusal(of: nothing).status == 422)
    #expect(try await test.refusal(of: FreeAgent.MarkCorporationTaxPaid(wrong)).status == 404)
    let path = "/v2/corporation_tax_returns/2026-03-31/mark_as_eaten"
    #expect(await test.reply(.put, path).status == 404)
  }

  @Test func `there are accounts of each accounting year, and they are marked as filed`()
    async throws
  {
    let test = try TestBooks()
    let all: [FreeAgent.FinalAccountsReport] = try await test.all()
    #expect(all.compactMap(\.filingStatus) == Array(repeating: "unfiled", count: 8) + ["draft"])
    #expect(all.last?.filingDueOn == Day("2027-12-31"))
    let id: FreeAgent.Identifier<FreeAgent.FinalAccountsReport> = try id("2026-03-31")
    let filed = try await test.send(FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>(id, .filed))
    #expect(filed.filingStatus == "marked_as_filed" && filed.filingDueOn == Day("2026-12-31"))
    // Each kind of return is marked by itself.
    let tax: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try self.id("2026-03-31")
    #expect(try await test.send(FreeAgent.Get(tax)).filingStatus == "unfiled")
    let unfiled = try await test.send(
      FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>(id, .unfiled))
    #expect(unfiled.filingStatus == "unfiled")
  }

  @Test(arguments: [SampleCompany.Variant.soleTrader, .landlord])
  func `who is no company files neither`(variant: SampleCompany.Variant) async throws {
    let test = try TestBooks(variant)
    #expect(try await test.all(.init(), FreeAgent.CorporationTaxReturn.self).isEmpty)
    #expect(try await test.all(.init(), FreeAgent.FinalAccountsReport.self).isEmpty)
    let report: FreeAgent.Identifier<FreeAgent.FinalAccountsReport> = try id("2026-03-31")
    #expect(try await test.refusal(of: FreeAgent.Get(report)).status == 404)
  }

  @Test func `a user has a return for Self Assessment of each tax year`() async throws {
    let test = try TestBooks()
    let all = try await test.send(FreeAgent.GetSelfAssessmentReturns(of: .init(2))).elements
    // The company began five days before a tax year did.
    #expect(all.first?.periodStartsOn == Day("2017-04-06"))
    let last = try #require(all.last)
    #expect(last.periodStartsOn == Day("2026-04-06") && last.periodEndsOn == Day("2027-04-05"))
    #expect(last.filingDueOn == Day("2028-01-31") && last.filingStatus == "unfiled")
    #expect(
      last.url?.url
        == "https://api.freeagent.com/v2/users/2/self_assessment_returns/2027-04-05")
    #expect(last.payments?.map(\.label) == ["Balancing Payment"])
    #expect(last.payments?.first?.amountDue == 0 && last.payments?.first?.status == nil)
    let none = FreeAgent.GetSelfAssessmentReturns(of: .init(99))
    #expect(try await test.refusal(of: none).status == 404)
  }

  @Test func `the profit of a sole trader is the owner's, and its tax is marked as paid`()
    async throws
  {
    let test = try TestBooks(.soleTrader)
    let invoice = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 30
          $0.invoiceItems = [
            .init {
              $0.itemType = .services
              $0.quantity = 1
              $0.description = "A campaign"
              $0.price = 50_000
            }
          ]
        }))
    let sent = await test.reply(
      .put, "/v2/invoices/\(try invoice.number)/transitions/mark_as_sent")
    #expect(sent.status == 200)
    let id: FreeAgent.Identifier<FreeAgent.SelfAssessmentReturn> = try id("2027-04-05")
    let (owner, due) = (SampleCompany.owner, try day("2028-01-31"))
    let before = try await test.send(FreeAgent.GetSelfAssessmentReturn(id, of: owner))
    let payment = try #require(before.payments?.first)
    #expect((payment.amountDue ?? 0) > 0 && payment.status == "unpaid")
    let paid = try await test.send(
      FreeAgent.MarkSelfAssessmentPayment(id, of: owner, dueOn: due, .paid))
    #expect(paid.payments?.first?.status == "marked_as_paid")
    #expect(paid.filingStatus == "unfiled")
    let unpaid = try await test.send(
      FreeAgent.MarkSelfAssessmentPayment(id, of: owner, dueOn: due, .unpaid))
    #expect(unpaid == before)
    let other = FreeAgent.MarkSelfAssessmentPayment(
      id, of: owner, dueOn: try day("2028-01-30"), .paid)
    #expect(try await test.refusal(of: other).status == 404)
    let nobody = FreeAgent.MarkSelfAssessmentPayment(id, of: .init(2), dueOn: due, .paid)
    #expect(try await test.refusal(of: nobody).status == 422)
    let early = FreeAgent.MarkSelfAssessmentReturn(id, of: owner, .filed)
    #expect(try await test.refusal(of: early).status == 422)
    let ended: FreeAgent.Identifier<FreeAgent.SelfAssessmentReturn> = try self.id("2026-04-05")
    let filed = try await test.send(FreeAgent.MarkSelfAssessmentReturn(ended, of: owner, .filed))
    #expect(filed.filingStatus == "marked_as_filed")
    // Another user’s return of the same year is another one.
    let others = try await test.send(FreeAgent.GetSelfAssessmentReturn(ended, of: .init(2)))
    #expect(others.filingStatus == "unfiled")
  }

  @Test(arguments: [
    ("-5", "0"), ("0", "0"), ("12570", "0"), ("12571", "0.2"), ("50270", "7540"),
    ("100000", "27432"), ("110000", "33432"), ("125140", "42516"), ("200000", "76203"),
  ])
  func `income tax has an allowance and three rates`(profit: String, due: String) throws {
    #expect(try IncomeTax.due(on: decimal(profit)) == decimal(due))
  }

  @Test func `the bands of the Construction Industry Scheme are a subcontractor's`() async throws {
    let test = try TestBooks()
    #expect(try await test.refusal(of: FreeAgent.GetCISBands()).status == 404)
    try test.books.write { ledger in
      let row = try #require(try ledger.row("SELECT details FROM company"))
      var details = row["details"] as Details
      details.members["cis_subcontractor"] = .flag(true)
      try ledger.execute("UPDATE company SET details = ?", [details])
    }
    let bands = try await test.send(FreeAgent.GetCISBands()).elements
    #expect(bands.map(\.name) == ["cis_gross", "cis_standard", "cis_higher"])
    #expect(bands.map(\.nominalCode) == ["061", "062", "063"])
    #expect(bands[1].members["deduction_rate"] == .text("0.2"))
    #expect(bands[1].incomeDescription == "CIS Income (20%)")
  }
}
