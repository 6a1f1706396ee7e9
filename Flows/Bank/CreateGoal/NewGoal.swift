import Bank
import Flowline
import Money

/// What is asked for a goal.
struct NewGoal: Sendable, Hashable, Codable {
  let name: String
  let target: Money

  static var nameScreen: some Screen<String> {
    TextScreen("name", length: GoalOrder.nameLengths).refusing(lengthRefusal)
  }

  static func targetScreen(for account: Account) -> some Screen<Money> {
    AmountScreen("target", in: account.currency)
  }

  /// The screen counts characters as people do; the bank counts UTF-16 units, which may be more.
  @Sendable private static func lengthRefusal(of name: String) -> Refusal? {
    let (count, most) = (name.utf16.count, GoalOrder.nameLengths.upperBound)
    guard count > most else { return nil }
    return Refusal(
      .tooLong, arguments: ["count": .integer(Int64(count)), "most": .integer(Int64(most))])
  }
}
