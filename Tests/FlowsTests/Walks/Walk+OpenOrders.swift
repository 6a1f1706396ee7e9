import Bank
import Flowline

/// The walks through orders that the bank never answered.
extension Walk {
  static let openOrders: [Walk] = [
    Walk(
      path: "BankSteps/Scripts/orders.flow",
      comment: "Open orders: one is looked into and sent again, one is kept, one is given up.",
      flow: "orders",
      moves: [
        "trip", "look", "again", "", "bike", "leave", "trip", "give-up", "n", "give-up", "y", "",
        "done",
      ],
      open: OpenOrders(
        orders: [.transfer(), .goal(), .deletion()], looks: [.one], ends: [.done])),
    Walk(
      path: "BankSteps/Scripts/orders-in-russian.flow",
      comment: "Open orders in Russian: the bank refuses to do one again, which is then given up.",
      flow: "orders", locale: "ru_RU",
      moves: ["trip", "отправить", "посмотреть", "отказаться", "да", "", ""],
      open: OpenOrders(orders: [.roundUp()], looks: [.none], ends: [.refusedAgain])),
    Walk(
      path: "BankSteps/Scripts/no-orders.flow",
      comment: "No order is open.", flow: "orders", moves: [""], open: OpenOrders(orders: [])),
    Walk(
      path: "BankSteps/Scripts/unanswered.flow",
      comment: "A round-up meets its transfer that was never answered; it is left open.",
      flow: "round-up", moves: ["personal", "this", "leave"],
      open: OpenOrders(orders: [.roundUp()])),
  ]
}
