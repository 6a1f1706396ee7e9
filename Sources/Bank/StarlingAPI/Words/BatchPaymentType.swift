extension Starling {
  /// A kind of batch that a payment was part of.
  public struct BatchPaymentType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Many payments ordered at once.
    public static let bulkPayment: Self = "BULK_PAYMENT"
  }
}
