import BooksClient
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import Testing

/// Changes of claims over HTTP at a service that fails.
struct ChangedClaimTests {
  private static let receipt = Array("%PDF-1.4\npaper".utf8)
  /// What the sample’s owner has paid for paper.
  private static let paper = FreeAgent.Identifier<FreeAgent.Expense>(3)

  /// A change of the amount, and a receipt.
  private func change(_ round: Int, by keeper: Bookkeeper) async throws -> ExpenseChange {
    let id = try #require(BookID<FreeAgent.Expense>("3"))
    let filed = try #require(try await keeper.filedClaim(id))
    let before = try #require(filed.contents)
    var after = before
    after.amount = Money(minorUnits: -60_00 - Int64(round), currency: .gbp)
    after.vat = nil
    let file = OrderFile(
      name: "paper.pdf", type: "application/pdf", size: Self.receipt.count,
      digest: "sha256:\(round)")
    return ExpenseChange(
      of: id, contents: ExpenseChange.Contents(before: before, after: after),
      receipt: ExpenseChange.Receipt(old: filed.expense.receipt?.id, new: file))
  }

  /// Sends a change until the service answers it, as a person would who is told that it did not.
  private func insist(
    _ change: ExpenseChange, by keeper: Bookkeeper
  ) async throws -> ExpenseChangeResult {
    for _ in 0..<8 {
      do {
        return try await keeper.change(change, receipt: Self.receipt)
      } catch let error as BooksError {
        let codes: [BooksError.Code] = [.unavailable, .unreadable, .busy, .outcomeUnknown]
        #expect(codes.contains(error.code), "\(error)")
      }
    }
    return .gone
  }

  @Test func `a page of the status 404 does not say that the claim is gone`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try books.keeper()
      let change = try await change(0, by: keeper)
      try await books.control(
        .post, "faults", #"{"kind":"html","status":404,"match":{"method":"PUT"}}"#)
      let result = try await keeper.change(change, receipt: Self.receipt)
      guard case .refused(let reasons) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(reasons == [])
    }
  }

  @Test(arguments: [#""kind":"status","status":500"#, #""kind":"close-after""#])
  func `a claim is changed once and has one receipt, whatever fails at whichever request`(
    _ fault: String
  ) async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let reader = try books.keeper()
      let count = try await books.ask(FreeAgent.List<FreeAgent.Expense>()).elements.count
      for position in 0..<7 {
        try await books.advance(by: .seconds(61))
        let change = try await change(position, by: reader)
        try await books.control(.post, "faults", "{\(fault),\"after\":\(position)}")
        // Each is a program that was just started.
        let result = try await insist(change, by: try books.keeper(patience: .none))
        try await books.control(.delete, "faults")
        guard case .changed(let made) = result else {
          Issue.record("\(fault) at request \(position): \(result)")
          return
        }
        let now = try await books.ask(FreeAgent.Get(Self.paper))
        #expect(now.grossValue == (change.contents?.after.amount).map { ExactDecimal($0) })
        #expect(now.attachment?.fileSize == Self.receipt.count)
        #expect(made.receipt?.id.text == now.attachment?.url?.id?.description)
        #expect(made.receipt?.id != change.receipt?.old)
      }
      #expect(
        try await books.ask(FreeAgent.List<FreeAgent.Expense>()).elements.count == count)
    }
  }
}
