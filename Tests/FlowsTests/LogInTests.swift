import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import ServiceBasics
import Testing

/// Logging in and out, by itself and in the middle of something else.
struct LogInTests {
  private static let good = Answer.text(TestLogin.goodToken)

  @Test func `takes a token that the bank takes and shows whom it speaks for`() throws {
    let login = TestLogin(token: nil)
    try inWorld(login: login) { world in
      try world.walk("log-in")
      #expect(world.step == "log-in/way")
      #expect(world.page == ["There is no token yet."])
      #expect(world.choices == ["type | Type a token", "leave | Leave"])
      #expect(world.controller.prompt?.help?.text.contains("token file") == false)
      world.answer("type")
      #expect(world.step == "log-in/token")
      #expect(world.controller.prompt?.isSensitive == true)
      world.answer(Self.good)
      #expect(world.step == "log-in/identity")
      #expect(
        world.page == [
          "Account holder | Ada", "Valid until | Thu, 31 Dec 2026", "Permissions",
          "account:read", "savings-goal:read",
        ])
      world.answer("")
      #expect(world.output?["holder"] == "Ada")
      #expect(login.isIn)
      #expect(!world.controller.journal.text.contains("eyJ"))
    }
  }

  @Test(arguments: [
    ("something else", Refusal.Code("token-refused"), "The bank did not accept this token."),
    ("short", "not-a-token", "That is not an access token."),
  ])
  func `refuses a token and keeps the one in use`(
    token: String, code: Refusal.Code, text: String
  ) throws {
    let login = TestLogin()
    try inWorld(login: login) { world in
      try world.walk("log-in", "type")
      let refusal = try world.refusalByCheck(of: .text(token))
      #expect(refusal.code == code)
      #expect(refusal.message.text.hasPrefix(text))
      #expect(world.step == "log-in/token")
      #expect(login.isIn)
      #expect(!world.controller.journal.text.contains(token))
    }
  }

  @Test func `a token that is pasted too early is refused, and nowhere to be seen`() throws {
    try inWorld(login: TestLogin(token: nil)) { world in
      try world.walk("log-in")
      let refusal = try world.refusal(of: Self.good)
      #expect(refusal.code == .notAChoice)
      let message = refusal.message.resolved(in: world.environment).text
      #expect(!message.contains("eyJ") && refusal.arguments.isEmpty && refusal.range == nil)
      #expect(world.controller.journal.text.contains("refuse way {\"redacted\":true} not-a-choice"))
      world.answer("type", Self.good, "")
      #expect(world.output?["holder"] == "Ada")
      #expect(!world.controller.journal.text.contains("eyJ"))
    }
  }

  @Test func `a token that may not tell whom it speaks for is taken`() throws {
    let login = TestLogin(identityTrouble: .insufficientScope("customer:read"))
    try inWorld(login: login) { world in
      try world.walk("log-in", "type", Self.good)
      #expect(world.step == "log-in/identity")
      #expect(world.page.first == "Account holder | the bank does not say")
    }
  }

  @Test func `a bank that does not say whom it speaks for leads back to the ways`() throws {
    let login = TestLogin(identityTrouble: .unavailable(cause: "off"))
    try inWorld(login: login) { world in
      try world.walk("log-in", "type")
      #expect(try world.refusalByCheck(of: Self.good).code == "bank-trouble")
      #expect(world.controller.cancel() == .accepted)
      #expect(world.cancelReason == .user)
    }
  }

  @Test func `reads the token file again, which it names`() throws {
    let login = TestLogin(token: "ended", file: "")
    try inWorld(login: login) { world in
      try world.walk("log-in")
      #expect(
        world.choices.first == "file | Load the token file again | /home/ada/token")
      #expect(world.controller.prompt?.help?.text.contains("in the token file") == true)
      world.answer("file")
      #expect(
        world.page == [
          "There is no usable access token", "File | /home/ada/token",
          "Details | the file is empty", "Write the token into it.",
          "Log in with a valid access token. "
            + "You can create one on the bank’s developer pages.",
        ])
      login.write("ended as well")
      world.answer("file")
      #expect(world.page.first == "The bank did not accept your access token")
      login.write(TestLogin.goodToken)
      world.answer("file", "")
      #expect(world.output?["holder"] == "Ada")
    }
  }

  @Test func `where there is nothing to log in to, it is not offered`() throws {
    try inWorld { world in
      #expect(
        world.catalog.offered.map(\.id)
          == ["round-up", "create-goal", "accounts", "account", "goal"])
    }
    try inWorld(login: TestLogin()) { world in
      #expect(world.catalog.offered.suffix(2).map(\.id) == ["log-in", "log-out"])
    }
  }

  @Test(arguments: [
    (
      "en_GB", "log-out",
      "This bank needs no log-in. To log in or out, choose a bank with an address."
    ),
    ("en_GB", "orders", "This bank replies to every order at once, so no order can be open."),
    (
      "ru_RU", "log-in",
      "Этому банку вход не нужен. Чтобы войти или выйти, выберите банк с адресом."
    ),
  ])
  func `what a bank has no use for is refused in words`(
    locale: String, flow: FlowID, words: String
  ) throws {
    try inWorld(locale: locale) { world in
      let entry = try #require(world.catalog[flow])
      #expect(entry.access == .hidden)
      let options = SessionOptions(environment: world.environment)
      guard case .refused(let refusal) = try entry.start(in: world.controller, options) else {
        Issue.record("it was started")
        return
      }
      #expect(refusal.message.resolved(in: world.environment).text == words)
      #expect(world.controller.inspection.state == .idle)
    }
  }

  // MARK: - In the middle of something

  private func guarded(_ login: TestLogin) throws -> World {
    try World(login: login, between: { GuardedBank(bank: $0, login: login) })
  }

  @Test func `a missing token is met at the start with what to do`() throws {
    let world = try guarded(TestLogin(token: nil))
    try world.walk("accounts")
    #expect(world.step == "accounts/log-in/way")
    #expect(
      world.page == [
        "The bank did not accept your access token", "Details | invalid_token",
        "Log in with a valid access token. You can create one on the bank’s developer pages.",
      ])
    world.answer("type", Self.good, "")
    #expect(world.step == "accounts/account")
    try world.expectOrder()
  }

  @Test func `a token that ends in the middle of a reading leads back to it, all kept`() throws {
    let login = TestLogin()
    let world = try guarded(login)
    try world.walk("round-up", "personal", "this", "")
    login.end()
    world.answer("trip", "y")
    #expect(world.step == "round-up/log-in/way")
    world.answer("type", Self.good, "")
    #expect(world.step == "round-up/done/receipt")
    world.answer("")
    #expect(world.output?["goal"] == "Trip")
    try world.expectOrder()
  }

  @Test func `a token that ends before an order has the same order sent again`() async throws {
    var sent: TroubledBank?
    let world = try World(
      login: TestLogin(),
      between: { bank in
        let troubled = TroubledBank(
          bank,
          orders: [.kept(.notLoggedIn(cause: "expired")), .kept(.notLoggedIn(cause: "expired"))])
        sent = troubled
        return troubled
      })
    try world.walk("create-goal", "personal", "Bike", "250", "y")
    for _ in 0..<2 {
      #expect(world.step == "create-goal/log-in/way")
      #expect(world.controller.prompt?.backRefusal == .committed)
      world.answer("type", Self.good, "")
    }
    #expect(world.output?["name"] == "Bike")
    let keys = try #require(sent).keys
    #expect(keys.count == 3 && Set(keys).count == 1)
    #expect(try await world.goals(of: "personal").map(\.name) == ["Trip", "Bike"])
    try world.expectOrder()
  }

  @Test func `a log-in that is left leaves the flow, and nothing was done`() async throws {
    let world = try World(
      login: TestLogin(),
      between: { TroubledBank($0, orders: [.kept(.notLoggedIn(cause: "expired"))]) })
    try world.walk("create-goal", "personal", "Bike", "250", "y", "leave")
    #expect(world.cancelReason == .user)
    #expect(try await world.goals(of: "personal").count == 1)
    try world.expectOrder()
  }

  @Test func `a missing permission offers to log in with another token`() throws {
    let scope = BankError.insufficientScope("savings-goal:create")
    try inWorld(
      login: TestLogin(), between: { TroubledBank($0, orders: [.kept(scope)]) }
    ) { world in
      try world.walk("create-goal", "personal", "Bike", "250", "y")
      #expect(world.step == "create-goal/not-done")
      #expect(world.page[1] == "Missing permission | savings-goal:create")
      #expect(world.controller.prompt?.kind.choices.map(\.key) == ["again", "log-in", "leave"])
      world.answer("log-in")
      #expect(world.page.prefix(2) == ["Your access token does not allow this", world.page[1]])
      world.answer("type", Self.good, "")
      #expect(world.output?["name"] == "Bike")
    }
  }

  // MARK: - Logging out

  @Test func `logs out once it is confirmed that all tokens end`() throws {
    let login = TestLogin()
    try inWorld(login: login) { world in
      try world.walk("log-out")
      #expect(world.step == "log-out/confirm")
      #expect(
        world.page.first
          == "All your access tokens will stop working, including those in other programs.")
      world.answer("y")
      #expect(world.step == "log-out/done/logged-out")
      #expect(!login.hasToken)
      world.answer("")
      #expect(world.output == ["loggedOut": true])
    }
  }

  @Test(arguments: [
    ("en_GB", "What you began in this browser is closed: it can no longer be opened."),
    ("ru_RU", "Начатое в этом браузере закроется: открыть его будет уже нельзя."),
  ])
  func `a log-out at a server says that it closes what was begun`(
    locale: String, row: String
  ) throws {
    for endsVisit in [true, false] {
      let login = TestLogin(logOutEndsVisit: endsVisit)
      try inWorld(locale: locale, login: login) { world in
        try world.walk("log-out")
        #expect(world.page.contains(row) == endsVisit)
      }
    }
  }

  @Test func `stays logged in where the person says no`() throws {
    let login = TestLogin()
    try inWorld(login: login) { world in
      try world.walk("log-out", "n")
      #expect(world.cancelReason == .declined)
      #expect(login.isIn && login.logOuts == 0)
    }
  }

  @Test func `a log-out that did not get there is tried again`() throws {
    let login = TestLogin(logOutTroubles: [
      .unavailable(cause: "off"), .notLoggedIn(cause: "invalid_token"),
    ])
    try inWorld(login: login) { world in
      try world.walk("log-out", "y")
      #expect(world.step == "log-out/not-done")
      #expect(world.page.contains("You are still logged in."))
      world.answer("again", "")
      #expect(world.output == ["loggedOut": true])
      #expect(login.logOuts == 2)
    }
  }

  @Test func `a log-out without an answer is not known, until logging out again settles it`() throws
  {
    let login = TestLogin(logOutTroubles: [
      .outcomeUnknown(cause: "no answer"), .unavailable(cause: "off"),
      .notLoggedIn(cause: "invalid_token"),
    ])
    try inWorld(login: login) { world in
      try world.walk("log-out", "y")
      let page = [
        "The bank has not replied. Your access tokens may still be valid.",
        "It is safe to log out again: if the tokens have already been revoked, the bank will say so.",
      ]
      #expect(world.step == "log-out/log-out-unknown")
      #expect(world.question == "It is not known whether you are logged out. Try again?")
      #expect(world.page == page)
      #expect(world.choices == ["again | Log out again", "leave | Leave"])
      // The second request is not sent; the first may have been carried out all the same.
      world.answer("again")
      #expect(world.step == "log-out/log-out-unknown")
      #expect(world.page == page)
      world.answer("again", "")
      #expect(world.output == ["loggedOut": true])
      #expect(login.logOuts == 3)
    }
  }

  @Test(
    arguments: [
      (
        "en_GB", true,
        "No access token is known here, so the bank was not asked this time. A token that was not revoked before "
          + "still works; you can revoke it at the bank.", false
      ),
      (
        "ru_RU", false,
        "Ключа доступа здесь уже нет, поэтому на этот раз банк не спрашивали. Ключ, который не отозвали раньше, "
          + "ещё действует; отозвать его можно в банке.", JSONValue.null
      ),
    ] as [(String, Bool, String, JSONValue)])
  func `a log-out without a token here does not say that tokens were revoked`(
    locale: String, isFirst: Bool, row: String, result: JSONValue
  ) throws {
    let none = BankError.notLoggedIn(cause: CodedText("no-token", "there is no access token"))
    let login = TestLogin(
      logOutTroubles: isFirst ? [none] : [.outcomeUnknown(cause: "no answer"), none])
    try inWorld(locale: locale, login: login) { world in
      try world.walk("log-out", locale == "en_GB" ? "y" : "да")
      // The first request may have been carried out.
      if !isFirst { world.answer("again") }
      #expect(world.step == "log-out/done/logged-out-here")
      #expect(world.page == [row])
      world.answer("")
      #expect(world.output == ["loggedOut": result])
    }
  }

  @Test func `a log-out that is left without an answer results in not known`() throws {
    let login = TestLogin(logOutTroubles: [.outcomeUnknown(cause: "no answer")])
    try inWorld(locale: "ru_RU", login: login) { world in
      try world.walk("log-out", "да")
      #expect(world.question == "Неизвестно, выполнен ли выход. Попробовать ещё раз?")
      #expect(world.page.first == "Банк не ответил. Возможно, ваши ключи доступа ещё действуют.")
      // As another process would.
      try world.resume()
      #expect(world.step == "log-out/log-out-unknown")
      world.answer("leave")
      #expect(world.output == ["loggedOut": .null])
      #expect(world.controller.journal.text.contains(#"done log-out {"loggedOut":null}"#))
    }
  }

  @Test func `writes Russian`() throws {
    try inWorld(locale: "ru_RU", login: TestLogin()) { world in
      try world.walk("log-out")
      #expect(world.trail == "выход из банка › подтверждение")
      world.answer("нет")
      try world.walk("log-in")
      #expect(world.trail == "вход в банк › способ входа")
      #expect(world.choices == ["type | Ввести ключ", "leave | Не входить"])
    }
  }
}
