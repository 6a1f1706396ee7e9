public import Days
public import FreeAgentAPI
public import Money

/// What a transaction, or a part of it, was explained as.
public struct BookExplanation: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankTransactionExplanation>
  /// The kind in the service’s words; nil if it does not say.
  public let kind: String?
  /// The day on which the books have the amount.
  public let day: Day
  /// How much, with its sign.
  public let amount: Money
  /// What the money was for, in words; nil if nothing was said.
  public let text: String?
  /// The category’s code; nil if it has none.
  public let category: String?
  /// The id of the document, user, account, stock item or asset that it is about; nil if it is about none.
  public let target: String?
  /// The VAT; nil if the books say nothing of it.
  public let vat: BookedVAT?
  /// The status for VAT reports, in the service’s words; nil if it has none.
  public let ecStatus: String?
  /// The country in which it was supplied; nil if it has none.
  public let placeOfSupply: String?
  /// The project whose customer pays; nil if it has none.
  public let project: BookID<FreeAgent.Project>?
  /// All else that somebody can write of it, by the names of the API; nil if there is nothing else.
  public let others: [String: String]?
  /// Whether it was guessed and waits for approval.
  public private(set) var isToApprove: Bool
  /// Why it cannot be changed any more, in the service’s words; nil if it can.
  public private(set) var lock: String?
  /// What of it cannot be changed, by the names of the API; nil if all of it can.
  private var lockedAttributes: [String]?
  /// Whether it can be deleted.
  public private(set) var isDeletable: Bool
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
    vat = BookedVAT(explanation, in: currency)
    ecStatus = explanation.ecStatus?.rawValue
    placeOfSupply = explanation.placeOfSupply
    project = BookID(explanation.project)
    others = explanation.others
    isToApprove = explanation.markedForReview ?? false
    lock = explanation.isLocked == true ? explanation.lockedReason ?? "" : nil
    let locked = explanation.lockedAttributes ?? []
    lockedAttributes = locked.isEmpty ? nil : locked
    isDeletable = explanation.isDeletable ?? true
    receipt = BookReceipt(explanation.attachment)
  }
}

extension BookExplanation {
  /// What of it cannot be changed.
  public var locks: ExplanationLocks { ExplanationLocks(lockedAttributes ?? []) }

  /// Whether it says the same as another one, whatever is to be done about them: one of the two may be
  /// approved or locked.
  func saysTheSame(as other: BookExplanation) -> Bool { said == other.said }

  private var said: BookExplanation {
    var said = self
    (said.isToApprove, said.isDeletable, said.lock, said.lockedAttributes) = (false, true, nil, nil)
    return said
  }
}

extension FreeAgent.BankTransactionExplanation {
  /// What an explanation has besides the properties of a `BookExplanation`.
  ///
  /// These are all writable members of the schema but those that have a property, so that no member can
  /// change unseen. What says nothing is left out: blanks and zeros.
  fileprivate var others: [String: String]? {
    let fields = Self.schema.fields
    let named = [
      fields.bankAccount.name, fields.bankTransaction.name, fields.datedOn.name,
      fields.grossValue.name, fields.description.name, fields.category.name,
      fields.paidInvoice.name, fields.paidBill.name, fields.paidUser.name,
      fields.transferBankAccount.name, fields.stockItem.name, fields.disposedAsset.name,
      fields.salesTaxRate.name, fields.salesTaxValue.name, fields.salesTaxStatus.name,
      fields.ecStatus.name, fields.placeOfSupply.name, fields.project.name,
      fields.markedForReview.name, fields.attachment.name,
    ]
    var others: [String: String] = [:]
    for field in Self.schema.all
    where !field.traits.contains(.readOnly) && !named.contains(field.name) {
      guard let member = members[field.name] else { continue }
      others[field.name] = (field.normalised(member) ?? member).word
    }
    return others.isEmpty ? nil : others
  }
}

extension FreeAgent.JSON {
  /// The value in one word or number; nil for what says nothing.
  fileprivate var word: String? {
    switch self {
    case .null, .number(0), .text(""), .text("0.0"): nil
    case .text(let text): text
    case .number(let number): number.description
    case .flag, .list, .object: "\(self)"
    }
  }
}

extension ExactDecimal {
  /// The amount; nil if it has more digits than the currency, or is too large.
  func money(in currency: Currency) -> Money? { Money(exactly: self, currency: currency) }
}
