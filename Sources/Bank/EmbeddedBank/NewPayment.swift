public import Bank
public import FoundationEssentials
public import Money

/// A payment between an account of the embedded bank and the world outside.
///
/// It is filed under the account's main category.
public struct NewPayment: Sendable, Hashable {
  /// The id, or `nil` for one from the bank's source of ids.
  public var id: Payment.ID?

  /// The account that the money comes to or goes from.
  public var account: Account.ID

  /// The amount in the account's currency, more than zero.
  public var amount: Money

  /// Whether the money comes in or goes out.
  public var direction: PaymentDirection

  /// How far the payment has come.
  public var status: PaymentStatus

  /// The means of payment; `internalTransfer` is for the bank alone.
  public var source: PaymentSource

  /// Who is on the other side.
  public var counterparty: Counterparty

  /// The amount in the merchant's currency.
  public var sourceAmount: Money?

  /// When the payment was made.
  public var transactionTime: Date

  /// When it settled; a settled payment without it settled when it was made.
  public var settlementTime: Date?

  /// The text that the payer gave.
  public var reference: String?

  /// Whether the bank's own round-up has already rounded it up.
  public var isRoundedUpByBank: Bool

  /// Describes a payment, a settled one by card if nothing else is said.
  public init(
    id: Payment.ID? = nil, account: Account.ID, amount: Money,
    direction: PaymentDirection = .outgoing, status: PaymentStatus = .settled,
    source: PaymentSource = .card, counterparty: Counterparty, sourceAmount: Money? = nil,
    transactionTime: Date, settlementTime: Date? = nil, reference: String? = nil,
    isRoundedUpByBank: Bool = false
  ) {
    self.id = id
    self.account = account
    self.amount = amount
    self.direction = direction
    self.status = status
    self.source = source
    self.counterparty = counterparty
    self.sourceAmount = sourceAmount
    self.transactionTime = transactionTime
    self.settlementTime = settlementTime
    self.reference = reference
    self.isRoundedUpByBank = isRoundedUpByBank
  }
}
