extension Starling {
  /// The means of a payment; the document has some fifty, those that are used here have names.
  public struct Source: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A card payment.
    public static let masterCard: Self = "MASTER_CARD"
    /// A move between the categories of one account, such as into a savings goal.
    public static let internalTransfer: Self = "INTERNAL_TRANSFER"
  }
}
