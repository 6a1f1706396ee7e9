import Flowline

extension Walk {
  /// Every walk that a script under `Flows/Bank` is recorded from.
  static let all = roundUps + newGoals + accounts + account + goals + troubles + openOrders

  private static let roundUps = [
    Walk(
      path: "RoundUp/Scripts/round-up.flow",
      comment: "This week's change of the personal account goes to the trip.", flow: "round-up",
      moves: ["1", "", "", "trip", "y", ""]),
    Walk(
      path: "RoundUp/Scripts/in-russian.flow",
      comment: "The same walk in Russian.", flow: "round-up", locale: "ru_RU",
      moves: ["personal", "эта", "", "trip", "да", ""]),
    Walk(
      path: "RoundUp/Scripts/new-goal.flow",
      comment: "The change goes to a goal that is made on the way.", flow: "round-up",
      moves: [
        "personal", "this", "", "new", "Bike", .refused("lots", .notANumber), "250", "yes", "y", "",
      ]),
    Walk(
      path: "RoundUp/Scripts/new-goal-left.flow",
      comment: "A new goal is begun and left, another begun and declined; an old one has it.",
      flow: "round-up",
      moves: [
        "personal", "", "", "new", "Bike", .cancel, "new", "Bike", "250", "no", "trip", "y", "",
      ]),
    Walk(
      path: "RoundUp/Scripts/back.flow",
      comment: "Back to the week, and once more out of a new goal.", flow: "round-up",
      moves: [
        "personal", "this", "", .back, .back, "last", "", "new", "Bike", .back, .back, "trip",
        "y", "",
      ]),
    Walk(
      path: "RoundUp/Scripts/nothing-to-round-up.flow",
      comment: "Whole amounts leave nothing to round up; nothing is offered to send.",
      flow: "round-up", moves: ["euro", "this", ""]),
    Walk(
      path: "RoundUp/Scripts/too-little-money.flow",
      comment: "The round-up is more than there is: balance, need and shortfall are shown.",
      flow: "round-up", moves: ["business", "this", "", ""]),
    Walk(
      path: "RoundUp/Scripts/no-payments.flow",
      comment: "A week without payments.", flow: "round-up", moves: ["euro", "last", ""]),
    Walk(
      path: "RoundUp/Scripts/settled-later.flow",
      comment: "Last week is moved already; a payment settled since, and the difference is moved.",
      flow: "round-up", moves: ["business", "last", "", "tax", "y", ""]),
    Walk(
      path: "RoundUp/Scripts/declined.flow",
      comment: "A no to the last question: nothing is moved.", flow: "round-up",
      moves: ["personal", "", "", "trip", .refused("perhaps", .notYesOrNo), "n"]),
  ]

  private static let newGoals = [
    Walk(
      path: "CreateGoal/Scripts/create-goal.flow",
      comment: "A goal is made, after every kind of answer that is refused.",
      flow: "create-goal",
      moves: [
        .refused("savings", .notAChoice), "personal",
        .refused("", .empty), .refused("   ", .empty),
        .refused(String(repeating: "x", count: 256), .tooLong), "Holiday",
        .refused("", .empty), .refused("0", .tooLow), .refused("-5", .tooLow),
        .refused("12.345", .tooManyDecimals), .refused("€500", .otherCurrency),
        .refused("a lot", .notANumber), "1,250.50", "y",
      ]),
    Walk(
      path: "CreateGoal/Scripts/in-russian.flow",
      comment: "Amounts are typed the Russian way.", flow: "create-goal", locale: "ru_RU",
      moves: ["euro", "Отпуск у моря", .refused("двести", .notANumber), "1 250,50", "да"]),
    Walk(
      path: "CreateGoal/Scripts/declined.flow",
      comment: "The name is put right by going back; then the goal is not made after all.",
      flow: "create-goal", moves: ["personal", "Holliday", .back, "Holiday", "300", "no"]),
  ]

  private static let accounts = [
    Walk(
      path: "Accounts/Scripts/accounts.flow",
      comment: "Two accounts in detail, one of them without goals.", flow: "accounts",
      moves: ["personal", "", "euro", "", "done"]),
    Walk(
      path: "Accounts/Scripts/refresh.flow",
      comment: "The list is read again.", flow: "accounts", moves: ["refresh", "done"]),
    Walk(
      path: "Accounts/Scripts/all-the-way.flow",
      comment: "From the list to a goal, its round-up, and back to the account and the list.",
      flow: "accounts",
      moves: [
        "personal", "trip", "round-up", "this", "", "y", "", "done", "done",
      ]),
    Walk(
      path: "Accounts/Scripts/in-russian.flow",
      comment: "One account in Russian.", flow: "accounts", locale: "ru_RU",
      moves: ["business", "", "Готово"]),
  ]
}
