extension Starling {
  /// What is on the other side of a feed item.
  public struct CounterpartyType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another category of the same account: the main one, a goal or a space.
    public static let category: Self = "CATEGORY"
    /// A cheque.
    public static let cheque: Self = "CHEQUE"
    /// Another customer of the bank.
    public static let customer: Self = "CUSTOMER"
    /// Somebody the customer pays.
    public static let payee: Self = "PAYEE"
    /// A shop or the like.
    public static let merchant: Self = "MERCHANT"
    /// Somebody who pays the customer.
    public static let sender: Self = "SENDER"
    /// The bank itself.
    public static let starling: Self = "STARLING"
    /// A loan.
    public static let loan: Self = "LOAN"
  }
}
