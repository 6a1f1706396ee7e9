import BooksClient
import Flowline

extension BooksContext {
  /// An account that is chosen, each with what there is to do in it.
  ///
  /// If there is one alone, it is not asked for.
  ///
  /// - Parameters:
  ///   - given: the account if it is known; then nothing is asked.
  ///   - detail: what there is to do in an account.
  /// - Throws: ``FlowCancelled`` if there is no account, after a page that says so.
  func account(
    _ given: BookAccount? = nil, _ detail: (BookAccount) -> Text
  ) async throws -> BookAccount {
    if let given { return given }
    let accounts = try await read("accounts", title: sharedTexts("accounts.activity")) {
      try await $0.accounts()
    }
    guard accounts.count != 1 else { return accounts[0] }
    guard !accounts.isEmpty else {
      try await flow.leave(after: ReviewScreen("no-accounts").texts(in: sharedTexts))
    }
    let options = accounts.map { Option(named: $0.name, $0, detail: detail($0)) }
    return try await flow.run(ChoiceScreen("account", options: options).texts(in: sharedTexts))
  }

  /// What explanations of the transactions of an account have in common.
  func setting(of account: BookAccount) async throws -> ExplanationSetting {
    try await read("setting", title: ExplainFlow.texts("setting.activity")) {
      try await $0.setting(of: account)
    }
  }
}
