import Bank
import BankServices
import BankSteps
import DataSets
import Flowline
import Money

/// Shows an account, and asks what is to be done.
struct OverviewPage {
  /// What can be done.
  enum Choice: Sendable, Encodable {
    case goal(SavingsGoal.ID)
    case newGoal, roundUp, refresh, done
  }

  let account: Account
  let statement: Statement
  /// Says how old the statement is.
  let notice: [Section]

  var screen: ChoiceScreen<Choice> {
    let goals = statement.goals.value.map { Option($0, means: Choice.goal($0.id)) }
    let others = [
      Option("+", Choice.newGoal), Option("round-up", .roundUp), Option("refresh", .refresh),
      Option("done", .done),
    ]
    return ChoiceScreen("overview", options: goals + others, default: "done", page: page)
      .with(["account": account.name]).asMenu()
  }

  @PageBuilder private var page: [Section] {
    notice
    if let overview = try? statement.overview(of: account.id) {
      if let balance = overview.balance {
        Row("cleared", balance.cleared)
        Row("effective", balance.effective)
      } else {
        Row("cleared", texts("overview.balance-unknown"))
        overview.balanceFailure?.headline
      }
    }
    Section("goals") {
      if statement.goals.value.isEmpty { Row("no-goals") }
      statement.goals.value.map { Row(progressOf: $0) }
    }
    Section("payments", with: ["days": StatementSource.days]) {
      if statement.payments.value.isEmpty { Row("no-payments") }
      statement.latestFirst.map {
        Row(
          "payment", $0.valueText, id: $0.id.text,
          with: ["day": $0.transactionTime, "name": $0.counterparty.name])
      }
    }
  }
}

extension Payment {
  /// The amount with its sign, and the status if the payment is not settled.
  fileprivate var valueText: Text {
    let signedAmount =
      switch direction {
      case .incoming: texts("payment.incoming", amount)
      case .outgoing: Text((try? amount.negated()) ?? amount)
      }
    return status.text.map { texts("payment.unsettled", signedAmount, $0) } ?? signedAmount
  }
}

extension PaymentStatus {
  /// The status in words; nil for settled payments, of which nothing need be said.
  fileprivate var text: Text? {
    switch self {
    case .settled: nil
    case .unknown(let word): texts("status.unknown", word)
    default: texts("status.\(rawValue.lowercased().replacing("_", with: "-"))")
    }
  }
}
