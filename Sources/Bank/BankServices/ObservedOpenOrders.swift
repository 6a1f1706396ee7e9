import Bank
import DataSets

/// Open orders; settling one marks the data sets that it may have changed as stale.
struct ObservedOpenOrders: OpenOrders {
  let orders: any OpenOrders
  let repository: Repository<BankError>

  func openOrders() async throws -> [OpenOrder] { try await orders.openOrders() }

  func signs(of key: String) async throws -> OrderSigns? {
    try await changing(key) { try await orders.signs(of: key) }
  }

  func sendAgain(_ key: String) async throws -> OpenOrderEnd {
    try await changing(key) { try await orders.sendAgain(key) }
  }

  func giveUp(_ key: String) async throws -> Bool {
    try await changing(key) { try await orders.giveUp(key) }
  }

  /// Marks what the order may have changed, before and after.
  private func changing<Value>(
    _ key: String, _ settle: () async throws -> Value
  ) async throws -> Value {
    guard let order = try await orders.openOrders().first(where: { $0.id == key }) else {
      return try await settle()
    }
    return try await repository.changing(BankChange.moneyMoved(order.account).scopes, settle)
  }
}
