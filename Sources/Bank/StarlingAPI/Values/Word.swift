extension Starling {
  /// A word of a list that the bank lengthens between versions: any word is taken and kept.
  public protocol Word: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  where RawValue == String {
    /// Takes a word, known or not.
    init(rawValue: String)
  }
}

extension Starling.Word {
  /// Takes the word as it is written in the source.
  public init(stringLiteral word: String) { self.init(rawValue: word) }

  /// The word.
  public var description: String { rawValue }

  /// The word changed as a text; one of the known words as it is.
  func mapped(_ change: (String) -> String, unlessIn known: Set<Self>) -> Self {
    known.contains(self) ? self : Self(rawValue: change(rawValue))
  }
}
