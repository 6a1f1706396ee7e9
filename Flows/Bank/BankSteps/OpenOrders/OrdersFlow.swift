import Bank
import BankServices
import Flowline
import ServiceBasics

/// Lists the orders that the bank never answered, and has each looked into, sent again or given up.
struct OrdersFlow: BankFlow {
  static var texts: TextCatalog { sharedTexts }
  let id: FlowID = "orders"
  let access: BankAccess

  func words(for visit: OrdersVisit) -> Text? {
    visit.open == 0 ? texts("orders.result") : texts("orders.result.open", visit.open)
  }

  func run(_ context: FlowContext) async throws -> OrdersVisit {
    var visit = OrdersVisit()
    while true {
      let open = try await context.at(access).read("orders") { [access] in
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

/// What became of the open orders; those that another process settled meanwhile are not counted.
struct OrdersVisit: Sendable, Codable {
  /// How many turned out to have been carried out.
  var done = 0
  /// How many were not carried out, and will not be.
  var notDone = 0
  /// How many were given up.
  var givenUp = 0
  /// How many are still open.
  var open = 0
}
