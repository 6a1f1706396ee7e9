import Bank
import Flowline
import Money
import ServiceBasics

/// The pages of an order that the bank never answered.
struct OpenOrderPage {
  /// What the person decides.
  enum Choice: String, Codable, Sendable {
    case look, again, giveUp, leave
  }

  let order: OpenOrder
  /// What came of the last look, or of sending it again.
  var remark: Text?

  var screen: some Screen<Choice> {
    let rows = order.rows + [remark ?? texts("open-order.unknown")].map { Row($0) }
    return ChoiceScreen(
      "order", texts("open-order.question"),
      options: [
        Option("again", .again, label: texts("open-order.again"), detail: order.againText),
        Option(
          "look", .look, label: texts("open-order.look"), detail: texts("open-order.look.detail")),
        Option("give-up", .giveUp, label: texts("open-order.give-up")),
        Option("leave", .leave, label: texts("open-order.leave")),
      ],
      page: [Section(rows: rows)]
    ).label(texts("open-order.label"))
  }

  var confirmation: some Screen<Bool> {
    ConfirmScreen(
      "confirm", texts("give-up.question"),
      page: [Section(rows: order.rows + [Row(order.riskText), Row(texts("give-up.remark"))])]
    ).label(texts("give-up.label"))
  }

  func receipt(of end: OpenOrderFlow.End) -> some Screen<Seen> {
    let text =
      switch end {
      case .done: texts("open-order.done")
      case .notDone: texts("open-order.not-done")
      case .givenUp: texts("open-order.given-up")
      case .closed: texts("open-order.closed")
      case .open: texts("open-order.unknown")
      }
    let remark: Text? =
      switch end {
      case .givenUp: texts("open-order.given-up.remark")
      case .closed: texts("open-order.closed.remark")
      case .done, .notDone, .open: nil
      }
    let rows = order.rows + [remark].compactMap { $0 }.map { Row($0) }
    return ReviewScreen("settled", text, page: [Section(rows: rows)])
      .label(texts("open-order.label"))
  }
}

extension OpenOrder {
  /// What was ordered, in one line.
  var summary: Text {
    switch (contents, goalName) {
    case (.transfer(let order), let goal?):
      texts(
        order.direction == .intoGoal ? "order.into-goal" : "order.out-of-goal",
        .money(order.amount), .string(goal))
    case (.transfer(let order), nil):
      texts(
        order.direction == .intoGoal ? "order.into-some-goal" : "order.out-of-some-goal",
        .money(order.amount))
    case (.goal(let order), _): texts("order.goal", .string(order.name))
    case (.deletion, let goal?): texts("order.deletion", .string(goal))
    case (.deletion, nil): texts("order.some-deletion")
    }
  }

  /// What was ordered, and when.
  var rows: [Row] {
    [
      Row(texts("order.what"), summary),
      Row(texts("order.when"), texts("order.day", .day(orderedAt.date))),
    ]
  }

  /// What sending it again does.
  fileprivate var againText: Text {
    switch contents {
    case .transfer: texts("open-order.again.transfer")
    case .goal: texts("open-order.again.goal")
    case .deletion: texts("open-order.again.deletion")
    }
  }

  /// What giving it up risks.
  fileprivate var riskText: Text {
    switch contents {
    case .transfer(let order) where order.transfer != order.key:
      texts("give-up.round-up", .money(order.amount))
    case .transfer(let order): texts("give-up.transfer", .money(order.amount))
    case .goal: texts("give-up.goal")
    case .deletion: texts("give-up.deletion")
    }
  }
}

extension OrderSigns {
  /// What the bank shows, and how sure that is.
  var text: Text {
    switch self {
    case .carriedOut: texts("open-order.done")
    case .one: texts("signs.one")
    case .several: texts("signs.several")
    case .none: texts("signs.none")
    case .unreadable: texts("signs.unreadable")
    }
  }
}
