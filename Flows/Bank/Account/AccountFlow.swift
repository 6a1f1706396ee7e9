import Bank
import BankServices
import DataSets
import Flowline
import Money
import ServiceSteps

/// Shows one account: its balance, its goals and its latest payments; from here its goals are made
/// and shown, and its spending is rounded up.
///
/// It results in the account as it stood last.
struct AccountFlow: BankFlow {
  static let texts = TextCatalog(PackageResources.Account_xcstrings)
  let id: FlowID = "account"
  let access: BankAccess

  /// How many days the payments are shown of, today included.
  private static let days = 10

  func words(for state: AccountState) -> Text? {
    state.balance.map { texts("result", state.account.name, $0.effective) }
      ?? texts("result.balance-unknown", state.account.name)
  }

  func run(_ context: FlowContext) async throws -> AccountState {
    let bank = context.at(access)
    let account = try await bank.account()
    let access = access.about(account)
    var statement = try await bank.read(
      "statement",
      from: bank.services.statement(
        of: account.id, days: Self.days, until: context.now, context.environment.calendar))
    return try await statement.browse { statement in
      let overview = try statement.overview(of: account.id)
      let goals = statement.goals.value
      return ChoiceScreen(
        "overview",
        options: goals.map { Option($0, means: .visit(GoalFlow(access: access, goal: $0.id))) } + [
          Option("+", .visit(CreateGoalFlow(access: access))),
          Option("round-up", .visit(RoundUpFlow(access: access))),
          Option("refresh", .again),
          Option("done", .result(AccountState(overview, goals: goals))),
        ],
        default: "done", page: page(of: statement, overview)
      ).with(["account": account.name])
    }
  }

  @PageBuilder private func page(of statement: Statement, _ overview: AccountOverview) -> [Section]
  {
    if let balance = overview.balance {
      Row("cleared", balance.cleared)
      Row("effective", balance.effective)
    } else {
      Row("cleared", texts("overview.balance-unknown"))
      overview.balanceFailure?.headline
    }
    Section("goals") {
      if statement.goals.value.isEmpty { Row("no-goals") }
      statement.goals.value.map { Row(progressOf: $0) }
    }
    Section("payments", with: ["days": Self.days]) {
      if statement.payments.value.isEmpty { Row("no-payments") }
      statement.latestFirst.map {
        Row(
          "payment", amount(of: $0), id: $0.id.text,
          with: ["day": $0.transactionTime, "name": $0.counterparty.name])
      }
    }
  }

  /// The amount with its sign, and the status if the payment is not settled.
  private func amount(of payment: Payment) -> Text {
    let amount =
      switch payment.direction {
      case .incoming: texts("payment.incoming", payment.amount)
      case .outgoing: Text((try? payment.amount.negated()) ?? payment.amount)
      }
    guard payment.status != .settled else { return amount }
    return texts("payment.unsettled", amount, texts("status", of: payment.status))
  }
}

/// An account as it stood when it was left.
struct AccountState: Sendable, Codable {
  let account: Account
  /// What is in its main category; nil if that is not known.
  let balance: Balance?
  /// Why the balance is not known; nil if it is.
  let balanceFailure: BankError?
  /// Its goals, oldest first.
  let goals: [SavingsGoal]

  init(_ overview: AccountOverview, goals: [SavingsGoal]) {
    account = overview.account
    balance = overview.balance
    balanceFailure = overview.balanceFailure
    self.goals = goals
  }
}
