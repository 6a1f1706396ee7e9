/// Something a page says of what happened before it was shown.
enum Notice: String, Sendable, CaseIterable {
  /// The page that an answer came from is out of date.
  case outdated
  /// The question whose page was opened is not asked any more.
  case moved
  /// What was written since cannot be gone back behind.
  case committed
  /// An earlier answer was changed.
  case revised
  /// Nothing could be done about it.
  case unchanged
  /// What was typed before the page was left is filled in again.
  case kept

  func text(in words: WebWords) -> String { words("notice.\(rawValue)") }
}
