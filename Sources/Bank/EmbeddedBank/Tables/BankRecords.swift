import Bank
import GRDB
import Money

/// The rows of the embedded bank's tables, as they stand.
///
/// They are read as `Decodable`, which throws where a row that somebody else wrote does not fit;
/// subscripting a row would trap.
enum BankRecords {
  struct AccountRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "account"

    var id: Account.ID
    var handle: String
    var name: String
    var currency: Currency
    var defaultCategory: Account.Category.ID
    var type: AccountDetails.Kind
    var openedAt: Int64
  }

  struct GoalRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "goal"

    var id: SavingsGoal.ID
    var account: Account.ID
    var name: String
    var target: Int64?
    var total: Int64
    var state: SavingsGoal.State
    var isDeleted: Bool
  }

  struct PaymentRow: Encodable, PersistableRecord {
    static let databaseTableName = "payment"

    var id: Payment.ID
    var account: Account.ID
    var category: Account.Category.ID
    var minorUnits: Int64
    var currency: Currency
    var direction: PaymentDirection
    var status: PaymentStatus
    var source: PaymentSource
    var counterpartyKind: Counterparty.Kind
    var counterpartyName: String
    var counterpartyID: String?
    var sourceMinorUnits: Int64?
    var sourceCurrency: Currency?
    var transactionTime: Int64
    var settlementTime: Int64?
    var reference: String?
    var isRoundedUpByBank: Bool
    var updatedAt: Int64
    var note: String?
    var spendingCategory: String?
    var roundUpGoal: SavingsGoal.ID?
    var roundUpMinorUnits: Int64?
  }

  /// The kept sums of a pocket.
  struct PocketRow: Codable, FetchableRecord {
    var cleared: Int64
    var pendingOut: Int64
  }

  struct AnswerRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "answeredOrder"

    var key: String
    var contents: String
    var answer: String
    var time: Int64
  }

  struct CoveredPaymentRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "coveredPayment"

    var payment: Payment.ID
    var transfer: Payment.ID
  }
}
