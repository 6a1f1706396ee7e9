public import Books
public import Days
public import FreeAgentAPI
public import Money

/// What a transaction, or a part of it, is to be explained as.
public struct ExplanationOrder: Sendable, Hashable, Codable {
  /// The order’s key: the same order has the same key, however often it is sent.
  public var key: String
  /// What is explained.
  public var transaction: BookID<FreeAgent.BankTransaction>
  /// What was not explained when it was asked for; if something else is not explained now, nothing is
  /// done.
  public var unexplained: Money
  /// What it was.
  public var contents: ExplanationContents

  /// Makes an order.
  public init(
    key: String, transaction: BookID<FreeAgent.BankTransaction>, unexplained: Money,
    contents: ExplanationContents
  ) {
    self.key = key
    self.transaction = transaction
    self.unexplained = unexplained
    self.contents = contents
  }
}

/// The answers of the form, those that the kind has.
public struct ExplanationContents: Sendable, Hashable, Codable {
  /// How VAT is told.
  public enum VAT: Sendable, Hashable, Codable {
    /// At a rate, in per cent.
    case rate(ExactDecimal)
    /// As an amount, with the sign of the explanation.
    case amount(Money)
    /// There is none: exempt, or outside the scope.
    case untaxed(VATTreatment)
  }

  /// How a customer is billed.
  public enum Rebilling: Sendable, Hashable, Codable {
    /// With what it cost.
    case cost
    /// With so many per cent more.
    case markup(ExactDecimal)
    /// With a price.
    case price(ExactDecimal)
  }

  /// The kind.
  public var kind: ExplanationKind
  /// The day.
  public var day: Day
  /// How much, with its sign.
  public var amount: Money
  /// What it was.
  public var description: String?
  /// The category.
  public var category: NominalCode?
  /// The VAT; nil if the service is to find it out, or there is none to tell.
  public var vat: VAT?
  /// The status for VAT reports.
  public var ecStatus: ECStatus?
  /// The country, if the status is ``ECStatus/moss``.
  public var placeOfSupply: String?
  /// The number of a cheque.
  public var cheque: String?
  /// The number of a receipt.
  public var receipt: String?
  /// The project whose customer pays.
  public var project: BookID<FreeAgent.Project>?
  /// How that customer is billed.
  public var rebilling: Rebilling?
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

  /// Makes contents that only say the kind, the day and the amount.
  public init(_ kind: ExplanationKind, on day: Day, _ amount: Money) {
    self.kind = kind
    self.day = day
    self.amount = amount
  }
}

/// What became of an order to explain.
public enum ExplanationResult: Sendable, Hashable, Codable {
  /// It is explained.
  case explained(BookExplanation)
  /// The service refused, for these reasons in its words.
  case refused(reasons: [String])
  /// Something else is not explained by now, so that nothing was done.
  case changed(unexplained: Money)
  /// The transaction is no longer there.
  case gone
  /// The key belongs to another order.
  case keyReused
}
