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
  /// A part of the page could not be read when it was locked.
  case partly
  /// The visitor has logged out, and the browser begins anew.
  case loggedOut = "logged-out"
  /// Of several questions nothing said which one is answered.
  case chooseButton = "choose-button"

  /// The name of the element that is read first.
  static let element = "notice"

  /// Whether it is read first: nothing was done that the person meant to do.
  var isFocused: Bool { self == .chooseButton }

  func text(in words: WebWords) -> String { words("notice.\(rawValue)") }
}
