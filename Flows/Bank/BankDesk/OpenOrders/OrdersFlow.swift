public import Bank
import BankServices
public import Flowline
import ServiceBasics

/// Lists the orders that the bank never answered, and has each looked into, sent again or given up.
public struct OrdersFlow: Flow {
  public let id: FlowID = "orders"
  public var title: Text { texts("orders.title") }
  /// One line about what the flow is for.
  public static var summary: Text { texts("orders.summary") }

  private let orders: any OpenOrders
  private let desk: Desk

  /// Makes the flow.
  public init(_ orders: any OpenOrders, at desk: Desk) {
    self.orders = orders
    self.desk = desk
  }

  public func run(_ context: FlowContext) async throws -> OrdersVisit {
    var visit = OrdersVisit(done: 0, notDone: 0, givenUp: 0, open: 0)
    while true {
      let open = try await context.read("orders", title: texts("orders.reading"), at: desk) {
        [orders] in try await orders.openOrders()
      }
      visit.open = open.count
      guard !open.isEmpty else {
        _ = try await context.run(OrdersPage.nothingOpen)
        return visit
      }
      guard let chosen = try await context.run(OrdersPage(open, context.environment).screen) else {
        return visit
      }
      let child = OpenOrderFlow(order: chosen, orders: orders, desk: desk)
      switch try await context.visit(child) {
      case .done?: visit.done += 1
      case .notDone?: visit.notDone += 1
      case .givenUp?: visit.givenUp += 1
      case .closed?, .open?, nil: break
      }
    }
  }
}

/// What became of the open orders. Those that another process settled meanwhile are not counted.
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

/// Asks which of the open orders is meant.
private struct OrdersPage {
  private let options: [Option<OpenOrder?>]

  init(_ orders: [OpenOrder], _ environment: FlowEnvironment) {
    let menu = Menu<OpenOrder?>(
      orders.map { order in
        let summary = order.summary.resolved(in: environment).text
        return Menu.Thing(
          summary, word: order.goalName ?? summary,
          detail: texts("order.day", .day(order.orderedAt.date)), means: order)
      },
      commands: [Menu.Command("done", texts("orders.done"), means: nil)])
    options = menu.options(in: environment) { $0 }
  }

  var screen: some Screen<OpenOrder?> {
    ChoiceScreen("order", texts("orders.question"), options: options)
      .label(texts("orders.label"))
      .help(texts("orders.help"))
  }

  static var nothingOpen: some Screen<Seen> {
    let remark = Row(texts("orders.none.remark"))
    return ReviewScreen("nothing-open", texts("orders.none"), page: [Section(rows: [remark])])
      .label(texts("orders.label"))
  }
}
