/// What happens in a round between two processes of its session, or after its end.
enum Act: String, Sendable, CaseIterable {
  /// The session is resumed.
  case resume
  /// Another round-up of the same week is begun.
  case newRoundUp
  /// A goal is made that has nothing to do with it.
  case createGoal
  /// The session's record is deleted, and a new session begun.
  case forget
  /// The open orders are looked into, and left open.
  case look
  /// The open orders are sent again.
  case sendAgain
  /// The open orders are given up.
  case giveUp
  /// The same round-up is done on a machine that has neither book nor copies.
  case secondMachine
  /// Record, book and copies are lost, and a new session begun.
  case loseFolder
  /// Somebody else logs in, looks at the orders and does the same round-up; then the customer is back.
  case otherCustomer
  /// The same sum is moved by hand.
  case moveByHand
  /// What was cut off is carried out.
  case late
  /// The feed catches up.
  case catchUp

  /// Whether afterwards an order may be carried out of which a book knows nothing or that was given
  /// up, so that "not moved" is true of one order and no longer of the week.
  var losesSight: Bool {
    switch self {
    case .giveUp, .secondMachine, .loseFolder, .otherCustomer: true
    default: false
    }
  }
}
