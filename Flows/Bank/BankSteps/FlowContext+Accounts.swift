public import Bank
public import BankServices
public import DataSets
public import Flowline

extension FlowContext {
  /// The account that is given, or one of the customer's that is asked for, each with what is available
  /// in it.
  ///
  /// The step is called `account`, its question is the flow's; what is chosen from is read as
  /// `accounts`.
  ///
  /// - Throws: ``FlowCancelled`` if there is no account, after a page that says so.
  public nonisolated(nonsending) func account(
    _ given: Account?, at access: BankAccess
  ) async throws -> Account {
    if let given { return given }
    let accounts = access.services.accounts
    while true {
      var known = try await readAccounts(at: access) { try await accounts.current() }
      if known.value.isEmpty { try await stopWithoutAccounts() }
      let chosen: Account? = try await choose(
        from: &known, at: access, whichChanges: { try await accounts.change(after: $0) }
      ) { known, mark in
        ChoiceScreen(
          "account",
          options: Menu(known.value.map { $0.thing(means: $0.account) }).options(in: environment),
          page: mark
        ).texts(in: texts)
      }
      if let chosen { return chosen }
    }
  }

  private nonisolated(nonsending) func stopWithoutAccounts() async throws -> Never {
    _ = try await run(
      ReviewScreen("no-accounts").page { Row("open-one") }.texts(in: texts))
    throw FlowCancelled(.declined)
  }

  /// Reads the accounts, as the step `accounts`.
  public nonisolated(nonsending) func readAccounts(
    at access: BankAccess, orShowing earlier: BankSnapshot<[AccountOverview]>? = nil,
    _ read: @escaping @Sendable () async throws -> BankSnapshot<[AccountOverview]>
  ) async throws -> BankSnapshot<[AccountOverview]> {
    try await self.read(
      "accounts", title: texts("accounts.activity"), at: access, orShowing: earlier, read)
  }
}

extension AccountOverview {
  /// The account on a menu: its handle is the key, so that scripts can be read.
  public func thing<Choice>(means choice: Choice) -> Menu<Choice>.Thing {
    Menu.Thing(
      account.name, word: account.handle,
      detail: balance.map { texts("account.available", $0.effective) }
        ?? texts("account.balance-unknown"), means: choice)
  }
}
