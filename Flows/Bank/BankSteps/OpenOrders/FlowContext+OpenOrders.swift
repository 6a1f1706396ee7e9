import Bank
import BankServices
public import Flowline

extension FlowContext {
  /// Shows an order that the bank never answered, if there is one with this key.
  public nonisolated(nonsending) func settle(
    orderWith key: String, at access: BankAccess
  ) async throws -> OpenOrderMeeting {
    guard let orders = access.services.openOrders else { return .notListed }
    let open = try await read("open-orders", title: texts("open-orders.activity"), at: access) {
      try await orders.openOrders()
    }
    guard let order = open.first(where: { $0.id == key }) else { return .notListed }
    let child = OpenOrderFlow(order: order, orders: orders, access: access)
    switch try await visit(child) {
    case .open?, nil: return .leftOpen
    case .done?, .notDone?, .givenUp?, .closed?: return .closed
    }
  }
}

/// What came of meeting an order that the bank never answered.
public enum OpenOrderMeeting: Sendable {
  /// It is not open any more.
  case closed
  /// The person left it open.
  case leftOpen
  /// It is not among this customer's open orders: it has been settled meanwhile, or it is another
  /// customer's.
  case notListed
}
