/// Which script format a text is in.
package enum ScriptFormat: Int, Hashable, Sendable, Comparable {
  /// Has no `format` line. A jump back is written as a step back, and a script may have no session.
  case first = 1
  /// Begins with `format 2`, and names its session.
  case second = 2

  /// The one that new journals are written in.
  static let current = ScriptFormat.second

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// An entry as the format tells it.
  func told(_ entry: JournalEntry) -> JournalEntry {
    guard self == .first, entry.verb == .jump else { return entry }
    return JournalEntry(.back, entry.id, in: entry.frame, entry.payload)
  }
}
