public import Days
public import Money

/// What there is around an explanation: the company, the account, the transaction, and what else exists.
public struct ExplanationContext: Sendable, Hashable {
  /// What else there may be.
  public enum Thing: Sendable, Hashable, CaseIterable {
    /// A bill to pay.
    case openBill
    /// A bill to be paid back.
    case openBillRefund
    /// An invoice to be paid.
    case openInvoice
    /// A credit note to pay, or an invoice of less than nothing.
    case openCreditNote
    /// Another account, to which or from which money may be transferred.
    case anotherAccount
    /// A capital asset that can be sold.
    case capitalAsset
    /// Something in stock.
    case stockItem
  }

  /// What kind of company it is.
  public var company: CompanyKind

  /// When it is registered for VAT.
  public var registration: VATRegistration

  /// Whether the company is in Northern Ireland, where goods of the EC are reported after 2020 too.
  public var isInNorthernIreland: Bool

  /// The company's own currency.
  public var nativeCurrency: Currency

  /// Whether the account is a person's.
  public var isPersonal: Bool

  /// What is left to explain, in the account's currency, with its sign.
  ///
  /// If an explanation is changed, what it had is left too.
  public var unexplained: Money

  /// What else there is.
  public var things: Set<Thing>

  /// Makes a context.
  public init(
    company: CompanyKind, registration: VATRegistration, isInNorthernIreland: Bool,
    nativeCurrency: Currency = .gbp, isPersonal: Bool = false, unexplained: Money,
    things: Set<Thing> = []
  ) {
    self.company = company
    self.registration = registration
    self.isInNorthernIreland = isInNorthernIreland
    self.nativeCurrency = nativeCurrency
    self.isPersonal = isPersonal
    self.unexplained = unexplained
    self.things = things
  }

  /// Whether something is so.
  public func meets(_ condition: ExplanationCondition) -> Bool {
    switch condition {
    case .notLandlord: company != .landlord
    case .notPersonal: !isPersonal
    case .nativeCurrency: unexplained.currency == nativeCurrency
    case .openBill, .openBillRefund, .openInvoice, .openCreditNote, .anotherAccount, .capitalAsset,
      .stockItem:
      condition.thing.map(things.contains) ?? true
    }
  }

  /// What stands against offering a kind; empty if nothing does.
  public func unmetConditions(of kind: ExplanationKind) -> [ExplanationCondition] {
    kind.rule.conditions.filter { !meets($0) }
  }

  /// The rules of the kinds that are offered, in their order; none if nothing is left to explain.
  public var offered: [ExplanationRule] {
    guard let direction = MoneyDirection(of: unexplained) else { return [] }
    return ExplanationRule.all.filter {
      $0.direction == direction && $0.conditions.allSatisfy(meets)
    }
  }
}

extension ExplanationCondition {
  /// What there has to be; nil if it is a condition of another sort.
  public var thing: ExplanationContext.Thing? {
    switch self {
    case .openBill: .openBill
    case .openBillRefund: .openBillRefund
    case .openInvoice: .openInvoice
    case .openCreditNote: .openCreditNote
    case .anotherAccount: .anotherAccount
    case .capitalAsset: .capitalAsset
    case .stockItem: .stockItem
    case .notLandlord, .notPersonal, .nativeCurrency: nil
    }
  }
}

/// An explanation as far as it has come: what is known of its fields, as far as rules need it.
public struct ExplanationDraft: Sendable, Hashable {
  /// How a customer is billed.
  public enum Rebilling: String, Sendable, Hashable, Codable, CaseIterable {
    /// With what it cost.
    case cost
    /// With a share more.
    case markup
    /// With a price.
    case price
  }

  /// The fields that it has.
  public var fields: Set<ExplanationField>

  /// The amount, with its sign; nil if it has none yet.
  public var amount: Money?

  /// The day; nil if it has none yet.
  public var day: Day?

  /// The category's code; nil if it has none, or one that cannot be read.
  public var category: NominalCode?

  /// The status for VAT reports; nil if it has none.
  public var ecStatus: ECStatus?

  /// How a customer is billed; nil if none is.
  public var rebilling: Rebilling?

  /// The currency of the document or of the other account; nil if there is none.
  public var otherCurrency: Currency?

  /// Whether what was paid is a credit note, or an invoice of less than nothing, which is settled like one.
  public var paysCreditNote: Bool

  /// Whether the other account is the account itself.
  public var transfersToItself: Bool

  /// Makes a draft.
  public init(
    fields: Set<ExplanationField> = [], amount: Money? = nil, day: Day? = nil,
    category: NominalCode? = nil, ecStatus: ECStatus? = nil, rebilling: Rebilling? = nil,
    otherCurrency: Currency? = nil, paysCreditNote: Bool = false, transfersToItself: Bool = false
  ) {
    self.fields = fields
    self.amount = amount
    self.day = day
    self.category = category
    self.ecStatus = ecStatus
    self.rebilling = rebilling
    self.otherCurrency = otherCurrency
    self.paysCreditNote = paysCreditNote
    self.transfersToItself = transfersToItself
  }
}
