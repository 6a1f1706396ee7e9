import Bank
import FlowTestSupport
import Flowline
import Testing

/// A bank that does not say what is in some of the accounts.
private struct BalanceFailingBank: ForwardingBank {
  let bank: any Bank
  let failures: [String: BankError]

  func base() -> any Bank { bank }

  func balance(of account: Account.ID) async throws -> Balance {
    let handle = try await bank.accounts().first { $0.id == account }?.handle
    if let failure = failures[handle ?? ""] { throw failure }
    return try await bank.balance(of: account)
  }
}

/// What is shown of an account whose balance cannot be read.
struct UnknownBalanceTests {
  private static let unreadable = BankError.unreadableAnswer(cause: "the balance is not in it")

  @Test func `one balance that is not known leaves the other accounts as they are`() throws {
    try inWorld(between: {
      BalanceFailingBank(bank: $0, failures: ["personal": Self.unreadable])
    }) { world in
      try world.walk("accounts")
      #expect(
        world.choices == [
          "personal | Personal | balance not known", "business | Business | £2.10 available",
          "euro | Euro | €743.00 available", "refresh | Refresh", "done | Done",
        ])
      world.answer("personal")
      #expect(world.step == "accounts/account/overview")
      #expect(
        world.page.prefix(2) == ["Balance | not known", "The bank’s reply could not be read"])
      world.answer("done")
      world.answer("done")
      guard case .array(let accounts)? = world.output else {
        Issue.record("no accounts: \(String(describing: world.outcome))")
        return
      }
      #expect(accounts[0]["balance"] == nil)
      #expect(accounts[0]["balanceFailure"]?["code"] == "unreadable-answer")
      #expect(accounts[1]["balance"]?["effective"]?["minorUnits"] == 210)
    }
  }

  @Test func `says so in Russian`() throws {
    try inWorld(
      locale: "ru_RU",
      between: { BalanceFailingBank(bank: $0, failures: ["personal": Self.unreadable]) }
    ) { world in
      try world.walk("account")
      #expect(world.choices.first?.hasSuffix("остаток неизвестен") == true)
      world.answer("personal")
      #expect(world.page.first == "Остаток | неизвестен")
      world.answer("готово")
      #expect(world.output?["balance"] == nil)
      #expect(world.output?["balanceFailure"]?["code"] == "unreadable-answer")
    }
  }

  @Test func `a permission that all balances lack is told as such`() throws {
    let failure = BankError.insufficientScope("balance:read")
    let failures = ["personal": failure, "euro": failure, "business": failure]
    try inWorld(
      login: TestLogin(), between: { BalanceFailingBank(bank: $0, failures: failures) }
    ) { world in
      try world.walk("accounts")
      #expect(world.step == "accounts/not-loaded")
      #expect(world.page.contains("Missing permission | balance:read"))
    }
  }
}
