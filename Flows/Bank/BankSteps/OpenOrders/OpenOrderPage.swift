import Bank
import Flowline
import Money
import ServiceBasics

/// Shows an order that the bank never answered, and asks what is to be done about it.
struct OpenOrderPage {
  /// What the person decides.
  enum Choice: String, Codable, Sendable {
    case again, look
    case giveUp = "give-up"
    case leave
  }

  let order: OpenOrder
  /// What came of the last look, or of sending it again.
  var remark: Text?

  var screen: some Screen<Choice> {
    ChoiceScreen(
      "order",
      options: [
        Option(.again, detail: order.againText), Option(.look), Option(.giveUp), Option(.leave),
      ]
    ).texts("open-order").page {
      order.rows
      remark ?? texts("open-order.unknown")
    }
  }
}

extension OpenOrder {
  /// What was ordered, in one line.
  var summary: Text {
    switch (contents, goalName) {
    case (.transfer(let order), let goal?):
      texts(
        order.direction == .intoGoal ? "order.into-goal" : "order.out-of-goal", order.amount, goal)
    case (.transfer(let order), nil):
      texts(
        order.direction == .intoGoal ? "order.into-some-goal" : "order.out-of-some-goal",
        order.amount)
    case (.goal(let order), _): texts("order.goal", order.name)
    case (.deletion, let goal?): texts("order.deletion", goal)
    case (.deletion, nil): texts("order.some-deletion")
    }
  }

  /// What was ordered, and when.
  var rows: [Row] {
    [
      Row(texts("order.what"), summary),
      Row(texts("order.when"), orderedAt.date),
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
  var riskText: Text {
    switch contents {
    case .transfer(let order) where order.transfer != order.key:
      texts("give-up.round-up", order.amount)
    case .transfer(let order): texts("give-up.transfer", order.amount)
    case .goal: texts("give-up.goal")
    case .deletion: texts("give-up.deletion")
    }
  }
}

extension OrderSigns {
  /// What the bank shows, and how sure that is.
  var text: Text {
    switch self {
    case .carriedOut: texts("settled.done")
    case .one: texts("signs.one")
    case .several: texts("signs.several")
    case .none: texts("signs.none")
    case .unreadable: texts("signs.unreadable")
    }
  }
}
