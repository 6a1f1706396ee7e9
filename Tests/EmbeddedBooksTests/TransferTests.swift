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
    let changed = try await change(made, in: test) {
      $0.grossValue = -40
      $0.datedOn = Day("2026-09-17")
    }
    #expect(changed.linkedTransferExplanation == other.url)
    let after = try await otherSide(of: changed, in: test)
    #expect(after.bankTransaction == other.bankTransaction)
    #expect(after.grossValue == 40 && after.datedOn == Day("2026-09-17"))
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
    let turned = try await change(after, in: test) { $0.grossValue = 30 }
    #expect(turned.linkedTransferExplanation == made.url)
    let first = try await otherSide(of: turned, in: test)
    #expect(first.grossValue == -30 && first.datedOn == Day("2026-09-17"))
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
    let changed = try await change(made, in: test) { $0.grossValue = -400 }
    #expect(changed.linkedTransferExplanation == made.linkedTransferExplanation)
    #expect(try await test.transaction("PAYMENT RECEIVED", account: 2).unexplainedAmount == 100)
    let other = try await otherSide(of: changed, in: test)
    _ = try await change(other, in: test) { $0.grossValue = 300 }
    #expect(try await test.transaction("SEVERN CARD PAYMENT").unexplainedAmount == -200)
    #expect(try rows("bankTransaction", in: test) == count)
  }

  @Test func `a transfer to a third account has another side there`() async throws {
    let test = try TestBooks()
    let savings = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankAccount {
          $0.name = "Savings"
          $0.openingBalance = 0
        })
    ).number
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -50, .transfer(link(2)))))
    let moved = try await change(made, in: test) { $0.transferBankAccount = link(savings) }
    #expect(moved.linkedTransferExplanation != made.linkedTransferExplanation)
    #expect(try await otherSide(of: moved, in: test).bankAccount == link(savings))
    let old = FreeAgent.Get(try #require(made.linkedTransferExplanation?.id))
    #expect(try await test.refusal(of: old).status == 404)
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
