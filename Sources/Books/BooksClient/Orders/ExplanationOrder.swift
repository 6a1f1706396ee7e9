public import Books
public import Days
public import FreeAgentAPI
public import Money

/// What a transaction, or a part of it, is to be explained as.
public struct ExplanationOrder: Sendable, Hashable, Codable {
  /// The order’s key: the same order has the same key, however often it is sent.
  public var key: String
  /// The transaction that is explained, or a part of.
  public var transaction: BookID<FreeAgent.BankTransaction>
  /// What was not explained when it was asked for, apart from what is replaced; if something else is not
  /// explained now, nothing is done.
  public var unexplained: Money
  /// What the transaction was: the answers of the form.
  public var contents: ExplanationContents
  /// The receipt; nil if there is none, or the one that is there stays.
  public var receipt: OrderFile?
  /// The explanation whose place it takes; nil if it takes none.
  public var replaced: ReplacedExplanation?

  /// Makes an order.
  public init(
    key: String, transaction: BookID<FreeAgent.BankTransaction>, unexplained: Money,
    contents: ExplanationContents, receipt: OrderFile? = nil,
    replaced: ReplacedExplanation? = nil
  ) {
    self.key = key
    self.transaction = transaction
    self.unexplained = unexplained
    self.contents = contents
    self.receipt = receipt
    self.replaced = replaced
  }
}

/// An explanation that is in the books and is written anew, in its place.
public struct ReplacedExplanation: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public var id: BookID<FreeAgent.BankTransactionExplanation>
  /// Its receipt, if that is to go; nil if it has none, or the receipt stays.
  public var receipt: BookID<FreeAgent.Attachment>?

  /// Names one.
  public init(
    _ id: BookID<FreeAgent.BankTransactionExplanation>,
    without receipt: BookID<FreeAgent.Attachment>? = nil
  ) {
    self.id = id
    self.receipt = receipt
  }
}

/// The answers of the form, those that the kind has.
public struct ExplanationContents: Sendable, Hashable, Codable {
  /// How VAT is told.
  public enum VAT: Sendable, Hashable, Codable {
    /// At a rate, in per cent.
    case rate(percent: ExactDecimal)
    /// As an amount, with the sign of the explanation.
    case amount(value: Money)
    /// There is none: exempt, or outside the scope.
    case untaxed(as: VATTreatment)
  }

  /// Which kind of explanation it is, such as a payment.
  public var kind: ExplanationKind
  /// The day on which the books are to have the amount.
  public var day: Day
  /// How much, with its sign.
  public var amount: Money
  /// What the money was for, in words; nil if nothing is said.
  public var description: String?
  /// The category that it is filed under; nil if its kind has none.
  public var category: NominalCode?
  /// The VAT; nil if the service is to find it out, or there is none to tell.
  public var vat: VAT?
  /// The status for VAT reports.
  public var ecStatus: ECStatus?
  /// The country, if the status is `ECStatus.moss`.
  public var placeOfSupply: String?
  /// The number of a cheque.
  public var cheque: String?
  /// The number of a receipt.
  public var receipt: String?
  /// The project whose customer pays.
  public var project: BookID<FreeAgent.Project>?
  /// How that customer is billed.
  public var rebilling: ExplanationDraft.Rebilling?
  /// How many per cent more, or the price, if it is not at cost.
  public var rebillFactor: ExactDecimal?
  /// The document that was paid.
  public var document: BookDocument?
  /// How much in the currency of the document or of the other account, if that is another.
  public var foreignAmount: ExactDecimal?
  /// Who got the money or gave it.
  public var user: BookID<FreeAgent.User>?
  /// The other account.
  public var account: BookID<FreeAgent.BankAccount>?
  /// What was bought or sold.
  public var stock: BookID<FreeAgent.StockItem>?
  /// How much of it.
  public var quantity: Int?
  /// Over how many years a capital asset is depreciated.
  public var years: Int?
  /// The capital asset that was sold.
  public var asset: BookID<FreeAgent.CapitalAsset>?
  /// The property, for a landlord.
  public var property: BookID<FreeAgent.Property>?

  /// Makes contents that only say the kind, the day and the amount.
  public init(_ kind: ExplanationKind, on day: Day, _ amount: Money) {
    self.kind = kind
    self.day = day
    self.amount = amount
  }
}

