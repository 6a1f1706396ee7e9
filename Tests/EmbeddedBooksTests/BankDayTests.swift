import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// An explanation may be of another day than its transaction: the bank is in the ledger as the bank has it.
struct BankDayTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation
  private typealias Moves = TestBooks.Moves

  /// The balances at the end of a day, which sum to zero.
  private func balances(_ test: TestBooks, at text: String) async throws -> Moves {
    var balances: Moves = [:]
    let request = FreeAgent.GetTrialBalance(from: try day("2020-04-01"), to: try day(text))
    for line in try await test.send(request).elements {
      balances[try #require(line.nominalCode)] = line.total
    }
    #expect(try ExactDecimal.sum(of: balances.values) == 0, "\(text)")
    return balances
  }

  /// What an explanation moves up to some days.
  private func moves(
    by explanation: Explanation, until days: [String], in test: TestBooks
  ) async throws -> [Moves] {
    var before: [Moves] = []
    for day in days { before.append(try await balances(test, at: day)) }
    try await test.send(FreeAgent.Create(explanation))
    var moves: [Moves] = []
    for (day, old) in zip(days, before) {
      let new = try await balances(test, at: day)
      var move: Moves = [:]
      for code in Set(old.keys).union(new.keys) {
        let difference = try (new[code] ?? 0).subtracting(old[code] ?? 0)
        if !difference.isZero { move[code] = difference }
      }
      moves.append(move)
    }
    return moves
  }

  private func hotel(_ test: TestBooks, on text: String) async throws -> Explanation {
    let transaction = try await test.transaction("Hilton Hotels")
    #expect(transaction.datedOn == Day("2026-09-17"))
    return Explanation(
      of: .transaction(try #require(transaction.url)), on: try day(text),
      value: try decimal("-279.78"), .category(link("285"), description: "A fair"))
  }

  @Test func `a cost of an earlier day is unpresented until the bank pays it`() async throws {
    let test = try TestBooks(.notRegistered)
    let amount = try decimal("279.78")
    let moves = try await moves(
      by: try await hotel(test, on: "2026-03-15"),
      until: ["2026-03-14", "2026-03-15", "2026-03-31", "2026-09-16", "2026-09-17", "2026-09-20"],
      in: test)
    let between: Moves = ["285": amount, "760": amount.negated]
    let after: Moves = ["285": amount, "999": amount.negated]
    #expect(moves == [[:], between, between, between, after, after])
  }

  @Test func `a cost of a later day is unpresented from the day of the bank on`() async throws {
    let test = try TestBooks(.notRegistered)
    let amount = try decimal("279.78")
    let moves = try await moves(
      by: try await hotel(test, on: "2026-09-19"),
      until: ["2026-09-16", "2026-09-17", "2026-09-18", "2026-09-19"], in: test)
    let between: Moves = ["760": amount, "999": amount.negated]
    #expect(moves == [[:], between, between, ["285": amount, "999": amount.negated]])
  }

  @Test func `an account of the ledger has the balance of the bank on each day`() async throws {
    let test = try TestBooks(.notRegistered)
    try await test.send(FreeAgent.Create(try await hotel(test, on: "2026-03-15")))
    let list: [FreeAgent.BankTransaction] = try await test.all(.init { $0.bankAccount = link(1) })
    for text in ["2026-03-15", "2026-08-31", "2026-09-16", "2026-09-17", "2026-09-20"] {
      let amounts = list.filter { ($0.datedOn?.description ?? "") <= text }.compactMap(\.amount)
      let balance = try ExactDecimal.sum(of: amounts).adding(8400)
      #expect(try await balances(test, at: text)["750-1"] == balance, "\(text)")
    }
    // The cash flow is of the days of the bank as well.
    let march = try await test.send(
      FreeAgent.GetCashFlow(try day("2026-03-01")...day("2026-03-31")))
    #expect(march.outgoing?.total?.value == 0)
  }

  // MARK: - Transfers

  private func cardPayment(
    _ test: TestBooks, on text: String
  ) async throws -> Explanation {
    let out = try await test.transaction("SEVERN CARD PAYMENT")
    #expect(out.datedOn == Day("2026-09-14"))
    return Explanation(
      of: .transaction(try #require(out.url)), on: try day(text), value: -500, .transfer(link(2)))
  }

  @Test func `a transfer of another day is found where the money moved`() async throws {
    let test = try TestBooks(.notRegistered)
    let before = try await test.get(2, FreeAgent.BankAccount.self)
    let moves = try await moves(
      by: try await cardPayment(test, on: "2026-09-01"),
      until: ["2026-08-31", "2026-09-01", "2026-09-13", "2026-09-14"], in: test)
    let between: Moves = ["760": -500, "761": 500]
    #expect(moves == [[:], between, between, [:]])
    let other = try await test.transaction("PAYMENT RECEIVED", account: 2)
    #expect(other.unexplainedAmount == 0)
    let side = try #require(other.explanations?.first)
    #expect(side.datedOn == Day("2026-09-14"))
    let after = try await test.get(2, FreeAgent.BankAccount.self)
    #expect(after.totalCount == before.totalCount)
    #expect(after.currentBalance == before.currentBalance)
    // It stays there when the day is changed.
    let first = try #require(side.linkedTransferExplanation?.id)
    try await test.send(
      FreeAgent.Update(first, Explanation { $0.datedOn = .init("2026-09-14") }))
    #expect(
      try await test.get(2, FreeAgent.BankAccount.self).totalCount == before.totalCount)
    #expect(try await balances(test, at: "2026-09-10")["760"] == nil)
  }

  @Test func `a side that a transfer makes is of the day on which the money moved`() async throws {
    let test = try TestBooks(.notRegistered)
    let out = try await test.transaction("Inkwell Print")
    let moves = try await moves(
      by: Explanation(
        of: .transaction(try #require(out.url)), on: try day("2026-09-10"), value: -186,
        .transfer(link(2))),
      until: ["2026-09-10", "2026-09-14", "2026-09-15"], in: test)
    #expect(moves == [[:], [:], ["750-2": 186, "999": -186]])
    let other = try await test.transaction("Transfer from Current account", account: 2)
    #expect(other.datedOn == Day("2026-09-15") && out.datedOn == other.datedOn)
    #expect(other.explanations?.first?.datedOn == Day("2026-09-10"))
  }

  @Test func `a transfer makes and deletes no transaction of a day that is locked`() async throws {
    let test = try TestBooks(.notRegistered)
    let text = #"{"statement":[{"dated_on":"2026-09-08","amount":-33,"description":"Moved"}]}"#
    let reply = await test.reply(
      .post, "/v2/bank_transactions/statement", query: [.init("bank_account", "1")], body: text)
    #expect(reply.status == 200)
    let out = try await test.transaction("Moved")
    let transfer = FreeAgent.Create(
      Explanation(
        of: .transaction(try #require(out.url)), on: try day("2026-09-12"), value: -33,
        .transfer(link(2))))
    let lock = FreeAgent.SetAccountLock(through: try day("2026-09-10"))
    let words = ["The accounts are locked up to 10 September 2026"]
    try await test.send(lock)
    #expect(try await test.refusal(of: transfer).sentences == words)
    try await test.send(FreeAgent.RemoveAccountLock())
    let made = try await test.send(transfer)
    try await test.send(lock)
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    #expect(try await test.send(FreeAgent.Get(id)).isLocked == true)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).sentences == words)
  }
}
