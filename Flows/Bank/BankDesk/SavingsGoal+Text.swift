public import Bank
public import Flowline

extension SavingsGoal {
  /// What is saved, and of how much.
  public var savedText: Text {
    let saved: Text
    if let target {
      saved = texts("goal.of-target", .money(totalSaved), .money(target))
    } else {
      saved = texts("goal.open-ended", .money(totalSaved))
    }
    return isActive ? saved : texts("goal.not-in-use", .text(saved))
  }
}

extension Row {
  /// A goal and how far it has come.
  public init(progressOf goal: SavingsGoal) {
    self.init(
      Text(verbatim: goal.name), goal.savedText, percentage: goal.savedPercentage, id: goal.id.text)
  }
}
