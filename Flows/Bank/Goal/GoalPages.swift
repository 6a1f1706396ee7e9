import Bank
import BankDesk
import BankServices
import DataSets
import Flowline
import Money

/// Asks which goal is to be shown.
struct GoalList {
  let goals: [SavingsGoal]
  let mark: [Section]
  let environment: FlowEnvironment

  var screen: ChoiceScreen<PageEvent<SavingsGoal.ID, BankSnapshot<[SavingsGoal]>>> {
    let menu = Menu(
      goals.map { Menu<SavingsGoal.ID>.Thing($0.name, detail: $0.savedText, means: $0.id) })
    let options = menu.options(in: environment) {
      PageEvent<SavingsGoal.ID, BankSnapshot<[SavingsGoal]>>.chosen($0)
    }
    return ChoiceScreen("goal", texts("goal.question"), options: options, page: mark)
      .label(texts("goal.label"))
  }
}

/// Shows what is in a goal, and asks what is to be done with it.
struct DetailsPage {
  /// What can be done.
  enum Choice: Sendable {
    case roundUp, withdraw, delete, refresh, done
  }

  typealias Event = PageEvent<Choice, BankSnapshot<[SavingsGoal]>>

  let goal: SavingsGoal
  let account: Account
  let mark: [Section]

  var screen: ChoiceScreen<Event> {
    ChoiceScreen(
      "details", texts("details.title", .string(goal.name)), options: options, default: "done",
      page: mark + [Section(rows: rows)]
    ).label(texts("details.label"))
  }

  private var rows: [Row] {
    var rows = [Row(texts("details.saved"), texts("amount", .money(goal.totalSaved)))]
    if let target = goal.target {
      rows.append(Row(texts("details.target"), texts("amount", .money(target))))
      if let missing = try? target.subtracting(goal.totalSaved), missing.isPositive {
        rows.append(Row(texts("details.missing"), texts("amount", .money(missing))))
      } else {
        rows.append(Row(texts("details.reached")))
      }
    } else {
      rows.append(Row(texts("details.no-target")))
    }
    rows.append(Row(progressOf: goal))
    rows.append(Row(texts("details.account"), Text(verbatim: account.name)))
    return rows
  }

  /// What cannot be done now is not offered.
  private var options: [Option<Event>] {
    var options: [Option<Event>] = []
    if goal.isActive {
      options.append(Option("round-up", .chosen(.roundUp), label: texts("details.round-up")))
    }
    if goal.totalSaved.isPositive {
      options.append(Option("withdraw", .chosen(.withdraw), label: texts("details.withdraw")))
    }
    return options + [
      Option("delete", .chosen(.delete), label: texts("details.delete")),
      Option("refresh", .chosen(.refresh), label: texts("details.refresh")),
      Option("done", .chosen(.done), label: texts("details.done")),
    ]
  }
}

/// Says that the goal is no longer there.
enum GonePage {
  static func make(in account: Account) -> some Screen<Seen> {
    let remark = Row(texts("gone.remark", .string(account.name)))
    return ReviewScreen("gone", texts("gone.title"), page: [Section(rows: [remark])])
      .label(texts("gone.label"))
  }
}
