import Bank
import BankDesk
import BankServices
import DataSets
import Flowline

/// Shows an account, and asks what is to be done.
struct OverviewPage {
  /// What can be done.
  enum Choice: Sendable {
    case goal(SavingsGoal.ID)
    case newGoal, roundUp, refresh, done
  }

  typealias Event = PageEvent<Choice, Statement>

  let account: Account
  let statement: Statement
  let mark: [Section]
  let environment: FlowEnvironment

  var screen: ChoiceScreen<Event> {
    ChoiceScreen(
      "overview", texts("overview.title", .string(account.name)), options: options,
      default: "done", page: mark + [balanceSection, goalSection, paymentSection]
    ).label(texts("overview.label"))
  }

  private var options: [Option<Event>] {
    Menu(
      statement.goals.value.map {
        Menu.Thing($0.name, detail: $0.savedText, means: Choice.goal($0.id))
      },
      commands: [
        Menu.Command("+", texts("overview.new-goal"), means: .newGoal),
        Menu.Command("round-up", texts("overview.round-up"), means: .roundUp),
        Menu.Command("refresh", texts("overview.refresh"), means: .refresh),
        Menu.Command("done", texts("overview.done"), means: .done),
      ]
    ).options(in: environment) { .chosen($0) }
  }

  private var balanceSection: Section {
    guard let overview = try? statement.overview(of: account.id) else { return Section(rows: []) }
    guard let balance = overview.balance else {
      return Section(
        rows: [Row(texts("overview.cleared"), texts("overview.balance-unknown"))]
          + (overview.balanceFailure.map { [Row($0.headline)] } ?? []))
    }
    return Section(rows: [
      Row(texts("overview.cleared"), texts("amount", .money(balance.cleared))),
      Row(texts("overview.effective"), texts("amount", .money(balance.effective))),
    ])
  }

  private var goalSection: Section {
    let rows = statement.goals.value.map { Row(progressOf: $0) }
    return Section(
      texts("overview.goals"), rows: rows.isEmpty ? [Row(texts("overview.no-goals"))] : rows)
  }

  private var paymentSection: Section {
    let rows = statement.latestFirst.map { Row($0) }
    return Section(
      texts("overview.payments", .integer(AccountSets.days)),
      rows: rows.isEmpty ? [Row(texts("overview.no-payments"))] : rows)
  }
}

extension Row {
  /// A payment: when, with whom, how much, and its status where it is not settled.
  fileprivate init(_ payment: Payment) {
    self.init(
      texts("payment.label", .day(payment.transactionTime), .string(payment.counterparty.name)),
      payment.valueText, id: payment.id.text)
  }
}
