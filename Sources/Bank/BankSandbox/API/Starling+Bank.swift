import Bank
import Money
import StarlingAPI

extension Currency {
  /// The currency of a code that is written in capitals, as the API has it everywhere.
  init?(inCapitals code: String) {
    self.init(code: code)
    guard self.code == code else { return nil }
  }
}

extension Starling.Amount {
  init(_ money: Money) {
    self.init(currency: money.currency.code, minorUnits: money.minorUnits)
  }

  /// The amount, or `nil` where it is in another currency than the account.
  func money(in currency: Currency) -> Money? {
    guard self.currency == currency.code else { return nil }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}

extension Starling.SavingsGoal {
  init(_ goal: LedgerGoal) {
    self.init(
      savingsGoalUid: goal.id.text, name: goal.name, target: goal.target.map(Starling.Amount.init),
      totalSaved: Starling.Amount(goal.totalSaved),
      savedPercentage: goal.savedPercentage.map(Int32.init),
      state: Starling.SavingsGoalState(rawValue: goal.state.rawValue))
  }
}

extension Starling.SpaceGoal {
  init(_ goal: LedgerGoal, place: Int32) {
    let goal = Starling.SavingsGoal(goal)
    self.init(
      savingsGoalUid: goal.savingsGoalUid, name: goal.name, target: goal.target,
      totalSaved: goal.totalSaved, savedPercentage: goal.savedPercentage, sortOrder: place,
      state: goal.state)
  }
}
