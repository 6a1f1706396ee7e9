/// What a button of the lock’s page asks for: the value of the field `do`.
enum LockAction: String, Sendable, CaseIterable {
  /// Show no page until the PIN is typed.
  case lock
  /// Show pages again: the PIN is in the field `pin`.
  case unlock
  /// Keep a new PIN; the current one, if there is one, is in the field `pin`.
  case keep
  /// Have no PIN any more; the current one is in the field `removed`.
  case remove
  /// Stay open: somebody is typing, as the script says.
  case stay

  /// The names of the page’s fields.
  enum Field {
    static let pin = "pin"
    static let new = "new"
    static let removed = "removed"
  }
}
