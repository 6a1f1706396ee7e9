/// How lines may look: with colours, with glyphs beyond ASCII, or as plain sentences.
package struct Look: Equatable, Sendable {
  /// Whether styles may be used.
  package var usesColor: Bool
  /// Whether glyphs beyond ASCII may be drawn. The flow's own words are shown as they are.
  package var usesUnicode: Bool
  /// Whether every line is a whole sentence without glyphs, and output only ever appends.
  package var isPlain: Bool

  /// Makes a look.
  package init(usesColor: Bool, usesUnicode: Bool, isPlain: Bool) {
    self.usesColor = usesColor && !isPlain
    self.usesUnicode = usesUnicode && !isPlain
    self.isPlain = isPlain
  }

  /// The look that fits a terminal.
  package init(_ facts: TerminalFacts) {
    self.init(
      usesColor: facts.usesColor, usesUnicode: facts.usesUnicode, isPlain: facts.isPlain)
  }
}

extension Look {
  /// What a stretch of text is, by which its colour is chosen. Never the only thing that tells it.
  enum Role: String {
    case plain = ""
    case question = "1"
    case heading = "4"
    case dim = "2"
    case trail = "36"
    case error = "31"
    case success = "32"
  }

  func paint(_ text: String, _ role: Role) -> String {
    usesColor && role != .plain && !text.isEmpty
      ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Wraps to a width, then paints each line.
  func lines(_ text: String, _ role: Role = .plain, columns: Int) -> [String] {
    text.wrapped(to: columns).map { paint($0, role) }
  }

  var separator: String { usesUnicode ? " › " : " > " }
}
