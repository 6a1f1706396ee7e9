package import Bank
package import EmbeddedBank
import FoundationEssentials
package import Money

/// A test's bank with an account, and what is done there.
package protocol AccountWorld {
  /// The bank that is tested.
  var testedBank: any Bank { get }

  /// An account there.
  var account: Account { get }
}

extension AccountWorld {
  /// An amount in the account's currency.
  package func money(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: account.currency)
  }

  /// A settled card payment of the day before, unless told otherwise.
  package func payment(
    _ minorUnits: Int64, direction: PaymentDirection = .outgoing,
    status: PaymentStatus = .settled, source: PaymentSource = .card,
    at instant: String = "2026-11-19T10:00:00Z"
  ) throws -> NewPayment {
    NewPayment(
      account: account.id, amount: money(minorUnits), direction: direction, status: status,
      source: source, counterparty: Counterparty(kind: .merchant, name: "Somebody"),
      transactionTime: try date(instant))
  }

  /// Makes a goal of 500.
  package func goal(
    _ name: String = "Trip", key: String = uuid(1, "e")
  ) async throws -> SavingsGoal {
    let order = GoalOrder(key: key, account: account.id, name: name, target: money(500_00))
    guard case .created(let goal) = try await testedBank.createGoal(order) else {
      throw Unexpected()
    }
    return goal
  }

  /// An order of a transfer between the account and a goal, into the goal unless told otherwise.
  package func order(
    _ minorUnits: Int64, _ goal: SavingsGoal.ID, key: String = uuid(1),
    covering: [Payment.ID] = [], direction: TransferOrder.Direction = .intoGoal
  ) -> TransferOrder {
    TransferOrder(
      key: key, account: account.id, goal: goal, amount: money(minorUnits), covering: covering,
      direction: direction)
  }

  /// All payments of the account.
  package func feed() async throws -> [Payment] {
    try await testedBank.payments(of: account.id, in: .distantPast ..< .distantFuture)
  }
}
