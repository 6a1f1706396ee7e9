import Bank
import BankServices
public import Flowline

extension FlowContext {
  /// Shows an order that the bank never answered, if there is one with this key.
  ///
  /// - Returns: whether it is not open any more.
  public nonisolated(nonsending) func settle(
    orderWith key: String, at desk: Desk
  ) async throws -> Bool {
    guard let orders = desk.services.openOrders else { return false }
    let open = try await read("open-orders", title: texts("orders.reading"), at: desk) {
      try await orders.openOrders()
    }
    guard let order = open.first(where: { $0.id == key }) else { return true }
    let child = OpenOrderFlow(order: order, orders: orders, desk: desk)
    return try await visit(child).map { $0 != .open } ?? false
  }
}
