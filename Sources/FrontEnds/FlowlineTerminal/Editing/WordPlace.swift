/// Where words begin and end in a line, for the keys that go by words.
enum WordPlace {
  /// What counts as a word.
  enum Kind {
    /// Letters and digits, as the arrows with Ctrl and Alt go.
    case letters
    /// Everything between spaces, as Ctrl-W takes.
    case unspaced
  }

  /// How many characters the word before the end of `characters` has, what parts it from there
  /// included.
  static func countBefore(_ characters: [String], _ kind: Kind) -> Int {
    count(characters.reversed(), kind)
  }

  /// How many characters the word after the start of `characters` has, what parts it from there
  /// included.
  static func countAfter(_ characters: [String], _ kind: Kind) -> Int {
    count(characters, kind)
  }

  private static func count(_ characters: some Sequence<String>, _ kind: Kind) -> Int {
    var count = 0
    var isInside = false
    for character in characters {
      let belongs = isWord(character, kind)
      if isInside, !belongs { return count }
      isInside = isInside || belongs
      count += 1
    }
    return count
  }

  private static func isWord(_ character: String, _ kind: Kind) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    switch kind {
    case .unspaced: return !first.properties.isWhitespace
    case .letters:
      if first == "_" { return true }
      // An emoji is a word like any other.
      return first.properties.isAlphabetic || first.properties.numericType != nil
        || (first.value > 0xFF && first.properties.generalCategory == .otherSymbol)
    }
  }
}
