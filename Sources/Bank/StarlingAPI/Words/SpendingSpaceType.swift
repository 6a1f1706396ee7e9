extension Starling {
  /// What a spending space is for: nine words, such as `SHOPPING`.
  public struct SpendingSpaceType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
