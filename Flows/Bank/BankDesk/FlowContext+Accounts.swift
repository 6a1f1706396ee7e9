public import Bank
public import BankServices
public import DataSets
public import Flowline

extension FlowContext {
  /// Asks for one of the customer's accounts, each with what is available in it.
  ///
  /// The step is called `account`; what is chosen from is read as `accounts`.
  ///
  /// - Throws: ``FlowCancelled`` where there is no account, after a page that says so.
  public nonisolated(nonsending) func chooseAccount(
    at desk: Desk, asking question: Text
  ) async throws -> Account {
    let accounts = desk.services.accounts
    while true {
      var known = try await readAccounts(at: desk) { try await accounts.current() }
      if known.value.isEmpty { try await stopWithoutAccounts() }
      let chosen: Account? = try await choose(
        from: &known, at: desk, whichChanges: { try await accounts.change(after: $0) }
      ) { known, mark in
        ChoiceScreen(
          "account", question,
          options: Menu(known.value.map { $0.thing(means: $0.account) })
            .options(in: environment) { .chosen($0) }, page: mark
        ).label(texts("account.label"))
      }
      if let chosen { return chosen }
    }
  }

  private nonisolated(nonsending) func stopWithoutAccounts() async throws -> Never {
    let page = Section(rows: [Row(texts("no-accounts.remark"))])
    _ = try await run(
      ReviewScreen("no-accounts", texts("no-accounts.title"), page: [page])
        .label(texts("no-accounts.label")))
    throw FlowCancelled(.declined)
  }

  /// Reads the accounts, as the step `accounts`.
  public nonisolated(nonsending) func readAccounts(
    at desk: Desk, orShowing earlier: BankSnapshot<[AccountOverview]>? = nil,
    _ read: @escaping @Sendable () async throws -> BankSnapshot<[AccountOverview]>
  ) async throws -> BankSnapshot<[AccountOverview]> {
    try await self.read(
      "accounts", title: texts("accounts.reading"), at: desk, orShowing: earlier, read)
  }
}

extension AccountOverview {
  /// The account on a menu: its handle is the key, so that scripts can be read.
  public func thing<Choice>(means choice: Choice) -> Menu<Choice>.Thing {
    Menu.Thing(
      account.name, word: account.handle,
      detail: balance.map { texts("account.available", .money($0.effective)) }
        ?? texts("account.balance-unknown"), means: choice)
  }
}
