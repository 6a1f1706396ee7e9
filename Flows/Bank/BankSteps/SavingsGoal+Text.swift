import Bank
import Flowline

extension SavingsGoal {
  /// What is saved, and of how much.
  var savedText: Text {
    let saved =
      target.map { sharedTexts("goal.of-target", totalSaved, $0) }
      ?? sharedTexts("goal.open-ended", totalSaved)
    return isActive ? saved : sharedTexts("goal.not-in-use", saved)
  }

  /// The goal as it is after a transfer.
  func after(_ receipt: TransferReceipt) -> SavingsGoal {
    SavingsGoal(
      id: id, name: receipt.goalName, target: target, totalSaved: receipt.totalSaved, state: state)
  }
}

extension Row {
  /// A goal and how far it has come.
  init(progressOf goal: SavingsGoal) {
    self.init(
      Text(verbatim: goal.name), goal.savedText, percentage: goal.savedPercentage, id: goal.id.text)
  }
}

extension Option {
  /// A goal to choose, with what is saved.
  init(_ goal: SavingsGoal, means value: Value) {
    self.init(named: goal.name, value, else: "goal", detail: goal.savedText)
  }
}
