public import Days
public import FreeAgentAPI
public import Money

/// What a transaction, or a part of it, was explained as.
public struct BookExplanation: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankTransactionExplanation>
  /// The kind in the service’s words; nil if it does not say.
  public let kind: String?
  /// The day.
  public let day: Day
  /// How much, with its sign.
  public let amount: Money
  /// What it was.
  public let text: String?
  /// The category’s code; nil if it has none.
  public let category: String?
  /// The id of the document, user, account, stock item or asset that it is about; nil if it is about none.
  public let target: String?
  /// Whether it was guessed and waits for approval.
  public internal(set) var isToApprove: Bool
  /// Why it cannot be changed any more, in the service’s words; nil if it can.
  public let lock: String?
  /// Whether it can be deleted.
  public let isDeletable: Bool
  /// The file that is attached to it; nil if there is none.
  public internal(set) var receipt: BookReceipt?
}

extension BookExplanation {
  init?(_ explanation: FreeAgent.BankTransactionExplanation, in currency: Currency) {
    guard let id = BookID(explanation.url), let day = explanation.datedOn,
      let amount = explanation.grossValue?.money(in: currency)
    else { return nil }
    self.id = id
    kind = explanation.type?.rawValue
    self.day = day
    self.amount = amount
    text = explanation.description
    category = explanation.category?.id?.description
    target =
      explanation.paidInvoice?.id?.description ?? explanation.paidBill?.id?.description
      ?? explanation.paidUser?.id?.description ?? explanation.transferBankAccount?.id?.description
      ?? explanation.stockItem?.id?.description ?? explanation.disposedAsset?.id?.description
    isToApprove = explanation.markedForReview ?? false
    lock = explanation.isLocked == true ? explanation.lockedReason ?? "" : nil
    isDeletable = explanation.isDeletable ?? true
    receipt = BookReceipt(explanation.attachment)
  }
}

extension ExactDecimal {
  /// The amount; nil if it has more digits than the currency, or is too large.
  func money(in currency: Currency) -> Money? { Money(exactly: self, currency: currency) }
}
