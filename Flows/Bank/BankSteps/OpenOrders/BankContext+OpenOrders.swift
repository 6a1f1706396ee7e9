import Bank
import BankServices
import Flowline

extension BankContext {
  /// Shows an order that the bank never answered, if there is one with this key.
  public nonisolated(nonsending) func settle(
    orderWith key: String
  ) async throws -> OpenOrderSettlement {
    let open = try await read("open-orders", title: texts("open-orders.activity")) { [services] in
      try await services.openOrders?.openOrders() ?? []
    }
    guard let order = open.first(where: { $0.id == key }) else { return .notListed }
    switch try await flow.visit(OpenOrderFlow(order: order, access: access)) {
    case .open, nil: return .leftOpen
    case .done, .notDone, .givenUp, .closed: return .closed
    }
  }
}

/// What came of an order that was in the way of another.
public enum OpenOrderSettlement: Sendable {
  /// It is not open any more.
  case closed
  /// The person left it open.
  case leftOpen
  /// It is not among this customer's open orders: it has been settled meanwhile, or it is another
  /// customer's.
  case notListed
}
