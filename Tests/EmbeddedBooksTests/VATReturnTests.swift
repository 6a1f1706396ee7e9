import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// Returns for VAT: what they have, and that what is filed is locked.
struct VATReturnTests {
  private typealias Mark = FreeAgent.MarkFiling<FreeAgent.VATReturn>

  private func id(_ day: String) throws -> FreeAgent.Identifier<FreeAgent.VATReturn> {
    try #require(FreeAgent.Identifier(day))
  }

  @Test func `there is a return of each quarter since the registration`() async throws {
    let test = try TestBooks()
    let all: [FreeAgent.VATReturn] = try await test.all()
    #expect(all.count == 26)
    #expect(all.first?.periodStartsOn == Day("2020-04-01"))
    let last = try #require(all.last)
    #expect(last.periodStartsOn == Day("2026-07-01") && last.periodEndsOn == Day("2026-09-30"))
    #expect(last.filingDueOn == Day("2026-11-07") && last.filingStatus == "unfiled")
    #expect(last.url == link("2026-09-30"))
    let payment = try #require(last.payments?.first)
    let timeline = try await test.send(FreeAgent.GetTaxTimeline()).elements
    #expect(timeline.first { $0.description == "VAT Return" }?.amountDue == payment.amountDue)
    #expect(all.filter { $0.filingStatus == "marked_as_filed" }.count == 24)
    let none = try TestBooks(.notRegistered)
    #expect(try await none.all(.init(), FreeAgent.VATReturn.self).isEmpty)
    #expect(try await none.refusal(of: FreeAgent.Get(try id("2026-06-30"))).status == 404)
  }

  @Test func `returns are filed in their order, and lock the expenses of their days`() async throws
  {
    let test = try TestBooks()
    let running = Mark(try id("2026-09-30"), .filed)
    #expect(try await test.refusal(of: running).status == 422)
    let early = Mark(try id("2026-03-31"), .unfiled)
    let bookkeeper = test.asked(by: SampleCompany.bookkeeper)
    #expect(try await bookkeeper.refusal(of: early).status == 403)
    let expense = FreeAgent.Create(
      FreeAgent.Expense {
        $0.user = link(1)
        $0.category = link("285")
        $0.datedOn = .init("2026-06-20")
        $0.description = "Lunch"
        $0.grossValue = -12
      })
    let made = try await test.send(expense)
    let change = FreeAgent.Update(
      .init(try made.number), FreeAgent.Expense { $0.description = "Dinner" })
    try await test.send(change)
    let filed = try await test.send(Mark(try id("2026-06-30"), .filed))
    #expect(filed.filingStatus == "marked_as_filed")
    #expect(try await test.refusal(of: change).status == 422)
    #expect(try await test.refusal(of: early).status == 422)
    #expect(try await test.send(Mark(try id("2026-06-30"), .unfiled)).filingStatus == "unfiled")
    try await test.send(change)
    let path = "/v2/vat_returns/2026-06-30/mark_as_eaten"
    #expect(await test.reply(.put, path).status == 404)
  }

  @Test func `a return keeps the amount that was filed, and what comes late is in the next one`()
    async throws
  {
    let test = try TestBooks()
    func due(_ text: String) async throws -> ExactDecimal {
      let found = try await test.send(FreeAgent.Get(try id(text)))
      return try #require(found.payments?.first?.amountDue)
    }
    /// Pays £120 with £20 of VAT that is claimed back.
    func dine(_ text: String) async throws {
      try await test.send(
        FreeAgent.Create(
          FreeAgent.Expense {
            $0.user = link(1)
            $0.category = link("285")
            $0.datedOn = .init(text)
            $0.description = "A dinner"
            $0.grossValue = -120
            $0.salesTaxRate = .percentage(20)
          }))
    }
    let (march, june, september) = ("2026-03-31", "2026-06-30", "2026-09-30")
    let before = (june: try await due(june), september: try await due(september))
    try await test.send(Mark(try id(june), .filed))
    // One for each return that is filed: the sample has filed that of March.
    try await dine("2026-06-20")
    try await dine("2026-03-20")
    #expect(try await due(march) == 0)
    #expect(try await due(june) == before.june)
    let late = try before.september.subtracting(40)
    #expect(try await due(september) == late)
    let timeline = try await test.send(FreeAgent.GetTaxTimeline()).elements
    #expect(timeline.first { $0.description == "VAT Return" }?.amountDue == late)
    // Of what was not filed after all, nothing is late.
    try await test.send(Mark(try id(june), .unfiled))
    #expect(try await due(june) == (try before.june.subtracting(40)))
    #expect(try await due(september) == before.september)
    // Filed with what was late, it has that, and later ones have no more of it.
    try await test.send(Mark(try id(june), .filed))
    #expect(try await due(june) == (try before.june.subtracting(40)))
    #expect(try await due(march) == 0)
    #expect(try await due(september) == before.september)
  }

  @Test(arguments: ["2026-09-20", "2026-06-10", "2026-02-01", "2025-12-31"])
  func `what is locked for VAT ends with a return that was filed`(day: String) async throws {
    let test = try TestBooks(at: "\(day)T10:00:00Z")
    let all: [FreeAgent.VATReturn] = try await test.all()
    let filed = all.filter { $0.filingStatus == "marked_as_filed" }
    let open = all.dropFirst(filed.count)
    #expect(open.allSatisfy { $0.filingStatus == "unfiled" } && !open.isEmpty)
    let locks = try await test.send(FreeAgent.GetAccountLocks())
    #expect(locks.latestLockDate == filed.last?.periodEndsOn)
    let lunch = FreeAgent.Create(
      FreeAgent.Expense {
        $0.user = link(1)
        $0.category = link("285")
        $0.datedOn = open.first?.periodStartsOn
        $0.description = "Lunch"
        $0.grossValue = -12
      })
    let made = try await test.send(lunch)
    try await test.send(FreeAgent.Delete<FreeAgent.Expense>(.init(try made.number)))
  }

  @Test func `a payment is marked as paid`() async throws {
    let test = try TestBooks()
    let id = try id("2026-09-30")
    let due = try day("2026-11-07")
    let before = try await test.send(FreeAgent.Get(id)).payments?.first
    #expect(before?.label == "Payment Due" && before?.status == "unpaid")
    let paid = try await test.send(FreeAgent.MarkVATPayment(id, dueOn: due, .paid))
    #expect(paid.payments?.first?.status == "marked_as_paid")
    let unpaid = try await test.send(FreeAgent.MarkVATPayment(id, dueOn: due, .unpaid))
    #expect(unpaid.payments?.first == before)
    let other = FreeAgent.MarkVATPayment(id, dueOn: try day("2026-11-08"), .paid)
    #expect(try await test.refusal(of: other).status == 404)
  }
}
