public import Bank
public import BankServices
public import DataSets
public import Flowline

extension BankContext {
  /// The account that the flow is about: the one that is given, or one of the customer's that is asked
  /// for, each with what is available in it.
  ///
  /// The step is called `account`, its question is the flow's; what is chosen from is read as
  /// `accounts`.
  ///
  /// - Throws: ``FlowCancelled`` if there is no account, after a page that says so.
  public nonisolated(nonsending) func account() async throws -> Account {
    if let account = access.account { return account }
    var accounts = try await accounts()
    while !accounts.known.value.isEmpty {
      let chosen: Account? = try await accounts.choose { known, notice in
        ChoiceScreen(
          "account", options: known.value.map { Option($0, means: $0.account) }, page: notice
        ).texts(in: texts)
      }
      if let chosen { return chosen }
      try await accounts.update()
    }
    _ = try await flow.run(
      ReviewScreen("no-accounts").page { Row("open-one") }.texts(in: texts))
    throw FlowCancelled(.declined)
  }

  /// The customer's accounts, read as `accounts`.
  public nonisolated(nonsending) func accounts() async throws
    -> LiveData<BankDataSet<[AccountOverview]>>
  {
    try await read("accounts", title: texts("accounts.activity"), from: services.accounts)
  }
}

extension Option {
  /// An account to choose, with what is available in it.
  ///
  /// Its handle is the key, so that scripts can be read.
  public init(_ overview: AccountOverview, means value: Value) {
    self.init(
      named: overview.account.name, value, word: overview.account.handle, else: "account",
      detail: overview.balance.map { texts("account.available", $0.effective) }
        ?? texts("account.balance-unknown"))
  }
}
