import Bank
import BankDesk
import Flowline
import Money

/// Shows what is about to be moved and asks whether it is to be.
struct ConfirmPage {
  let amount: Money
  let account: Account
  let goal: SavingsGoal
  let funds: Funds

  var screen: some Screen<Bool> {
    var rows = [
      Row(texts("confirm.amount"), texts("amount", .money(amount))),
      Row(texts("confirm.from"), Text(verbatim: account.name)),
      Row(texts("confirm.to"), Text(verbatim: goal.name)),
      Row(texts("confirm.balance-after"), texts("amount", .money(funds.after))),
    ]
    if isPastTarget { rows.append(Row(texts("confirm.over-target"))) }
    let question = texts("confirm.question", .money(amount), .string(goal.name))
    return ConfirmScreen("confirm", question, page: [Section(rows: rows)])
      .label(texts("confirm.label"))
  }

  private var isPastTarget: Bool {
    guard let target = goal.target, let total = try? goal.totalSaved.adding(amount) else {
      return false
    }
    return total.minorUnits > target.minorUnits
  }
}

/// Says that there is too little money, and how much is missing.
struct ShortagePage {
  let funds: Funds

  var screen: some Screen<Seen> {
    let rows = [
      Row(texts("shortage.available"), texts("amount", .money(funds.available))),
      Row(texts("shortage.needed"), texts("amount", .money(funds.needed))),
      Row(texts("shortage.missing"), texts("amount", .money(funds.missing))),
      Row(texts("shortage.remark")),
    ]
    return ReviewScreen("shortage", texts("shortage.title"), page: [Section(rows: rows)])
      .label(texts("shortage.label"))
  }
}

/// Shows what was moved, and how far the goal has come.
struct ReceiptPage {
  let transfer: TransferReceipt
  let goal: SavingsGoal
  let roundUp: RoundUp

  var screen: some Screen<Seen> {
    let week = roundUp.week
    let rows = [
      Row(texts("receipt.moved", .money(transfer.amount), .string(transfer.goalName))),
      Row(
        texts("receipt.payments", .integer(roundUp.counted.count)),
        texts("receipt.week", .day(week.start), .day(week.lastMoment))),
      Row(progressOf: goalAfter),
    ]
    return ReviewScreen("receipt", texts("receipt.title"), page: [Section(rows: rows)])
      .label(texts("receipt.label"))
  }

  /// The goal as it is after the move.
  private var goalAfter: SavingsGoal {
    SavingsGoal(
      id: goal.id, name: transfer.goalName, target: goal.target, totalSaved: transfer.totalSaved,
      state: goal.state)
  }
}
