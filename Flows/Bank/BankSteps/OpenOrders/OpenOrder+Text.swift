import Bank
import Flowline
import Money
import ServiceBasics

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
    [Row(texts("order.what"), summary), Row(texts("order.when"), orderedAt.date)]
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

extension OpenOrder.Contents {
  /// The kind of order, as the keys of texts have it.
  var name: String {
    switch self {
    case .transfer: "transfer"
    case .goal: "goal"
    case .deletion: "deletion"
    }
  }
}
