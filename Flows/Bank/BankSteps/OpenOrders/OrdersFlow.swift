public import Bank
import BankServices
public import Flowline
import ServiceBasics

/// Lists the orders that the bank never answered, and has each looked into, sent again or given up.
public struct OrdersFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "orders"
  /// The texts of `BankDesk.xcstrings`.
  public var catalog: TextCatalog? { texts }

  private let orders: any OpenOrders
  private let access: BankAccess

  /// Makes the flow.
  public init(_ orders: any OpenOrders, at access: BankAccess) {
    self.orders = orders
    self.access = access
  }

  /// Whether any order is still open, and how many are.
  public func words(for visit: OrdersVisit) -> Text? {
    visit.open == 0 ? texts("orders.result") : texts("orders.result.open", visit.open)
  }

  /// Lists the open orders, and runs what is to be done about one, until none is open or the person
  /// is done.
  public func run(_ context: FlowContext) async throws -> OrdersVisit {
    var visit = OrdersVisit(done: 0, notDone: 0, givenUp: 0, open: 0)
    while true {
      let open = try await context.read("orders", at: access) { [orders] in
        try await orders.openOrders()
      }
      visit.open = open.count
      guard !open.isEmpty else {
        try await context.show("nothing-open") { Row("all-settled") }
        return visit
      }
      guard let chosen = try await choose(from: open, context) else { return visit }
      let child = OpenOrderFlow(order: chosen, orders: orders, access: access)
      switch try await context.visit(child) {
      case .done?: visit.done += 1
      case .notDone?: visit.notDone += 1
      case .givenUp?: visit.givenUp += 1
      case .closed?, .open?, nil: break
      }
    }
  }
}

extension OrdersFlow {
  /// Asks which of the open orders is meant.
  ///
  /// Returns nil if the person is done.
  private nonisolated(nonsending) func choose(
    from orders: [OpenOrder], _ context: FlowContext
  ) async throws -> OpenOrder? {
    let menu = Menu<OpenOrder?>(
      orders.map { order in
        let summary = order.summary.resolved(in: context.environment).text
        return Menu.Thing(
          summary, word: order.goalName ?? summary, detail: Text(order.orderedAt.date), means: order
        )
      },
      commands: [Menu.Command("done", texts("orders.done"), means: nil)])
    return try await context.choose(
      "order", from: menu.options(in: context.environment), texts: "orders")
  }
}

/// What became of the open orders.
///
/// Those that another process settled meanwhile are not counted.
public struct OrdersVisit: Sendable, Hashable, Codable {
  /// How many turned out to have been carried out.
  public internal(set) var done: Int
  /// How many were not carried out, and will not be.
  public internal(set) var notDone: Int
  /// How many were given up.
  public internal(set) var givenUp: Int
  /// How many are still open.
  public internal(set) var open: Int
}
