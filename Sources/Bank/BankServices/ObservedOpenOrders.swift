import Bank

/// Open orders; settling one tells the data sets what it may have changed.
struct ObservedOpenOrders: OpenOrders {
  let orders: any OpenOrders
  let sets: DataSets

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
    let order = try await orders.openOrders().first { $0.id == key }
    let change = order.map { BankChange.moneyMoved($0.account) }
    if let change { sets.changed(change) }
    defer { if let change { sets.changed(change) } }
    return try await settle()
  }
}
