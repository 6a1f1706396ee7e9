public import Days
public import FreeAgentAPI
public import Money

/// A bank account in the books.
public struct BookAccount: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankAccount>
  /// Its name.
  public let name: String
  /// Its currency.
  public let currency: Currency
  /// Whether it is a person’s own.
  public let isPersonal: Bool
  /// What is in it; nil if the service does not say.
  public let balance: Money?
  /// How many transactions nobody has explained.
  public let unexplained: Int
  /// How many explanations wait for approval.
  public let toApprove: Int
}

extension BookAccount {
  init?(_ account: FreeAgent.BankAccount) {
    guard let id = BookID(account.url) else { return nil }
    let currency = account.currency.flatMap { Currency(code: $0) } ?? .gbp
    self.id = id
    name = account.name ?? id.text
    self.currency = currency
    isPersonal = account.isPersonal ?? false
    balance = account.currentBalance.flatMap { Money(exactly: $0, currency: currency) }
    unexplained = account.unexplainedTransactionCount ?? 0
    toApprove = account.markedForReviewCount ?? 0
  }
}

/// What a bank says that happened.
public struct BookTransaction: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankTransaction>
  /// The day.
  public let day: Day
  /// What the bank says.
  public let text: String
  /// How much; negative if money went.
  public let amount: Money
  /// How much of it nobody has explained, with the sign of the amount.
  public private(set) var unexplained: Money
  /// What it was explained as.
  public private(set) var explanations: [BookExplanation]
}

extension BookTransaction {
  /// The transaction as it will be once an explanation is taken away.
  ///
  /// - Throws: a ``BooksError`` of the code `unreadable` if the service’s amounts do not add up.
  func without(_ id: BookID<FreeAgent.BankTransactionExplanation>?) throws -> BookTransaction {
    guard let taken = explanations.first(where: { $0.id == id }) else { return self }
    var rest = self
    do { rest.unexplained = try unexplained.adding(taken.amount) } catch {
      throw BooksError(.unreadable, cause: "\(error)")
    }
    rest.explanations.removeAll { $0.id == id }
    return rest
  }
}

extension BookTransaction {
  /// Reads a transaction; nil if it lacks what it must have, or has an amount that is none.
  init?(_ transaction: FreeAgent.BankTransaction, in currency: Currency) {
    guard let id = BookID(transaction.url), let day = transaction.datedOn,
      let amount = transaction.amount.flatMap({ Money(exactly: $0, currency: currency) }),
      let unexplained = (transaction.unexplainedAmount ?? 0).money(in: currency)
    else { return nil }
    self.id = id
    self.day = day
    text = (transaction.description ?? transaction.fullDescription ?? "").withoutLineType
    self.amount = amount
    self.unexplained = unexplained
    explanations = (transaction.explanations ?? []).compactMap { BookExplanation($0, in: currency) }
  }
}

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

extension String {
  /// What a bank wrote, without the type of the line that the service puts behind it: `Hilton Hotels` of
  /// `Hilton Hotels//OTHER/`.
  var withoutLineType: String {
    guard let slashes = ranges(of: "//").last else { return self }
    let type = self[slashes.upperBound...].prefix { $0 != "/" }
    let isType = !type.isEmpty && type.allSatisfy { $0.isASCII && $0.isUppercase }
    return isType ? String(self[..<slashes.lowerBound]) : self
  }
}
