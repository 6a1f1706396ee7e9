import Bank
import BankDesk
import Flowline
import Money

/// The pages of taking money out of a goal.
struct WithdrawPages {
  let goal: SavingsGoal
  let account: Account

  /// Asks how much, up to what is in the goal.
  func amount(_ remark: Text?) -> some Screen<Money> {
    let rows =
      [remark.map { Row($0) }].compactMap { $0 }
      + [Row(texts("withdraw.available"), texts("amount", .money(goal.totalSaved)))]
    return AmountScreen(
      "amount", texts("withdraw.question", .string(goal.name)), in: goal.totalSaved.currency,
      minorUnits: 1...max(1, goal.totalSaved.minorUnits)
    ).label(texts("amount.label")).page([Section(rows: rows)])
  }

  func confirmation(of amount: Money) -> some Screen<Bool> {
    let left = (try? goal.totalSaved.subtracting(amount)) ?? goal.totalSaved
    let rows = [
      Row(texts("withdraw.amount"), texts("amount", .money(amount))),
      Row(texts("withdraw.from"), Text(verbatim: goal.name)),
      Row(texts("withdraw.to"), Text(verbatim: account.name)),
      Row(texts("withdraw.left"), texts("amount", .money(left))),
    ]
    return ConfirmScreen(
      "confirm", texts("withdraw.confirm", .money(amount), .string(goal.name)),
      page: [Section(rows: rows)]
    ).label(texts("confirm.label"))
  }

  func receipt(_ receipt: TransferReceipt) -> some Screen<Seen> {
    let after = SavingsGoal(
      id: goal.id, name: receipt.goalName, target: goal.target, totalSaved: receipt.totalSaved,
      state: goal.state)
    let rows = [
      Row(texts("withdraw.moved", .money(receipt.amount), .string(account.name))),
      Row(progressOf: after),
    ]
    return ReviewScreen("receipt", texts("receipt.title"), page: [Section(rows: rows)])
      .label(texts("receipt.label"))
  }

  func refusal(_ refusal: TransferRefusal) -> some Screen<Seen> {
    ReviewScreen(
      "refused", texts("withdraw.refused"), page: [Section(rows: [Row(text(of: refusal))])]
    ).label(texts("refused.label"))
  }

  private func text(of refusal: TransferRefusal) -> Text {
    switch refusal {
    case .insufficientFunds: texts("refused.empty")
    case .unknownGoal: texts("gone.title")
    case .goalNotActive: texts("refused.not-in-use")
    case .amountMustBePositive: texts("refused.amount-not-positive")
    case .currencyMismatch(let expected): texts("refused.currency", .string(expected.code))
    case .keyReused: texts("refused.key-reused")
    case .alreadyCovered, .unknownPayments: texts("refused.other")
    }
  }
}
