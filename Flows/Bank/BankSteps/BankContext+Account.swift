import Bank
import BankServices
import Flowline

extension BankContext {
  /// The account that the flow is about: the one that is given, or one of the customer's that is asked
  /// for, each with what is available in it.
  ///
  /// The step is called `account`, its question is the flow's; what is chosen from is read as
  /// `accounts`.
  ///
  /// - Throws: ``FlowCancelled`` if there is no account, after a page that says so.
  func account() async throws -> Account {
    if let account = access.account { return account }
    var accounts = try await accounts()
    return try await accounts.pick(
      "account", orShowing: ReviewScreen("no-accounts").page { Row("open-one") }
    ) { Option($0, means: $0.account) }
  }

  /// The customer's accounts, read as `accounts`.
  func accounts() async throws -> LiveData<BankDataSet<[AccountOverview]>> {
    try await read("accounts", title: sharedTexts("accounts.activity"), from: services.accounts)
  }
}

extension Option {
  /// An account to choose, with what is available in it.
  ///
  /// Its handle is the key, so that scripts can be read.
  init(_ overview: AccountOverview, means value: Value) {
    self.init(
      named: overview.account.name, value, word: overview.account.handle, else: "account",
      detail: overview.balance.map { sharedTexts("account.available", $0.effective) }
        ?? sharedTexts("account.balance-unknown"))
  }
}
