import Money

/// A word, a number or a mark of a typed date.
struct DayToken {
  enum Kind {
    case word, number, mark
  }

  let kind: Kind

  /// The token as it is read: in lower case, `ё` as `е`, digits of any script as those of ASCII, and any
  /// dash as a hyphen.
  let text: String

  /// The token as it was typed, which messages quote.
  let typed: String

  /// Where it is in the text, in characters.
  let range: Range<Int>

  /// The number; nil if the token is none, or one of more than five digits.
  var number: Int? { kind == .number && text.count <= 5 ? Int(text) : nil }

  /// Takes a text apart; white space only separates, and marks that show nothing are skipped.
  static func tokens(of text: String) -> [DayToken] {
    var tokens: [DayToken] = []
    var start = 0
    var (part, typed) = ("", "")
    var kind: Kind?
    func end(at offset: Int) {
      if let kind, !part.isEmpty {
        let text = part.lowercased().replacing("ё", with: "е")
        tokens.append(DayToken(kind: kind, text: text, typed: typed, range: start..<offset))
      }
      (part, typed) = ("", "")
      kind = nil
    }
    for (offset, original) in text.enumerated() {
      guard let character = folded(original) else { continue }
      let next: Kind? =
        if "0"..."9" ~= character {
          .number
        } else if character.isLetter {
          .word
        } else if character.isWhitespace {
          nil
        } else {
          .mark
        }
      if next == nil || next != kind || next == .mark { end(at: offset) }
      guard let next else { continue }
      if part.isEmpty { start = offset }
      kind = next
      part.append(character)
      typed.append(original)
    }
    end(at: text.count)
    return tokens
  }

  /// The character that is read for all its look-alikes, as in amounts; nil for a mark that shows nothing.
  private static func folded(_ character: Character) -> Character? {
    let scalars = character.unicodeScalars
    guard !character.isASCII, let scalar = scalars.first, scalars.dropFirst().isEmpty else {
      return character
    }
    if ScalarFolding.isInvisible(scalar) { return nil }
    if let digit = DecimalDigit(scalar) { return Character(String(digit.value)) }
    if ScalarFolding.isMinus(scalar) { return "-" }
    return switch scalar {
    case "\u{FF0F}": "/"
    case "\u{60C}": ","
    default: Character(ScalarFolding.folded(scalar))
    }
  }
}
