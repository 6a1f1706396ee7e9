import Bank
import BankServices
public import Flowline
import ServiceBasics

/// Lists the orders that the bank never answered, and has each looked into, sent again or given up.
public struct OrdersFlow: Flow {
  public let id: FlowID = "orders"
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess

  /// Makes the flow.
  public init(at access: BankAccess) {
    self.access = access
  }

  public func words(for visit: OrdersVisit) -> Text? {
    visit.open == 0 ? texts("orders.result") : texts("orders.result.open", visit.open)
  }

  public func run(_ context: FlowContext) async throws -> OrdersVisit {
    let bank = context.at(access)
    var visit = OrdersVisit(done: 0, notDone: 0, givenUp: 0, open: 0)
    while true {
      let open = try await bank.read("orders") { [access] in
        try await access.openOrders.openOrders()
      }
      visit.open = open.count
      guard !open.isEmpty else {
        try await context.show("nothing-open") { Row("all-settled") }
        return visit
      }
      let chosen: OpenOrder? = try await context.choose(
        "order",
        from: open.map { $0.option(in: context.environment) }
          + [Option("done", nil, label: texts("orders.done"))], texts: "orders")
      guard let chosen else { return visit }
      switch try await context.visit(OpenOrderFlow(order: chosen, access: access)) {
      case .done: visit.done += 1
      case .notDone: visit.notDone += 1
      case .givenUp: visit.givenUp += 1
      case .closed, .open, nil: break
      }
    }
  }
}

extension OpenOrder {
  /// The order on a menu: the key is made of the goal's name if that is known.
  fileprivate func option(in environment: FlowEnvironment) -> Option<OpenOrder?> {
    let summary = summary.resolved(in: environment).text
    return Option(
      named: summary, self, word: goalName, else: "goal", detail: Text(orderedAt.date))
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
