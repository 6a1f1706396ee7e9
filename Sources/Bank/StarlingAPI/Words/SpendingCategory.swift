extension Starling {
  /// What a payment was for: 85 words, such as `GROCERIES`.
  public struct SpendingCategory: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Money put into a goal or taken out of it.
    public static let saving: Self = "SAVING"
  }
}
