import Bank
import GRDB

/// An order as it stands in the book.
struct BookedOrder: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "bookedOrder"

  /// What is ordered.
  enum Kind: String, Codable {
    case transfer, goal, deletion
  }

  /// How far it has come.
  enum State: String, Codable {
    /// It may have been sent, and there is no answer.
    case open
    /// The bank has carried it out.
    case done
    /// The bank has not carried it out, and never will.
    case refused
  }

  /// The order's key in lower case; a transfer's is its id at the bank.
  var key: String
  /// The account that it is about.
  var account: Account.ID
  /// What is ordered.
  var kind: Kind
  /// The order as JSON, equal for equal orders.
  var contents: String
  /// What was known before it was sent, as JSON; what it is follows from the kind.
  var known: String
  /// When it was booked, by the bank's clock as far as that is known, in milliseconds since 1970.
  var orderedAt: Int64
  /// When it was sent last, by our clock.
  var sentAt: Int64
  /// How far it has come.
  var state: State
  /// The answer as JSON; `nil` as long as the order is open.
  var answer: String?
  /// The id of what it made, a feed item or a goal; no two orders made the same.
  var made: String?
}

/// A payment whose round-up an order moves.
struct CoveredPayment: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "coveredPayment"

  /// The payment.
  var payment: Payment.ID
  /// Its account.
  var account: Account.ID
  /// When it was made, in milliseconds since 1970.
  var transactionTime: Int64
  /// The order.
  var orderKey: String
}
