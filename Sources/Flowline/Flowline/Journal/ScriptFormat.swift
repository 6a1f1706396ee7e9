/// Which script format a text is in.
///
/// A change that earlier versions cannot read, such as a new verb, makes a new format: they find out by the
/// number, and do not take what a newer version wrote for damage. Formats to come also begin with
/// `format NUMBER`, alone in its line.
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

extension ScriptFormat {
  /// What the word behind `format` names.
  enum Naming: Hashable {
    case known(ScriptFormat)
    /// A format that a newer version of the program writes.
    case newer(Int)

    /// Reads the word; nil for one that no version writes.
    init?(_ word: String) {
      guard let number = Int(word), "\(number)" == word, number >= 1 else { return nil }
      if let format = ScriptFormat(rawValue: number) {
        self = .known(format)
      } else {
        self = .newer(number)
      }
    }
  }
}
