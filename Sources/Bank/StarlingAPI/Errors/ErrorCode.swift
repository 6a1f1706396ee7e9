extension Starling {
  /// A machine code in the `message` of an `ErrorDetail`.
  ///
  /// The document promises a message and no list. The first three of the money codes are known from
  /// clients of the live API; a sandbox of ours adds `CURRENCY_MISMATCH`, `TRANSFER_UID_REUSED`,
  /// `GOAL_NOT_ACTIVE` and `UNKNOWN_FEED_ITEM`. What fails validation is a field's name and the rule
  /// in words, such as `NAME_must not be null`.
  public struct ErrorCode: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is less than the amount, in the account or in the goal.
    public static let insufficientFunds: Self = "INSUFFICIENT_FUNDS"
    /// The amount is zero or less.
    public static let amountMustBePositive: Self = "AMOUNT_MUST_BE_POSITIVE"
    /// The account has no such goal, or no longer.
    public static let unknownSavingsGoal: Self = "UNKNOWN_SAVINGS_GOAL"
    /// The customer has no such account.
    public static let unknownAccount: Self = "UNKNOWN_ACCOUNT"
    /// The category has no such item in its feed.
    public static let unknownFeedItem: Self = "UNKNOWN_FEED_ITEM"
    /// The amount is in another currency than the account.
    public static let currencyMismatch: Self = "CURRENCY_MISMATCH"
    /// The transfer's id has been used for another transfer.
    public static let transferUIDReused: Self = "TRANSFER_UID_REUSED"
    /// The goal is in no state to take money or give it.
    public static let goalNotActive: Self = "GOAL_NOT_ACTIVE"

    static let known: Set<Self> = [
      .insufficientFunds, .amountMustBePositive, .unknownSavingsGoal, .unknownAccount,
      .unknownFeedItem, .currencyMismatch, .transferUIDReused, .goalNotActive,
    ]

    /// The code of a field that fails validation, such as `MIN_TRANSACTION_TIMESTAMP_must not be null`.
    ///
    /// - Parameters:
    ///   - field: the field's name as the API writes it, such as `minTransactionTimestamp`.
    ///   - rule: what the field must be, in words.
    /// - Returns: the code.
    public static func invalid(field: String, _ rule: String) -> Self {
      let words = field.reduce(into: "") { text, letter in
        if letter.isUppercase, !text.isEmpty { text += "_" }
        text += letter.uppercased()
      }
      return Self(rawValue: "\(words)_\(rule)")
    }
  }
}
