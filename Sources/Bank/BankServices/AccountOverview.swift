public import Bank

/// An account and what is in it.
public struct AccountOverview: Sendable, Hashable, Codable {
  /// The account whose balance it is.
  public let account: Account

  /// What is in its main category; nil if that is not known.
  public let balance: Balance?

  /// Why the balance is not known; nil if it is.
  public let balanceFailure: BankError?

  /// Puts an account and its balance together.
  public init(account: Account, balance: Balance) {
    self.account = account
    self.balance = balance
    balanceFailure = nil
  }

  /// An account whose balance is not known, and why.
  public init(account: Account, balanceFailure: BankError) {
    self.account = account
    balance = nil
    self.balanceFailure = balanceFailure
  }

  /// All accounts of a customer, in the bank's order.
  ///
  /// A balance that cannot be read is not known; the other accounts are not affected.
  ///
  /// - Throws: the failure if it is about the customer or the bank rather than one account: a log-in
  ///   is needed, or no balance at all can be read for one and the same reason.
  static func all(at bank: any Bank) async throws -> [AccountOverview] {
    var overviews: [AccountOverview] = []
    for account in try await bank.accounts() {
      do {
        let balance = try await bank.balance(of: account.id)
        overviews.append(AccountOverview(account: account, balance: balance))
      } catch let error as BankError where error.mayBeOfOneAccount {
        overviews.append(AccountOverview(account: account, balanceFailure: error))
      }
    }
    let failures = overviews.compactMap(\.balanceFailure)
    if let failure = failures.first, failures.count == overviews.count,
      failure.isOfAllAccounts, failures.allSatisfy({ $0.code == failure.code })
    {
      throw failure
    }
    return overviews
  }
}

extension BankError {
  /// Whether other accounts may be readable when one is not.
  fileprivate var mayBeOfOneAccount: Bool {
    switch code {
    case .notLoggedIn, .token, .inUse, .storage, .notABank, .invalidRecord, .outcomeUnknown: false
    default: true
    }
  }

  /// Whether it is about the customer or the bank if it is met at every account.
  fileprivate var isOfAllAccounts: Bool {
    switch code {
    case .insufficientScope, .unavailable, .tooManyRequests: true
    default: false
    }
  }
}
