import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Synchronization
import Testing

/// An embedded bank with one account of £100, a clock that stands still and ids that count up.
///
/// Its `audited` ends every test: the books add up, whatever has been done.
struct TestBank {
  static let noon = "2026-11-20T12:00:00.000Z"

  let bank: EmbeddedBank
  let account: Account

  init(balance pence: Int64 = 100_00, code: String = "GBP") throws {
    let noon = try date(Self.noon)
    let ids = Ids()
    bank = try .inMemory(now: { noon }, makeID: { ids.next() })
    account = try bank.open(
      NewAccount(handle: "personal", name: "Personal", currency: try currency(code)))
    if pence > 0 {
      try bank.post(payment(pence, direction: .incoming, source: .fasterPaymentIn))
    }
  }

  /// A settled card payment of the day before, unless told otherwise.
  func payment(
    _ minorUnits: Int64, direction: PaymentDirection = .outgoing,
    status: PaymentStatus = .settled, source: PaymentSource = .card,
    at instant: String = "2026-11-19T10:00:00Z"
  ) throws -> NewPayment {
    NewPayment(
      account: account.id, amount: money(minorUnits), direction: direction, status: status,
      source: source, counterparty: Counterparty(kind: .merchant, name: "Somebody"),
      transactionTime: try date(instant))
  }

  func goal(_ name: String = "Trip", key: String = uuid(1, "e")) async throws -> SavingsGoal {
    let order = GoalOrder(key: key, account: account.id, name: name, target: money(500_00))
    guard case .created(let goal) = try await bank.createGoal(order) else {
      throw Unexpected()
    }
    return goal
  }

  func order(
    _ minorUnits: Int64, to goal: SavingsGoal.ID, key: String = uuid(1), covering: [Payment.ID] = []
  ) -> TransferOrder {
    TransferOrder(
      key: key, account: account.id, goal: goal, amount: money(minorUnits), covering: covering)
  }

  func money(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: account.currency)
  }

  func feed() async throws -> [Payment] {
    try await bank.payments(of: account.id, in: .distantPast ..< .distantFuture)
  }

  func available() async throws -> Int64 {
    try await bank.balance(of: account.id).effective.minorUnits
  }

  func audited(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try bank.auditDifferences() == [], sourceLocation: location)
  }
}

/// UUIDs that count up.
final class Ids: Sendable {
  private let count = Atomic(0)

  func next() -> String { uuid(count.add(1, ordering: .relaxed).newValue, "1") }
}
