import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// A transfer is explained on two sides, each of which stays what it is when the other is changed.
struct TransferTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  /// The other side of a transfer.
  private func otherSide(of side: Explanation, in test: TestBooks) async throws -> Explanation {
    try await test.send(FreeAgent.Get(try #require(side.linkedTransferExplanation?.id)))
  }

  private func change(
    _ side: Explanation, in test: TestBooks, _ build: (inout Explanation) -> Void
  ) async throws -> Explanation {
    let id = FreeAgent.Identifier<Explanation>(try side.number)
    let changed = try await test.send(FreeAgent.Update(id, Explanation(build)))
    return try #require(changed)
  }

  private func rows(_ table: String, in test: TestBooks) throws -> Int? {
    try test.books.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") }
  }

  @Test func `the other side keeps its address, its transaction and what was said of it`()
    async throws
  {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -50, .transfer(link(2)))))
    let other = try await otherSide(of: made, in: test)
    _ = try await change(other, in: test) { $0.markedForReview = true }
    let side = try other.number
    let transaction = try #require(other.bankTransaction?.id.flatMap { Int($0.description) })
    try test.books.write {
      try $0.execute("UPDATE explanation SET createdAt = 5 WHERE id = \(side)")
      try $0.execute("UPDATE bankTransaction SET createdAt = 6 WHERE id = \(transaction)")
    }
    let changed = try await change(made, in: test) { $0.datedOn = Day("2026-09-17") }
    #expect(changed.linkedTransferExplanation == other.url)
    let after = try await otherSide(of: changed, in: test)
    #expect(after.bankTransaction == other.bankTransaction)
    #expect(after.grossValue == 50 && after.datedOn == Day("2026-09-17"))
    #expect(after.markedForReview == true)
    let times = try test.books.read { ledger in
      try ledger.values(
        Int64.self,
        """
        SELECT createdAt FROM explanation WHERE id = \(side)
        UNION ALL SELECT createdAt FROM bankTransaction WHERE id = \(transaction)
        """)
    }
    #expect(times == [5, 6])
    // The same the other way round.
    let turned = try await change(after, in: test) { $0.datedOn = Day("2026-09-16") }
    #expect(turned.linkedTransferExplanation == made.url)
    let first = try await otherSide(of: turned, in: test)
    #expect(first.grossValue == -50 && first.datedOn == Day("2026-09-17"))
  }

  @Test func `a side stays with the bank’s transaction, and no other is made`() async throws {
    let test = try TestBooks()
    let out = try await test.transaction("SEVERN CARD PAYMENT")
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .transaction(try #require(out.url)), on: try #require(out.datedOn), value: -500,
          .transfer(link(2)))))
    let count = try rows("bankTransaction", in: test)
    let changed = try await change(made, in: test) { $0.datedOn = Day("2026-09-13") }
    #expect(changed.linkedTransferExplanation == made.linkedTransferExplanation)
    #expect(try await test.transaction("PAYMENT RECEIVED", account: 2).unexplainedAmount == 0)
    let other = try await otherSide(of: changed, in: test)
    _ = try await change(other, in: test) { $0.datedOn = Day("2026-09-12") }
    #expect(try await test.transaction("SEVERN CARD PAYMENT").unexplainedAmount == 0)
    #expect(try rows("bankTransaction", in: test) == count)
  }

  /// A change of something that is locked of a transfer, and what is said of it.
  struct Locked: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let build: @Sendable (inout Explanation) -> Void

    init(
      _ testDescription: String, _ names: String...,
      build: @escaping @Sendable (inout Explanation) -> Void
    ) {
      self.testDescription = testDescription
      words = names.map { "\($0) is locked and can't be changed" }
      self.build = build
    }
  }

  static let locked = [
    Locked("another account", "Linked transfer account", "Transfer value") {
      $0.transferBankAccount = link(3)
      $0.foreignCurrencyValue = 60
    },
    Locked("no transfer", "Linked transfer account", "Type") {
      $0.category = link("285")
      $0.description = "It was lunch"
    },
    Locked("another amount", "Transfer value") { $0.grossValue = -40 },
  ]

  @Test(arguments: locked)
  func `what is locked of a transfer stays on both sides`(change: Locked) async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -50, .transfer(link(2)))))
    #expect(made.lockedAttributes == ["linked_transfer_account", "transfer_value", "type"])
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let other = try await otherSide(of: made, in: test)
    let refused = try await test.refusal(of: FreeAgent.Update(id, Explanation(change.build)))
    #expect(refused.status == 422 && refused.sentences == change.words)
    #expect(try await test.send(FreeAgent.Get(id)) == made)
    #expect(try await otherSide(of: made, in: test) == other)
  }

  @Test func `an asset keeps the time at which it was made when its purchase is changed`()
    async throws
  {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -1200,
          .category(link("602-1"), description: "A screen"))))
    let asset = try #require(made.capitalAsset?.id.flatMap { Int($0.description) })
    try test.books.write {
      try $0.execute("UPDATE capitalAsset SET createdAt = 5 WHERE id = \(asset)")
    }
    let changed = try await change(made, in: test) { $0.description = "A large screen" }
    #expect(changed.capitalAsset == made.capitalAsset)
    let time = try test.books.read { ledger in
      try ledger.value(Int64.self, "SELECT createdAt FROM capitalAsset WHERE id = \(asset)")
    }
    #expect(time == 5)
  }
}
