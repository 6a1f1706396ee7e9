extension Starling {
  /// What an account is for.
  public struct AccountType: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The account that the customer began with.
    public static let primary: Self = "PRIMARY"
    /// A further account, such as one in another currency.
    public static let additional: Self = "ADDITIONAL"
    /// A loan.
    public static let loan: Self = "LOAN"
    /// Money put away until a day.
    public static let fixedTermDeposit: Self = "FIXED_TERM_DEPOSIT"
  }
}
