import Money

/// What the form of a goal asks for.
struct NewGoal: Sendable, Hashable, Codable {
  let name: String
  let target: Money
}
