public import Bank
public import Flowline

extension SavingsGoal {
  /// What is saved, and of how much.
  public var savedText: Text {
    let saved =
      target.map { texts("goal.of-target", totalSaved, $0) } ?? texts("goal.open-ended", totalSaved)
    return isActive ? saved : texts("goal.not-in-use", saved)
  }

  /// The goal as it is after a transfer.
  public func after(_ receipt: TransferReceipt) -> SavingsGoal {
    SavingsGoal(
      id: id, name: receipt.goalName, target: target, totalSaved: receipt.totalSaved, state: state)
  }
}

extension Row {
  /// A goal and how far it has come.
  public init(progressOf goal: SavingsGoal) {
    self.init(
      Text(verbatim: goal.name), goal.savedText, percentage: goal.savedPercentage, id: goal.id.text)
  }
}

extension Option {
  /// A goal to choose, with what is saved.
  public init(_ goal: SavingsGoal, means value: Value) {
    self.init(named: goal.name, value, else: "goal", detail: goal.savedText)
  }
}
