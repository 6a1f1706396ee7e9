import Bank
import BankTestSupport
import DataSetTesting
import DataSets
import FoundationEssentials
import Money
import Synchronization
import Testing

@testable import BankServices

/// What the data sets are told by orders.
@Suite struct OrderTests {
  let clock = TestClock()
  let turns = Turns()
  let bank: WatchedBank
  let services: BankServices
  let week: Range<Date>

  init() throws {
    bank = try WatchedBank(clock: clock)
    services = turns.services(of: bank, clock: clock)
    week = clock.now.addingTimeInterval(-86_400 * 4)..<clock.now.addingTimeInterval(86_400 * 3)
  }

  /// Which data sets of an account are current.
  private func current(of account: Account) -> Set<String> {
    var current: Set<String> = []
    if services.accounts.isCurrent { current.insert("accounts") }
    if services.goals(of: account.id).isCurrent { current.insert("goals") }
    if services.recentPayments(of: account.id, in: week).isCurrent { current.insert("recent") }
    if services.weekPayments(of: account.id, in: week).isCurrent { current.insert("week") }
    return current
  }

  private func readAll() throws {
    try turns.run { [services, bank, week] in
      _ = try await services.accounts.current()
      for account in [bank.personal.id, bank.euro.id] {
        _ = try await services.goals(of: account).current()
        _ = try await services.recentPayments(of: account, in: week).current()
        _ = try await services.weekPayments(of: account, in: week).current()
      }
    }
  }

  private func makeGoal() throws -> SavingsGoal {
    let order = GoalOrder(key: uuid(1), account: bank.personal.id, name: "Trip", target: nil)
    let creation = try turns.run { [services] in try await services.bank.createGoal(order) }
    guard case .created(let goal) = creation else { throw BankError.refused(cause: "no goal") }
    return goal
  }

  private func transfer(to goal: SavingsGoal.ID, _ minorUnits: Int64) -> TransferOrder {
    TransferOrder(
      key: uuid(2), account: bank.personal.id, goal: goal,
      amount: Money(minorUnits: minorUnits, currency: bank.personal.currency))
  }

  private static let all: Set = ["accounts", "goals", "recent", "week"]

  @Test func `a transfer makes all stale that is of its account, and the balances`() throws {
    let goal = try makeGoal()
    try readAll()
    #expect(current(of: bank.personal) == Self.all)
    let order = transfer(to: goal.id, 100)
    let result = try turns.run { [services] in try await services.bank.move(order) }
    guard case .moved = result else { throw BankError.refused(cause: "\(result)") }
    #expect(current(of: bank.personal) == [])
    #expect(current(of: bank.euro) == ["goals", "recent", "week"])
  }

  @Test func `the deletion of a goal makes the same stale`() throws {
    let goal = try makeGoal()
    try readAll()
    let order = GoalDeletion(key: uuid(3), account: bank.personal.id, goal: goal.id)
    _ = try turns.run { [services] in try await services.bank.deleteGoal(order) }
    #expect(current(of: bank.personal) == [])
    #expect(current(of: bank.euro) == ["goals", "recent", "week"])
  }

  @Test func `a new goal makes the goals stale`() throws {
    try readAll()
    _ = try makeGoal()
    #expect(current(of: bank.personal) == ["accounts", "recent", "week"])
    #expect(current(of: bank.euro) == Self.all)
  }

  @Test func `an order without an answer makes stale what it may have changed`() throws {
    let goal = try makeGoal()
    try readAll()
    bank.failure = .outcomeUnknown(cause: "the connection was closed")
    let order = transfer(to: goal.id, 100)
    #expect(throws: BankError.self) {
      try turns.run { [services] in try await services.bank.move(order) }
    }
    #expect(current(of: bank.personal) == [])
  }

  @Test func `a read during an order is not taken for what is after it`() throws {
    let goal = try makeGoal()
    try readAll()
    bank.atOrder = { [services] in
      #expect(!services.accounts.isCurrent)
      // Somebody reads after the order was sent and before it is carried out.
      let old = Turns()
      _ = try old.run { try await services.accounts.reload(.soft) }
      #expect(services.accounts.isCurrent)
    }
    let order = transfer(to: goal.id, 100)
    _ = try turns.run { [services] in try await services.bank.move(order) }
    #expect(!services.accounts.isCurrent)
  }

  @Test func `balances that are shown change with a transfer at once`() throws {
    let goal = try makeGoal()
    let shown = try turns.run { [services] in try await services.accounts.current() }
    let change = turns.start { [services] in try await services.accounts.change(after: shown) }
    turns.settle()
    let order = transfer(to: goal.id, 25_00)
    _ = try turns.run { [services] in try await services.bank.move(order) }
    turns.settle()
    #expect(try change.value().value.map(\.balance?.effective.minorUnits) == [75_00, 100_00])
  }

  @Test func `the same data set is the same service, however often it is asked for`() throws {
    let account = bank.personal.id
    #expect(services.goals(of: account) === services.goals(of: account))
    #expect(
      services.weekPayments(of: account, in: week) === services.weekPayments(of: account, in: week))
    #expect(
      services.weekPayments(of: account, in: week)
        !== services.recentPayments(of: account, in: week))
  }

  @Test func `lists of days gone by do not pile up, and none that is held is forgotten`() throws {
    let account = bank.personal.id
    let held = services.weekPayments(of: account, in: week)
    _ = try turns.run { try await held.current() }
    weak var first: BankDataSet<[Payment]>?
    for day in 1...100 {
      let from = week.lowerBound.addingTimeInterval(Double(day) * 86_400)
      let service = services.weekPayments(of: account, in: from..<from.addingTimeInterval(60))
      if day == 1 { first = service }
    }
    #expect(first == nil)
    #expect(services.weekPayments(of: account, in: week) === held)
    let goal = try makeGoal()
    let order = transfer(to: goal.id, 100)
    _ = try turns.run { [services] in try await services.bank.move(order) }
    #expect(!held.isCurrent)
  }

  @Test func `reads of the bank for orders go straight to the bank`() throws {
    _ = try turns.run { [services] in try await services.accounts.current() }
    _ = try turns.run { [services] in try await services.bank.accounts() }
    #expect(bank.requests == ["accounts", "accounts"])
  }
}
