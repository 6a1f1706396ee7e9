/// A word, a number or a mark of a typed date.
struct DayToken {
  enum Kind {
    case word, number, mark
  }

  let kind: Kind

  /// The token in lower case, `ё` as `е`: as it is read.
  let text: String

  /// The token as it was typed, which messages quote.
  let typed: String

  /// Where it is in the text, in characters.
  let range: Range<Int>

  /// The number, where it is one of at most five digits.
  var number: Int? { kind == .number && text.count <= 5 ? Int(text) : nil }

  /// Takes a text apart; white space only separates.
  static func tokens(of text: String) -> [DayToken] {
    var tokens: [DayToken] = []
    var start = 0
    var part = ""
    var kind: Kind?
    func end(at offset: Int) {
      if let kind, !part.isEmpty {
        let text = part.lowercased().replacing("ё", with: "е")
        tokens.append(DayToken(kind: kind, text: text, typed: part, range: start..<offset))
      }
      part = ""
      kind = nil
    }
    for (offset, character) in text.enumerated() {
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
    }
    end(at: text.count)
    return tokens
  }
}
