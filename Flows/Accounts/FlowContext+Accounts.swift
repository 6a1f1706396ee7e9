public import Bank
public import Flowline

extension FlowContext {
  /// Asks for one of the customer's accounts, each with what is available in it.
  ///
  /// The step is called `account`; what is chosen from is loaded as `accounts`.
  ///
  /// - Throws: ``FlowCancelled`` where there is no account, after a page that says so.
  public func chooseAccount(at bank: any Bank, asking question: Text) async throws -> Account {
    let options = try await loadAccounts(at: bank).map { $0.option($0.account) }
    return try await run(
      ChoiceScreen("account", question, options: options).label(texts("account.label")))
  }

  func loadAccounts(at bank: any Bank) async throws -> [AccountOverview] {
    let overviews = try await load("accounts", title: texts("accounts.reading")) {
      try await AccountOverview.all(at: bank)
    }
    guard overviews.isEmpty else { return overviews }
    let remark = Row(texts("no-accounts.remark"))
    _ = try await run(
      ReviewScreen("no-accounts", texts("no-accounts.title"), page: [Section(rows: [remark])])
        .label(texts("no-accounts.label")))
    throw FlowCancelled(.declined)
  }
}
