/// Makes text fit for one line.
package enum OneLine {
  /// The text of `bytes`, with U+FFFD for what is not UTF-8, as it was typed.
  static func typed(_ bytes: some Collection<UInt8>) -> String {
    typed(String(decoding: bytes, as: UTF8.self))
  }

  /// A text that was typed, without control characters: a tab is a space, line breaks in a row are one
  /// space, and those at the end are nothing.
  static func typed(_ text: String) -> String { cleaned(text) { _ in true } }

  /// A text to be shown: besides control characters without those that turn the direction of what
  /// stands around them.
  ///
  /// A name from elsewhere could otherwise have an amount beside it read backwards (CVE-2021-42574).
  package static func text(_ text: String) -> String { cleaned(text) { !turnsDirection($0) } }

  /// A text of somebody's to be shown, or its beginning with a mark behind it.
  package static func excerpt(_ text: String, limit: Int = 40) -> String {
    let text = self.text(text)
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  private static func cleaned(_ text: String, keeping keeps: (Unicode.Scalar) -> Bool) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var isBroken = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": isBroken = true
      case "\t": append(" ")
      default:
        if scalar.properties.generalCategory != .control, keeps(scalar) { append(scalar) }
      }
    }
    return String(result)

    func append(_ scalar: Unicode.Scalar) {
      if isBroken { result.append(" ") }
      isBroken = false
      result.append(scalar)
    }
  }

  /// Embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (Annex 9), and their ends.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}

extension String {
  /// A text that may be written from right to left, so that what stands beside it keeps its place.
  ///
  /// Terminals that know both directions leave it alone in its own; all others draw nothing more. Texts
  /// without such letters are as they are.
  package var isolated: String {
    unicodeScalars.contains(where: Self.isWrittenLeftwards) ? "\u{2068}\(self)\u{2069}" : self
  }

  /// The blocks of scripts that are written from right to left.
  private static func isWrittenLeftwards(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
