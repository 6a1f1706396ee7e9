/// What was posted to accounts of the general ledger: debits are positive.
///
/// An account is a nominal code, such as `285`, or `750-1` with the number of what it belongs to. Each
/// currency balances by itself at each of its rates, so that these can be applied last.
struct Postings {
  /// An account in a currency, at one rate.
  struct Account: Hashable {
    var code: String
    var currency: RatedCurrency
  }

  /// Minor units by account.
  private(set) var units: [Account: Int64] = [:]

  /// Adds to an account.
  ///
  /// - Throws: 422 if the sum does not fit.
  mutating func post(_ amount: Int64, to code: String, in currency: RatedCurrency) throws {
    let account = Account(code: code, currency: currency)
    units[account] = try (units[account] ?? 0).adding(amount)
  }

  /// Adds all that other postings have.
  mutating func add(_ other: Postings) throws {
    for (account, amount) in other.units {
      try post(amount, to: account.code, in: account.currency)
    }
  }

  /// Moves accounts to another one, such as the profit of earlier years.
  mutating func collect(into code: String, where isMoved: (String) -> Bool) throws {
    for (account, amount) in units where isMoved(account.code) {
      units[account] = nil
      try post(amount, to: code, in: account.currency)
    }
  }

  /// The postings of some accounts alone.
  func filtered(_ isIncluded: (String) -> Bool) -> Postings {
    var postings = self
    postings.units = units.filter { isIncluded($0.key.code) }
    return postings
  }
}

/// Accounts that the ledger and its reports know by themselves.
///
/// Source: answers of the service of August 2026, and the support article “Enter your opening balances”.
enum LedgerAccount {
  static let unrealisedExchangeDifference = "391"
  static let bank = "750"
  static let debtors = "681"
  static let creditors = "796"
  static let taxReclaimed = "818"
  static let taxCharged = "819"
  static let corporationTax = "820"
  static let dividends = "908"
  static let retainedProfit = "968"
  static let suspense = "999"
  static let taxesOnProfit = ["502", "503"]

  /// Whether an account is one of profit and loss, which begins anew each year: 001 to 599.
  static func isOfProfit(_ code: String) -> Bool { code < "600" }
}
