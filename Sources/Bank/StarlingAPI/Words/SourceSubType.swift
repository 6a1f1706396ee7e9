extension Starling {
  /// How a payment was made: some two dozen words, such as `CONTACTLESS`.
  public struct SourceSubType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
