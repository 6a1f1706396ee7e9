/// How many columns text takes on a terminal.
///
/// The one model of width: for what is shown and for what is typed. By the standard library's Unicode
/// data and a table of wide ranges, so it holds in any locale.
package enum DisplayWidth {
  /// The columns of `text`.
  ///
  /// Escape sequences of the SGR kind take none.
  ///
  /// - Complexity: O(*n*).
  package static func of(_ text: some StringProtocol) -> Int {
    var width = 0
    var escapes = EscapeSkipper()
    for character in text where !escapes.skips(character) { width += of(character) }
    return width
  }

  /// The columns of one character as the user sees it: a letter with its marks, an emoji.
  ///
  /// What is drawn as one picture takes two: emoji of several, flags, a symbol that a selector makes
  /// an emoji. Everything else is as wide as its scalars together, as vowel signs of Thai and of the
  /// Indic scripts may stand in a column of their own.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    if scalars.contains(where: { $0.value == 0xFE0F || isRegional($0) }) { return 2 }
    var sum = 0
    var hasPicture = false
    for scalar in scalars {
      sum += of(scalar)
      hasPicture = hasPicture || scalar.properties.isEmojiPresentation
    }
    return hasPicture ? min(sum, 2) : sum
  }

  /// The columns of one scalar that stands alone.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    // The soft hyphen is drawn.
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // Vowels and final consonants of Hangul join the syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// Whether terminals agree how wide a character is.
  ///
  /// They do not where several scalars that each have a width are drawn as one.
  static func isCertain(_ character: Character) -> Bool {
    character.unicodeScalars.dropFirst().allSatisfy {
      $0.properties.generalCategory == .nonspacingMark && $0.value != 0xFE0F
    }
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(value) }
  }

  /// Ranges of East Asian Width W and F (Unicode Standard Annex 11); emoji are asked for elsewhere.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
}

/// Tells apart what is drawn and the escape sequences of colours and styles.
struct EscapeSkipper {
  private var isInside = false

  /// Whether `character` belongs to a sequence `ESC [ ... letter`.
  mutating func skips(_ character: Character) -> Bool {
    if character == "\u{1B}" {
      isInside = true
      return true
    }
    guard isInside else { return false }
    if character.isLetter || character == "~" { isInside = false }
    return true
  }
}
