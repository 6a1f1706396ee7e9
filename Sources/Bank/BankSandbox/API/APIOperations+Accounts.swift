import Bank
import EmbeddedBank
import Money
import StarlingAPI

extension APIOperations {
  static let accounts: [Operation] = [
    .answering(Starling.GetAccounts.self) { _, ledger in
      Starling.Accounts(accounts: try ledger.accountDetails().map(Starling.Account.init))
    },
    .answering(Starling.GetBalance.self) { call, ledger in
      let account = try call.account(ledger)
      return Starling.Balance(
        try ledger.balance(of: account.id), inGoals: try ledger.savedInGoals(of: account.id))
    },
    .answering(Starling.GetAccountIdentifiers.self) { call, ledger in
      Starling.AccountIdentifiers(try ledger.details(of: try call.id("accountUid")))
    },
    .answering(Starling.GetConfirmationOfFunds.self) { call, ledger in
      let name = "targetAmountInMinorUnits"
      let text = try call.parameter(name)
      // Swift reads a plus as well, which no number of JSON has.
      guard !text.hasPrefix("+"), let amount = Int64(text) else {
        throw RequestProblem.invalid(name, "must be a number")
      }
      guard amount >= 0 else {
        throw RequestProblem.invalid(name, "must be greater than or equal to 0")
      }
      let available = try ledger.balance(of: try call.account(ledger).id).effective.minorUnits
      return Starling.ConfirmationOfFunds(
        requestedAmountAvailableToSpend: amount <= available,
        accountWouldBeInOverdraftIfRequestedAmountSpent: amount > available)
    },
    .answering(Starling.GetSpaces.self) { call, ledger in
      let goals = call.listed(try ledger.goals(of: try call.id("accountUid")))
      return Starling.Spaces(
        savingsGoals: goals.enumerated().map { Starling.SpaceGoal($1, place: Int32($0)) },
        spendingSpaces: [])
    },
  ]
}

extension Starling.Account {
  init(_ details: AccountDetails) {
    self.init(
      accountUid: details.account.id.text,
      accountType: Starling.AccountType(rawValue: details.kind.rawValue),
      defaultCategory: details.account.defaultCategory.text,
      currency: details.account.currency.code, createdAt: details.openedAt,
      name: details.account.name)
  }
}

extension Starling.AccountIdentifiers {
  /// Sterling accounts are known by sort code and number, all by their international number.
  init(_ details: AccountDetails) {
    let (number, sortCode) = (details.number, AccountNumber.sortCode)
    let isSterling = details.account.currency.code == "GBP"
    let ways = [
      Starling.AccountIdentifier(
        identifierType: .sortCode, bankIdentifier: sortCode, accountIdentifier: number.text),
      Starling.AccountIdentifier(
        identifierType: .ibanBic, bankIdentifier: AccountNumber.bic,
        accountIdentifier: number.iban),
    ]
    self.init(
      accountIdentifier: number.text, bankIdentifier: sortCode, iban: number.iban,
      bic: AccountNumber.bic, accountIdentifiers: isSterling ? ways : [ways[1]])
  }
}

extension Starling.Balance {
  init(_ balance: LedgerBalance, inGoals: Int64) {
    let code = balance.cleared.currency.code
    func signed(_ minorUnits: Int64) -> Starling.SignedAmount {
      Starling.SignedAmount(currency: code, minorUnits: minorUnits)
    }
    let (cleared, effective) = (balance.cleared.minorUnits, balance.effective.minorUnits)
    self.init(
      clearedBalance: signed(cleared), effectiveBalance: signed(effective),
      pendingTransactions: signed(effective &- cleared), acceptedOverdraft: signed(0),
      amount: signed(effective), totalClearedBalance: signed(cleared &+ inGoals),
      totalEffectiveBalance: signed(effective &+ inGoals))
  }
}
