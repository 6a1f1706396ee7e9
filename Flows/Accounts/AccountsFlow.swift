public import Bank
public import Flowline

/// Shows the accounts with their balances, and as many of them in detail as one likes.
///
/// It results in the accounts as they stood last.
public struct AccountsFlow: Flow {
  public let id: FlowID = "accounts"
  public var title: Text { texts("flow.title") }
  /// One line about what the flow is for.
  public static var summary: Text { texts("flow.summary") }

  private let bank: any Bank

  /// Makes the flow.
  public init(bank: any Bank) {
    self.bank = bank
  }

  public func run(_ context: FlowContext) async throws -> [AccountOverview] {
    var overviews = try await context.loadAccounts(at: bank)
    var question = list(overviews, asking: texts("accounts.question"))
    while let chosen = try await context.run(question) {
      let statement = try await Statement.load(of: chosen, at: bank, in: context)
      _ = try await context.run(statement.page)
      overviews = try await context.loadAccounts(at: bank)
      question = list(overviews, asking: texts("accounts.question.more"), default: "done")
    }
    return overviews
  }

  /// The accounts to choose from, and the way out.
  private func list(
    _ overviews: [AccountOverview], asking question: Text, default standard: String? = nil
  ) -> some Screen<AccountOverview?> {
    let done = Option<AccountOverview?>("done", nil, label: texts("accounts.done"))
    return ChoiceScreen(
      "account", question, options: overviews.map { $0.option($0) } + [done], default: standard
    ).label(texts("account.label"))
  }
}
