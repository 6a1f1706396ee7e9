import Bank
import Flowline
import Money

/// Asks for what a goal is: one page where a front end has pages.
enum GoalForm {
  static func make(for account: Account) -> Form<NewGoal> {
    Form("goal-details", texts("flow.title")) { page in
      let name = page.ask(NameScreen.make(in: page.environment))
      let target = page.ask(TargetScreen.make(for: account))
      guard let name, let target else { return nil }
      return NewGoal(name: name, target: target)
    }
  }
}

/// Asks for the goal's name.
enum NameScreen {
  static func make(in environment: FlowEnvironment) -> some Screen<String> {
    TextScreen(
      "name", texts("name.question"), length: GoalOrder.nameLengths,
      example: texts("name.example").resolved(in: environment).text
    )
    .label(texts("name.label"))
    .help(texts("name.help"))
    .refusing(lengthRefusal)
  }

  /// The screen counts characters as people do; the bank counts UTF-16 units, which may be more.
  @Sendable private static func lengthRefusal(of name: String) -> Refusal? {
    let count = name.utf16.count
    let most = GoalOrder.nameLengths.upperBound
    guard count > most else { return nil }
    return Refusal(
      .tooLong, texts("name.too-long", .integer(count), .string(String(most))),
      arguments: ["count": .integer(Int64(count)), "most": .integer(Int64(most))])
  }
}

/// Asks how much is to be saved.
enum TargetScreen {
  static func make(for account: Account) -> some Screen<Money> {
    AmountScreen("target", texts("target.question"), in: account.currency)
      .label(texts("target.label"))
      .help(texts("target.help"))
  }
}

/// Shows the goal and asks whether it is to be made.
enum ConfirmPage {
  static func make(of goal: NewGoal, for account: Account) -> some Screen<Bool> {
    let rows = [
      Row(texts("confirm.name"), Text(verbatim: goal.name)),
      Row(texts("confirm.target"), texts("amount", .money(goal.target))),
      Row(texts("confirm.account"), Text(verbatim: account.name)),
    ]
    return ConfirmScreen("confirm", texts("confirm.question"), page: [Section(rows: rows)])
      .label(texts("confirm.label"))
  }
}
