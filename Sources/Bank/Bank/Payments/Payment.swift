public import FoundationEssentials
public import Money
import ServiceBasics

/// One item of an account's feed: money that came, went, is about to, or did not.
public struct Payment: Sendable, Hashable, Codable, Identifiable {
  /// The identity of a payment.
  public typealias ID = Identifier<Payment>

  /// The payment's id.
  public let id: ID

  /// The account it belongs to.
  public let account: Account.ID

  /// The pocket of the account it belongs to: the main one, or a goal's.
  public let category: Account.Category.ID

  /// The amount in the account's currency, never negative: `direction` is its sign.
  public let amount: Money

  /// Whether the money comes in or goes out.
  public let direction: PaymentDirection

  /// How far the payment has come.
  public let status: PaymentStatus

  /// The means of payment.
  public let source: PaymentSource

  /// Who is on the other side.
  public let counterparty: Counterparty

  /// The amount in the merchant's currency; of no use for arithmetic in the account's.
  public let sourceAmount: Money?

  /// The text that the payer gave.
  public let reference: String?

  /// Whether the bank's own round-up has already rounded this payment up.
  public let isRoundedUpByBank: Bool

  private let transacted: Timestamp
  private let settled: Timestamp?

  /// When the payment was made, to the millisecond.
  ///
  /// This, not the settlement, says in which week.
  public var transactionTime: Date { transacted.date }

  /// When the payment settled, to the millisecond; absent while it has not.
  public var settlementTime: Date? { settled?.date }

  /// Makes a payment; times are cut to the millisecond.
  public init(
    id: ID, account: Account.ID, category: Account.Category.ID, amount: Money,
    direction: PaymentDirection, status: PaymentStatus, source: PaymentSource,
    counterparty: Counterparty, sourceAmount: Money? = nil, transactionTime: Date,
    settlementTime: Date? = nil, reference: String? = nil, isRoundedUpByBank: Bool = false
  ) {
    self.id = id
    self.account = account
    self.category = category
    self.amount = amount
    self.direction = direction
    self.status = status
    self.source = source
    self.counterparty = counterparty
    self.sourceAmount = sourceAmount
    self.transacted = Timestamp(transactionTime)
    self.settled = settlementTime.map(Timestamp.init)
    self.reference = reference
    self.isRoundedUpByBank = isRoundedUpByBank
  }

  private enum CodingKeys: String, CodingKey {
    case id, account, category, amount, direction, status, source, counterparty
    case sourceAmount, reference, isRoundedUpByBank
    case transacted = "transactionTime"
    case settled = "settlementTime"
  }
}
