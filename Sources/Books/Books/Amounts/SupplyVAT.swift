public import Days
public import Money

/// Who accounts for the VAT of something that is bought or sold, and with that whether what is paid
/// holds it.
///
/// Sources: HMRC, VAT Notices 735 and 741A for the reverse charge, 725 for goods and services of the EC.
public enum VATAccounting: Sendable, Hashable, CaseIterable {
  /// The seller does: the VAT is part of what is paid.
  case seller
  /// The company does, as the buyer: the seller charges no VAT, and what is paid is the value of which the
  /// VAT is a percentage. The same amount is owed and claimed back.
  case buyer
  /// The customer does: the company charges no VAT, and its books have none.
  case customer

  /// Finds out who accounts for the VAT.
  ///
  /// - Parameters:
  ///   - status: the status for VAT reports; nil if there is none.
  ///   - isSale: whether the company sells it.
  public init(of status: ECStatus?, isSale: Bool) {
    self =
      switch status {
      case .reverseCharge: isSale ? .customer : .buyer
      case .goods, .services: isSale ? .seller : .buyer
      case .ukOrNonEC, .moss, nil: .seller
      }
  }
}

/// How the VAT of something that is bought or sold is worked out.
///
/// What is paid, the VAT and what is left without it all come of this one rule, so that a form shows
/// what the books keep.
public struct SupplyVAT: Sendable, Hashable {
  /// Who accounts for the VAT.
  public let accounting: VATAccounting

  /// What is usual for the category; nil if the category does not say.
  public let usual: VATTreatment?

  /// The day of the sale or the purchase, whose rates apply.
  public let day: Day

  /// Makes the rule for something.
  ///
  /// - Parameters:
  ///   - status: its status for VAT reports; nil if there is none.
  ///   - isSale: whether the company sells it.
  ///   - usual: what is usual for its category; nil if the category does not say.
  ///   - day: its day.
  public init(of status: ECStatus?, isSale: Bool, usual: VATTreatment?, on day: Day) {
    accounting = VATAccounting(of: status, isSale: isSale)
    self.usual = usual
    self.day = day
  }

  /// The rate at which VAT is due if a rate is told.
  ///
  /// If the buyer accounts for it, a rate of zero says that the seller has charged none. Then the rate is the
  /// one that a seller of the United Kingdom would have charged: the usual one of the category, or the
  /// standard rate if the category does not say.
  ///
  /// Sources: FreeAgent, support articles 115001220110 and “Money to or from the EU”. That the category
  /// says what would have been charged is a decision of this project.
  public func rate(for told: VATRate) -> VATRate {
    switch accounting {
    case .seller: told
    case .buyer where told.percent.isZero: (usual ?? .standard).rate(on: day) ?? .zero
    case .buyer: told
    case .customer: .zero
    }
  }

  /// The amounts of something that is paid with an amount, at a rate that is told.
  ///
  /// - Throws: a `MoneyError` if they do not fit.
  public func amounts(paid: Money, at told: VATRate) throws(MoneyError) -> SupplyAmounts {
    let rate = rate(for: told)
    let amounts =
      try accounting == .seller
      ? VATAmounts(gross: paid, rate: rate) : VATAmounts(net: paid, rate: rate)
    return try SupplyAmounts(paid: paid, vat: amounts.vat, accountedFor: accounting)
  }

  /// The amounts of something that costs an amount without VAT, at a rate that is told.
  ///
  /// - Throws: a `MoneyError` if they do not fit.
  public func amounts(net: Money, at told: VATRate) throws(MoneyError) -> SupplyAmounts {
    try amounts(net: net, vat: VATAmounts(net: net, rate: rate(for: told)).vat)
  }

  /// The amounts of something that is paid with an amount, and whose VAT is told.
  ///
  /// - Throws: a `MoneyError` if they are of two currencies, or do not fit.
  public func amounts(paid: Money, vat: Money) throws(MoneyError) -> SupplyAmounts {
    try SupplyAmounts(paid: paid, vat: vat, accountedFor: accounting)
  }

  /// The amounts of something that costs an amount without VAT, and whose VAT is told.
  ///
  /// - Throws: a `MoneyError` if they are of two currencies, or do not fit.
  public func amounts(net: Money, vat: Money) throws(MoneyError) -> SupplyAmounts {
    let paid = try accounting == .seller ? net.adding(vat) : net
    return try SupplyAmounts(paid: paid, vat: vat, accountedFor: accounting)
  }
}

/// What something that is bought or sold comes to: what is paid for it, and the VAT that the books have.
public struct SupplyAmounts: Sendable, Hashable {
  /// Who accounts for the VAT.
  public let accounting: VATAccounting

  /// What the buyer owes the seller.
  public let paid: Money

  /// The VAT, with the sign of the amount; zero if the customer accounts for it.
  public let vat: Money

  /// What it costs without VAT.
  public let net: Money

  /// Takes a tax that is known.
  ///
  /// - Parameters:
  ///   - paid: what the buyer owes the seller.
  ///   - vat: the tax; nothing of it is kept if the customer accounts for it.
  ///   - accounting: who accounts for it.
  /// - Throws: a `MoneyError` if they are of two currencies, or the difference does not fit.
  public init(
    paid: Money, vat: Money, accountedFor accounting: VATAccounting
  ) throws(MoneyError) {
    guard vat.currency == paid.currency else {
      throw .currencyMismatch(expected: paid.currency, got: vat.currency)
    }
    self.accounting = accounting
    self.paid = paid
    self.vat = accounting == .customer ? .zero(paid.currency) : vat
    net = try accounting == .seller ? paid.subtracting(vat) : paid
  }
}
