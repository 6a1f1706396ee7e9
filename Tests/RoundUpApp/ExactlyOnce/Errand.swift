/// What a person does in a process.
struct Errand: Sendable {
  /// What can be done with an open order.
  enum Handling: String, Sendable, CaseIterable {
    case look, again, leave
    case giveUp = "give-up"
  }

  /// The flow that is begun.
  let flow: String
  /// Whether it is the round's own session, which has a record; any other is forgotten with its process.
  var isMain = false
  /// What is done with open orders, one thing after the other; the last again and again.
  var handling: [Handling] = [.again]
  /// The name of the goal that is made; nil if none is.
  var goalName: String?
  /// Whether the person leaves at a page that offers to try again.
  var leaves = false

  /// Whether a request for a transfer may be sent.
  var mayMove: Bool { flow == "round-up" || flow == "orders" && handling.contains(.again) }
  /// Whether a request for a goal may be sent.
  var mayMakeGoals: Bool { goalName != nil || handling.contains(.again) }
}
