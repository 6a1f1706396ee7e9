import Flowline

/// How lines may look: with colours, with glyphs beyond ASCII, or as plain sentences.
package struct Look: Equatable, Sendable {
  /// How many colours there are, where lines are not plain.
  package var depth: ColorDepth
  /// What they are drawn on.
  package var background: Background
  /// Whether every line is a whole sentence without glyphs, and output only ever appends.
  package var isPlain: Bool

  private var hasUnicode: Bool

  /// Makes a look.
  package init(
    depth: ColorDepth, on background: Background = .unknown, usesUnicode: Bool, isPlain: Bool
  ) {
    self.depth = depth
    self.background = background
    self.isPlain = isPlain
    hasUnicode = usesUnicode
  }

  /// Makes a look with the sixteen colours or none.
  package init(usesColor: Bool, usesUnicode: Bool, isPlain: Bool) {
    self.init(depth: usesColor ? .basic : .none, usesUnicode: usesUnicode, isPlain: isPlain)
  }

  /// The look that fits a terminal.
  package init(_ facts: TerminalFacts) {
    self.init(
      depth: facts.colorDepth, on: facts.background, usesUnicode: facts.usesUnicode,
      isPlain: facts.isPlain)
  }

  /// Whether styles may be used.
  package var usesColor: Bool { depth != .none && !isPlain }

  /// Whether glyphs beyond ASCII may be drawn.
  ///
  /// The flow's own words are shown as they are.
  package var usesUnicode: Bool { hasUnicode && !isPlain }
}

extension Look {
  /// What a stretch of text is, by which its colour is chosen.
  ///
  /// Never the only thing that tells it.
  package enum Role: CaseIterable, Sendable {
    case plain
    case question
    case heading
    case dim
    case trail
    case error
    case success
    case warning
    /// The place in a menu where the cursor is.
    case accent
  }

  /// The codes of an SGR sequence for a role, such as `1;36`; none where it has no style.
  package func style(_ role: Role) -> String {
    usesColor ? Palette.codes(role, depth, on: background) : ""
  }

  func paint(_ text: String, _ role: Role) -> String {
    let (text, style) = (spelled(text), style(role))
    return style.isEmpty || text.isEmpty ? text : "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }

  /// Wraps to a width, then paints each line.
  func lines(_ text: String, _ role: Role = .plain, columns: Int) -> [String] {
    spelled(text).wrapped(to: columns).map { paint($0, role) }
  }
}

extension Look {
  /// Stands between things of one row.
  var dot: String { usesUnicode ? " · " : " - " }

  /// The keys that move a selection.
  var arrowKeys: String { usesUnicode ? "↑↓" : "Up/Down" }

  /// The keys that move a selection in a row.
  var sideKeys: String { usesUnicode ? "←→" : "Left/Right" }

  /// The key that goes back.
  var backKey: String { usesUnicode ? "⇧Tab" : "Shift-Tab" }

  var separator: String { usesUnicode ? " › " : " > " }

  /// Stands before the summary of a step that was answered.
  var check: String { usesUnicode ? "✓" : "+" }

  /// Stands before the summary of a step that was left without an answer.
  var dash: String { usesUnicode ? "–" : "-" }

  /// The mark of a failure, of a shortage, and the role whose colour it has.
  func mark(_ mark: PageRow.Mark) -> (text: String, role: Role) {
    switch mark {
    case .failure: ("!", .error)
    case .shortage: (usesUnicode ? "△" : "<", .warning)
    }
  }

  /// Stands where a text was cut.
  var ellipsis: String { usesUnicode ? "…" : "..." }

  /// Points at the row of a menu where the cursor is.
  var pointer: String { usesUnicode ? "❯" : ">" }

  /// What was entered and may not be shown.
  var hidden: String? { usesUnicode ? "••••" : nil }
}

extension Look {
  /// A text with the quotation marks, dashes and spaces of a typewriter where no others can be drawn.
  ///
  /// Letters stay as they are.
  package func spelled(_ text: String) -> String {
    guard !hasUnicode, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var spelled = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let plain = Self.typewriter[scalar] {
        spelled.append(contentsOf: plain.unicodeScalars)
      } else {
        spelled.append(scalar)
      }
    }
    return String(spelled)
  }

  private static let typewriter: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "–": "-", "—": "-",
    "…": "...", "·": "-", "\u{A0}": " ", "\u{202F}": " ", "→": "->", "×": "x", "−": "-",
  ]
}
