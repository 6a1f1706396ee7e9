import Bank
import Money

/// The goal that is to be made: what a commit journals, and what is sent but for the key.
struct NewGoal: Sendable, Hashable, Codable {
  let account: Account.ID
  let name: String
  let target: Money

  func order(key: String) -> GoalOrder {
    GoalOrder(key: key, account: account, name: name, target: target)
  }
}
