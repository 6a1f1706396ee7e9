extension Starling {
  /// A kind of number by which other banks know an account.
  public struct IdentifierType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A British sort code and account number.
    public static let sortCode: Self = "SORT_CODE"
    /// An international account number with the bank's code.
    public static let ibanBic: Self = "IBAN_BIC"
    /// An American routing and account number.
    public static let abaAch: Self = "ABA_ACH"
  }
}
