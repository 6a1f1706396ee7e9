import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

@Suite struct RoundUpHistoryTests {
  private let account = Account.ID("a0000000-0000-4000-8000-000000000001")
  private let goal = SavingsGoal.ID("90000000-0000-4000-8000-000000000001")

  private func week(_ instant: String) throws -> Week {
    Week.containing(
      try #require(Timestamp(instant)).date, locale: Locale(identifier: "en_GB"), timeZone: .gmt)
  }

  private func transfer(
    _ state: RoundUpHistory.State, _ payments: [Int] = []
  ) throws -> RoundUpHistory.Transfer {
    RoundUpHistory.Transfer(
      id: uuid(1), amount: Money(minorUnits: 1, currency: try #require(Currency(code: "GBP"))),
      goal: try #require(goal), payments: payments.compactMap { Payment.ID(uuid($0)) }, state: state
    )
  }

  @Test func `the id of a transfer follows from the account, the week and what was moved`() throws {
    let account = try #require(account)
    let other = try #require(Account.ID(uuid(2, "a")))
    let (this, next) = (try week("2026-11-20T12:00:00Z"), try week("2026-11-27T12:00:00Z"))
    let moved = RoundUpHistory([try transfer(.moved)])
    let none = RoundUpHistory([])
    let ids = [
      TransferOrder.roundUpTransfer(of: account, this, after: none),
      TransferOrder.roundUpTransfer(of: account, next, after: none),
      TransferOrder.roundUpTransfer(of: account, this, after: moved),
      TransferOrder.roundUpTransfer(of: other, this, after: none),
    ]
    #expect(Set(ids).count == 4)
    for id in ids {
      #expect(Payment.ID(id)?.text == id)
      #expect(Array(id)[14] == "4" && "89ab".contains(Array(id)[19]))
    }
    // It must never change: another version of the program would move the money again.
    #expect(ids[0] == "c7cc9db3-5642-40e8-b6ee-891e97754db4")
    #expect(ids[2] == "320233ef-f289-4613-8dfd-083f59698723")
  }

  @Test func `one that was given up or is unanswered has its id used again`() throws {
    let account = try #require(account)
    let week = try week("2026-11-20T12:00:00Z")
    let none = RoundUpHistory([])
    let expected = TransferOrder.roundUpTransfer(of: account, week, after: none)
    for state in [RoundUpHistory.State.givenUp, .unanswered] {
      let history = RoundUpHistory([try transfer(state)])
      #expect(TransferOrder.roundUpTransfer(of: account, week, after: history) == expected)
    }
  }

  @Test func `what was given up is free, what is unanswered is not`() throws {
    let history = RoundUpHistory(
      [
        try transfer(.moved, [1]), try transfer(.unanswered, [2, 3]), try transfer(.givenUp, [4]),
      ])
    #expect(history.moved == Set([Payment.ID(uuid(1))].compactMap(\.self)))
    #expect(history.covered == Set((1...3).compactMap { Payment.ID(uuid($0)) }))
    #expect(history.unanswered.count == 1)
  }

  @Test func `each order without a known item explains one move of its amount`() throws {
    let moves = try (1...4).map { number in
      Payment(
        id: try #require(Payment.ID(uuid(number))), account: try #require(account),
        category: try #require(.init(uuid(1, "c"))),
        amount: Money(
          minorUnits: number < 4 ? 65 : 40, currency: try #require(Currency(code: "GBP"))),
        direction: .outgoing, status: .settled, source: .internalTransfer,
        counterparty: Counterparty(kind: .category, name: "Trip"),
        transactionTime: try #require(Timestamp("2026-11-20T12:00:00Z")).date)
    }
    func left(_ amounts: [Int64]) -> [Int] {
      RoundUpHistory.unexplained(moves, by: amounts).compactMap { moves.firstIndex(of: $0) }
    }
    #expect(left([]) == [0, 1, 2, 3])
    #expect(left([65]) == [1, 2, 3])
    #expect(left([65, 65]) == [2, 3])
    #expect(left([65, 65, 65, 65]) == [3])
    #expect(left([40, 1]) == [0, 1, 2])
  }
}