extension BookCompany {
  /// What an order of a day says about VAT: without an answer it is outside the scope if the company is
  /// not registered, else the service would take the rate of the category.
  ///
  /// - Parameters:
  ///   - answer: what a person has answered; nil if nobody was asked, or the service is to find it out.
  ///   - day: the day.
  public func vat(
    _ answer: ExplanationContents.VAT?, on day: Day
  ) -> ExplanationContents.VAT? {
    answer ?? (taxation.contains(day) ? nil : .untaxed(as: .outsideTheScope))
  }
}

extension ExplanationContents {
  /// Whether its VAT is that of another country.
  public var isTaxedAbroad: Bool { ecStatus == .moss }

  /// The country whose VAT it has in place of the company’s own; nil if there is none, or it is not told yet.
  public var taxingCountry: String? { isTaxedAbroad ? placeOfSupply : nil }

  /// The id of the document, user, account, stock item or asset that it is about; nil if it is about none.
  var target: String? {
    document?.id ?? user?.text ?? account?.text ?? stock?.text ?? asset?.text
  }

  /// Whether an explanation in the books is as this one would be.
  ///
  /// A kind that the service calls by a word that is not known tells nothing: what it follows from is
  /// compared.
  func isLike(_ explanation: BookExplanation) -> Bool {
    let known = explanation.kind.flatMap { ExplanationKind(rawValue: $0) }
    return explanation.amount == amount && explanation.day == day
      && (category == nil || explanation.category == category?.description)
      && explanation.target == target && (known == nil || known == kind)
  }

  /// Whether the same amount goes to the same place as by other answers.
  ///
  /// - Parameter other: the other answers; nil if there are none.
  public func isSamePayment(as other: ExplanationContents?) -> Bool {
    amount == other?.amount && document?.id == other?.document?.id && account == other?.account
  }

  /// Explains only a part.
  ///
  /// - Parameter amount: how much, without the sign, which stays as it is.
  /// - Returns: whether everything else is kept; amounts that belong to the whole, of VAT or in
  ///   another currency, are to be told anew.
  public mutating func take(part amount: Money) -> Bool {
    self.amount = self.amount.isNegative ? (try? amount.negated()) ?? amount : amount
    var keepsAll = foreignAmount == nil
    foreignAmount = nil
    if case .amount = vat {
      vat = nil
      keepsAll = false
    }
    return keepsAll
  }
}

extension ExplanationContents {
  /// What the rules look at.
  ///
  /// - Parameter otherCurrency: the currency of the other account; that of a document is known.
  public func draft(otherCurrency: Currency? = nil) -> ExplanationDraft {
    let answered: [(ExplanationField, Bool)] = [
      (.description, description != nil), (.category, category != nil),
      (.salesTaxRate, vat != nil), (.ecStatus, ecStatus != nil),
      (.placeOfSupply, placeOfSupply != nil), (.chequeNumber, cheque != nil),
      (.receiptReference, receipt != nil), (.project, project != nil),
      (.rebillType, rebilling != nil), (.rebillFactor, rebillFactor != nil),
      (.paidInvoice, document.map { $0.kind != .bill } ?? false),
      (.paidBill, document?.kind == .bill), (.foreignCurrencyValue, foreignAmount != nil),
      (.paidUser, user != nil), (.transferBankAccount, account != nil), (.stockItem, stock != nil),
      (.stockAlteringQuantity, quantity != nil), (.assetLifeYears, years != nil),
      (.disposedAsset, asset != nil), (.property, property != nil),
    ]
    return ExplanationDraft(
      fields: Set(answered.filter(\.1).map(\.0)).union([.datedOn, .grossValue]), amount: amount,
      day: day, category: category, ecStatus: ecStatus, rebilling: rebilling,
      otherCurrency: document?.due.currency ?? otherCurrency,
      paysCreditNote: document?.isCredit ?? false)
  }
}

/// What became of an order to explain.
public enum ExplanationResult: Sendable, Hashable, Codable {
  /// It is explained.
  case explained(made: BookExplanation)
  /// The service refused, for these reasons in its words; empty if it gives none.
  case refused(reasons: [String])
  /// Something else is not explained by now, so that nothing was done.
  case changed(unexplained: Money)
  /// The transaction is no longer there.
  case gone
  /// The explanation that was to be replaced is no longer there.
  case nothingToReplace
  /// The service refused nothing, and left the explanation that was to be replaced as another than was
  /// asked for.
  case notReplaced
}
