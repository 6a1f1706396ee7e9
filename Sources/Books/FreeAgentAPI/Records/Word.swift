extension FreeAgent {
  /// A word of a list that the service lengthens: any word is taken and kept.
  public protocol Word: RawRepresentable, MemberValue, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  where RawValue == String {
    /// Takes a word, known or not.
    init(rawValue: String)
  }
}

extension FreeAgent.Word {
  /// Takes the word as it is written in the source.
  public init(stringLiteral word: String) { self.init(rawValue: word) }

  /// Reads a text.
  public init?(member: FreeAgent.JSON) {
    guard case .text(let word) = member else { return nil }
    self.init(rawValue: word)
  }

  /// A text.
  public var member: FreeAgent.JSON { .text(rawValue) }

  /// The word.
  public var description: String { rawValue }
}
