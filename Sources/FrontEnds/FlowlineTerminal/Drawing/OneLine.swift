import Flowline

/// Makes text fit for one line.
package enum OneLine {
  /// A text that was typed, as ``text(_:)`` shows it: nothing is answered that nobody has seen.
  static func typed(_ text: String) -> String { self.text(text) }

  /// A text in one line, without what a terminal could obey and what cannot be seen.
  ///
  /// A tab is a space, line breaks in a row are one space, and those at the end are nothing. A sequence for
  /// terminals is left out whole, as are other control characters.
  package static func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var isBroken = false
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.first {
      if let count = TerminalSequence.length(at: rest) {
        rest = rest.dropFirst(count)
        continue
      }
      rest.removeFirst()
      switch scalar {
      case _ where isBreak(scalar): isBroken = true
      case "\t": append(" ")
      default:
        if scalar.properties.generalCategory != .control, !isUnseen(scalar) { append(scalar) }
      }
    }
    return String(result)

    func append(_ scalar: Unicode.Scalar) {
      if isBroken { result.append(" ") }
      isBroken = false
      result.append(scalar)
    }
  }

  /// The lines of a text that was typed, each as ``typed(_:)`` has it; one at least.
  ///
  /// A return and a newline are one break in either order: while a line is edited, terminals turn each into
  /// the other.
  static func lines(_ text: String) -> [String] {
    var lines: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    // A return or a newline that the other one may complete.
    var half: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      guard isBreak(scalar) else {
        lines[lines.count - 1].append(scalar)
        half = nil
        continue
      }
      let mayBeHalf = scalar == "\r" || scalar == "\n"
      if let first = half, first != scalar, mayBeHalf {
        half = nil
        continue
      }
      lines.append(String.UnicodeScalarView())
      half = mayBeHalf ? scalar : nil
    }
    return lines.map { typed(String($0)) }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// A text of somebody's to be shown, or its beginning with a mark behind it.
  package static func excerpt(_ text: String, limit: Int = 40) -> String {
    let text = self.text(text)
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// What turns the direction of the text around it, and what takes no room and joins nothing.
  ///
  /// A name from elsewhere could turn an amount beside it, or look like another. Joiners and selectors are parts of letters and emoji, and stay.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x180E, 0x200B, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default: scalar.turnsText || scalar.isDirectionMark
    }
  }
}

/// A sequence by which programs speak to a terminal (ECMA-48).
enum TerminalSequence {
  /// How many scalars the sequence takes that begins a text; nil if none begins it.
  static func length(at text: ArraySlice<Unicode.Scalar>) -> Int? {
    let body = text.dropFirst()
    if text.first == "\u{9B}" { return end(ofControl: body).map { 1 + $0 } }
    guard text.first == "\u{1B}", let kind = body.first else { return nil }
    switch kind {
    case "[": return end(ofControl: body.dropFirst()).map { 2 + $0 }
    case "]", "P", "X", "^", "_": return end(ofString: body.dropFirst()).map { 2 + $0 }
    case "O":
      return body.dropFirst().first.map { (0x40...0x7E).contains($0.value) } == true ? 3 : nil
    default:
      let count = body.prefix { (0x20...0x2F).contains($0.value) }.count
      let last = body.dropFirst(count).first
      return last.map { (0x30...0x7E).contains($0.value) } == true ? count + 2 : nil
    }
  }

  /// Parameters and the letter that ends them.
  private static func end(ofControl text: ArraySlice<Unicode.Scalar>) -> Int? {
    let count = text.prefix { (0x20...0x3F).contains($0.value) }.count
    let last = text.dropFirst(count).first
    return last.map { (0x40...0x7E).contains($0.value) } == true ? count + 1 : nil
  }

  /// A string up to the bell or `ESC \` that ends it.
  private static func end(ofString text: ArraySlice<Unicode.Scalar>) -> Int? {
    guard let place = text.firstIndex(where: { $0 == "\u{7}" || $0 == "\u{1B}" }) else {
      return nil
    }
    let count = place - text.startIndex + 1
    if text[place] == "\u{7}" { return count }
    return text[(place + 1)...].first == "\\" ? count + 1 : nil
  }
}

extension String {
  /// A text that may be written from right to left, so that what is beside it keeps its place.
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
