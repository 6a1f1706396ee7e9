// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// An account at a bank, a credit card, or the like.
  ///
  /// Source: the page “Bank Accounts”.
  public struct BankAccount: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["bank_accounts"]
    public static let key = "bank_account"
    public static let level = PermissionLevel.banking
    public typealias Filter = BankAccountFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<BankAccount>>("url", [.readOnly, .essential])
      /// What kind of account it is.
      public let type = Field<BankAccountType>("type")
      /// What the users call the account; the bank’s own name is ``bankName``.
      public let name = Field<String>("name", .required)
      /// Its currency; fixed once there are transactions.
      public let currency = Field<String>("currency")
      /// Whether it is a person’s, not the company’s.
      public let isPersonal = Field<Bool>("is_personal")
      /// Whether it is the usual one.
      public let isPrimary = Field<Bool>("is_primary")
      /// Whether it is offered.
      public let status = Field<BankAccountStatus>("status")
      /// The name of the bank.
      public let bankName = Field<String>("bank_name")
      /// The balance with which the books began.
      public let openingBalance = Field<ExactDecimal>("opening_balance", [.required, .essential])
      /// The bank’s code.
      public let bankCode = Field<String>("bank_code")
      /// What is in the account now, in its currency.
      public let currentBalance = Field<ExactDecimal>("current_balance", [.readOnly, .essential])
      /// The day of the last transaction.
      public let latestActivityDate = Field<Day>("latest_activity_date", .readOnly)
      /// Whether explanations are guessed; in an answer about one account alone.
      public let bankGuessEnabled = Field<Bool>("bank_guess_enabled")
      /// The number of the account at its bank.
      public let accountNumber = Field<String>("account_number")
      /// The sort code.
      public let sortCode = Field<String>("sort_code")
      /// A second sort code.
      public let secondarySortCode = Field<String>("secondary_sort_code")
      /// The number of the account in its international form, the IBAN.
      public let iban = Field<String>("iban")
      /// The international code of the bank, the BIC.
      public let bic = Field<String>("bic")
      /// The e-mail address of an account at PayPal, which must have it.
      public let email = Field<String>("email")
      /// How many transactions there are; in answers, not in the page.
      public let totalCount = Field<Int>("total_count", .readOnly)
      /// How many are not explained; in answers, not in the page.
      public let unexplainedTransactionCount = Field<Int>(
        "unexplained_transaction_count", .readOnly)
      /// How many wait for approval; in answers, not in the page.
      public let markedForReviewCount = Field<Int>("marked_for_review_count", .readOnly)
      /// How many a person added; in answers, not in the page.
      public let manuallyAddedTransactionCount = Field<Int>(
        "manually_added_transaction_count", .readOnly)
      /// How many wait for approval, by group; in answers, not in the page.
      public let markedForReviewCategoryGroupCounts = Field<[CategoryGroupCount]>(
        "marked_for_review_category_group_counts", .readOnly)
      /// Whether there is a feed; in answers, not in the page.
      public let bankFeedEnabled = Field<Bool>("bank_feed_enabled", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent {
  /// How many of a group there are.
  public struct CategoryGroupCount: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The name of the group of categories.
      public let name = Field<String>("name")
      /// How many of the group there are.
      public let count = Field<Int>("count")
    }
  }
}
