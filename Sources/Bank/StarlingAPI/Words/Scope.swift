extension Starling {
  /// What an access token may allow.
  public struct Scope: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Read the accounts.
    public static let accountRead: Self = "account:read"
    /// List the accounts.
    public static let accountListRead: Self = "account-list:read"
    /// Read what is in an account.
    public static let balanceRead: Self = "balance:read"
    /// Read the numbers by which other banks know an account.
    public static let accountIdentifierRead: Self = "account-identifier:read"
    /// Ask whether there is enough for a payment.
    public static let confirmationOfFundsRead: Self = "confirmation-of-funds:read"
    /// Read the feed.
    public static let transactionRead: Self = "transaction:read"
    /// Write notes to items of the feed, and file them.
    public static let transactionEdit: Self = "transaction:edit"
    /// Read goals, and the bank's own round-up.
    public static let savingsGoalRead: Self = "savings-goal:read"
    /// Make and change goals, and switch the bank's own round-up on.
    public static let savingsGoalCreate: Self = "savings-goal:create"
    /// Delete goals, and switch the bank's own round-up off.
    public static let savingsGoalDelete: Self = "savings-goal:delete"
    /// Read recurring transfers.
    public static let savingsGoalTransferRead: Self = "savings-goal-transfer:read"
    /// Move money into goals and out of them, and order recurring transfers.
    public static let savingsGoalTransferCreate: Self = "savings-goal-transfer:create"
    /// End recurring transfers.
    public static let savingsGoalTransferDelete: Self = "savings-goal-transfer:delete"
    /// List goals and spending spaces.
    public static let spaceRead: Self = "space:read"

    static let known: Set<Self> = [
      .accountRead, .accountListRead, .balanceRead, .accountIdentifierRead,
      .confirmationOfFundsRead, .transactionRead, .transactionEdit, .savingsGoalRead,
      .savingsGoalCreate, .savingsGoalDelete, .savingsGoalTransferRead,
      .savingsGoalTransferCreate, .savingsGoalTransferDelete, .spaceRead,
    ]
  }
}
