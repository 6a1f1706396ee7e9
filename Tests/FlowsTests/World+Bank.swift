import Bank
import EmbeddedBank
import FlowTestSupport
import FoundationEssentials
import Money
import Testing

/// What happens at the bank while a flow waits.
extension World {
  func account(_ handle: String) async throws -> Account {
    try #require(try await bank.accounts().first { $0.handle == handle })
  }

  func goals(of handle: String) async throws -> [SavingsGoal] {
    try await bank.goals(of: account(handle).id)
  }

  func available(in handle: String) async throws -> Int64 {
    try await bank.balance(of: account(handle).id).effective.minorUnits
  }

  /// Spends money this week, or before where it is not to count for this week's round-up.
  func spend(
    _ minorUnits: Int64, from handle: String, daysAgo: Double = 0,
    _ status: PaymentStatus = .settled
  ) async throws {
    let account = try await account(handle)
    try bank.post(
      NewPayment(
        account: account.id, amount: Money(minorUnits: minorUnits, currency: account.currency),
        status: status, counterparty: Counterparty(kind: .merchant, name: "Kiosk"),
        transactionTime: Self.now.addingTimeInterval(-daysAgo * 86_400)))
  }

  func deleteGoal(_ name: String, of handle: String) async throws {
    let goal = try #require(try await goals(of: handle).first { $0.name == name })
    try bank.deleteGoal(goal.id)
  }

  /// Settles what is pending in an account.
  func settlePending(of handle: String) async throws {
    let pending = try await bank.payments(
      of: account(handle).id, in: Date.distantPast..<Date.distantFuture
    ).filter { $0.status == .pending }
    for payment in pending { try bank.settle(payment.id, at: Self.now) }
  }
}
