import Bank
import Flowline

/// The walks through an account, a goal, and what may be in the way.
extension Walk {
  static let account = [
    Walk(
      path: "Account/Scripts/account.flow",
      comment: "An account is chosen, read again and left.", flow: "account",
      moves: ["personal", "refresh", "done"]),
    Walk(
      path: "Account/Scripts/new-goal.flow",
      comment: "An account without goals gets one, and shows it.", flow: "account",
      moves: ["euro", "+", "Sea", "100", "y", ""]),
    Walk(
      path: "Account/Scripts/round-up.flow",
      comment: "The week's change is moved from the account, which then shows it.",
      flow: "account", moves: ["personal", "round-up", "this", "", "trip", "y", "", ""]),
    Walk(
      path: "Account/Scripts/goal.flow",
      comment: "A goal is deleted from its account, which then shows the money.", flow: "account",
      moves: ["personal", "trip", "delete", "y", "", ""]),
    Walk(
      path: "Account/Scripts/back.flow",
      comment: "Back from a goal and from the account.", flow: "account",
      moves: ["personal", "trip", .back, .back, "business", ""]),
    Walk(
      path: "Account/Scripts/in-russian.flow",
      comment: "An account and a new goal in Russian.", flow: "account", locale: "ru_RU",
      moves: ["business", "новая", "Отпуск", "1 250,50", "да", "готово"]),
  ]

  static let goals = [
    Walk(
      path: "Goal/Scripts/goal.flow",
      comment: "A goal is looked at and read again.", flow: "goal",
      moves: ["personal", "trip", "refresh", "done"]),
    Walk(
      path: "Goal/Scripts/round-up.flow",
      comment: "The week's change is added to the goal.", flow: "goal",
      moves: ["personal", "trip", "round-up", "this", "", "y", ""]),
    Walk(
      path: "Goal/Scripts/withdraw.flow",
      comment: "Money is taken out of the goal; more than is in it is refused.", flow: "goal",
      moves: [
        "personal", "trip", "withdraw", .refused("120.71", .tooHigh), .refused("0", .tooLow),
        "20.70", "y", "",
      ]),
    Walk(
      path: "Goal/Scripts/delete.flow",
      comment: "The goal is deleted; what was in it returns to the account.", flow: "goal",
      moves: ["personal", "trip", "delete", "y", ""]),
    Walk(
      path: "Goal/Scripts/kept.flow",
      comment: "A no to the deletion, a withdrawal that is left, a round-up of nothing: all stays.",
      flow: "goal",
      moves: [
        "personal", "trip", "delete", "n", "withdraw", .cancel, "round-up", "last", .cancel, "done",
      ]),
    Walk(
      path: "Goal/Scripts/back.flow",
      comment: "Back from the amount and from the goal.", flow: "goal",
      moves: ["personal", "trip", "withdraw", "5", .back, .back, .back, "trip", ""]),
    Walk(
      path: "Goal/Scripts/no-goals.flow",
      comment: "An account without goals.", flow: "goal", moves: ["euro", ""]),
    Walk(
      path: "Goal/Scripts/in-russian.flow",
      comment: "Taking money out and deleting in Russian.", flow: "goal", locale: "ru_RU",
      moves: ["personal", "trip", "вывести", "20,70", "нет", "удалить", "да", ""]),
  ]

  /// What no sample bank does by itself: these replay from their record alone.
  static let troubles = [
    Walk(
      path: "BankSteps/Scripts/not-loaded.flow",
      comment: "The bank cannot be reached at first.", flow: "accounts",
      moves: ["again", "done"], reads: [.unavailable(cause: "connection refused")]),
    Walk(
      path: "BankSteps/Scripts/missing-permission.flow",
      comment: "The token does not allow to read; another one is logged in with, then it is left.",
      flow: "accounts", moves: ["log-in", "leave", "leave"],
      reads: [.insufficientScope("account-list:read"), .insufficientScope("account-list:read")]),
    Walk(
      path: "BankSteps/Scripts/in-russian.flow",
      comment: "A bank that was asked too often, in Russian.", flow: "accounts", locale: "ru_RU",
      moves: ["не продолжать"], reads: [.tooManyRequests(cause: "429")]),
    Walk(
      path: "BankSteps/Scripts/not-done.flow",
      comment: "An order that did not get there is sent again under its key.",
      flow: "create-goal", moves: ["personal", "Bike", "250", "y", "again"],
      orders: [.kept(.unavailable(cause: "connection refused"))]),
    Walk(
      path: "BankSteps/Scripts/log-in-meanwhile.flow",
      comment: "The token ends before the transfer: a log-in, and the same order again.",
      flow: "round-up",
      moves: [
        "personal", "this", "", "trip", "y", "type", .type(TestLogin.goodToken), "", "",
      ], orders: [.kept(.notLoggedIn(cause: "invalid_token"))]),
    Walk(
      path: "BankSteps/Scripts/log-in.flow",
      comment: "A token is refused, another one is taken.", flow: "log-in",
      moves: [
        "type", .refusedByCheck("short", "not-a-token"),
        .refusedByCheck("something else", "token-refused"),
        .type(TestLogin.goodToken), "",
      ]),
    Walk(
      path: "BankSteps/Scripts/token-file.flow",
      comment: "The token file is read again.", flow: "log-in", moves: ["file", ""]),
    Walk(
      path: "BankSteps/Scripts/log-out.flow",
      comment: "All access tokens end.", flow: "log-out", moves: ["y", ""]),
    Walk(
      path: "BankSteps/Scripts/log-out-unknown.flow",
      comment: "The bank's answer is lost; logging out again settles it.", flow: "log-out",
      moves: ["y", "again", ""],
      logOuts: [.outcomeUnknown(cause: "no answer"), .notLoggedIn(cause: "invalid_token")]),
  ]
}
