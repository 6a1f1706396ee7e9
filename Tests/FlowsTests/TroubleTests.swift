import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// A bank that gives no answer: what is said, what can be done, and that nothing is lost.
struct TroubleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let error: BankError
    let page: [String]

    var testDescription: String { error.code.rawValue }
  }

  static let cases =
    [
      Case(
        error: .unavailable(cause: "connection refused"),
        page: [
          "The bank cannot be reached", "Details | connection refused",
          "Check your internet connection, then try again.",
        ]),
      Case(
        error: .tooManyRequests(cause: "HTTP 429"),
        page: [
          "The bank has had too many requests", "Details | HTTP 429",
          "Wait a minute, then try again.",
        ]),
      Case(
        error: .insufficientScope("account:read"),
        page: [
          "Your access token does not allow this", "Missing permission | account:read",
          "Create an access token with this permission at the bank, then log in with it.",
        ]),
      Case(
        error: .unreadableAnswer(cause: "<html>"),
        page: [
          "The bank’s reply could not be read", "Details | <html>",
          "Check the bank’s address, and that no proxy or Wi-Fi sign-in page is in the way.",
        ]),
      Case(
        error: .refused(cause: "ACCOUNT_CLOSED"),
        page: [
          "The bank refused", "Details | ACCOUNT_CLOSED", "Try again later, or leave.",
        ]),
      Case(
        error: .notLoggedIn(cause: "no token"),
        page: [
          "The bank did not accept your access token", "Details | no token",
          "Log in with a valid access token. You can create one on the bank’s developer pages.",
        ]),
    ]
    + [Account.ID("a0000000-0000-4000-8000-000000000009")].compactMap(\.self).map {
      Case(
        error: .unknownAccount($0),
        page: [
          "The bank cannot find this account",
          "Leave, then choose the account from the list again.",
        ])
    }

  @Test(arguments: cases)
  func `a read that fails says why and can be tried again`(trouble: Case) throws {
    try inWorld(between: { TroubledBank($0, reads: [trouble.error]) }) { world in
      try world.walk("round-up")
      #expect(world.step == "round-up/not-loaded")
      #expect(world.page == trouble.page)
      #expect(world.controller.prompt?.kind.choices.map(\.key) == ["again", "leave"])
      #expect(world.controller.prompt?.defaultAnswer == nil)
      world.answer("again")
      #expect(world.step == "round-up/account")
    }
  }

  @Test(arguments: cases)
  func `has other words in Russian`(trouble: Case) throws {
    try inWorld(locale: "ru_RU", between: { TroubledBank($0, reads: [trouble.error]) }) { world in
      try world.walk("accounts")
      #expect(world.question == "Не удалось загрузить данные. Что сделать?")
      #expect(Set(world.page).isDisjoint(with: trouble.page))
    }
  }

  @Test func `a read that fails can be left`() throws {
    try inWorld(between: { TroubledBank($0, reads: [.unavailable(cause: "off")]) }) { world in
      try world.walk("accounts", "leave")
      #expect(world.cancelReason == .user)
    }
  }

  @Test(arguments: [
    BankError.storage(path: "/bank.sqlite", cause: "no room"),
    .notABank(path: "/bank.sqlite", cause: "a picture"),
  ])
  func `rule 24: a bank's file that is broken holds the flow, which ends only if it is left`(
    error: BankError
  ) throws {
    try inWorld(between: { TroubledBank($0, reads: [error]) }) { world in
      try world.walk("accounts")
      let hold = try #require(world.controller.prompt?.hold)
      #expect(!hold.isCommit && !hold.mayHaveBeenDone && !hold.isStore)
      #expect(hold.message.contains("/bank.sqlite"))
      #expect(world.outcome == nil)
      world.answer("cancel")
      #expect(world.cancelReason == .user)
    }
  }

  @Test func `a page that is read again can be shown as it was`() throws {
    var bank: TroubledBank?
    try inWorld(between: { base in
      let troubled = TroubledBank(base)
      bank = troubled
      return troubled
    }) { world in
      try world.walk("account", "personal")
      for (choice, step) in [("refresh", "account"), ("trip", "account/goal")] {
        if choice == "trip" { world.answer("trip") }
        bank?.failReads(.unavailable(cause: "off"), .unavailable(cause: "still off"))
        world.answer("refresh")
        #expect(world.step == "\(step)/not-loaded")
        #expect(
          world.controller.prompt?.kind.choices.map(\.key) == ["again", "last-known", "leave"])
        world.answer("again")
        #expect(world.page[1] == "Details | still off")
        world.answer("last-known")
        #expect(world.step == (choice == "trip" ? "account/goal/details" : "account/overview"))
        #expect(world.page.first == "Earlier figures: the bank cannot be reached.")
      }
    }
  }

  @Test func `a goal that cannot be read leads back to the account`() throws {
    var bank: TroubledBank?
    try inWorld(between: { base in
      let troubled = TroubledBank(base)
      bank = troubled
      return troubled
    }) { world in
      try world.walk("account", "personal")
      bank?.failReads(.unavailable(cause: "off"))
      world.answer("trip")
      #expect(world.step == "account/goal/not-loaded")
      world.answer("leave")
      #expect(world.step == "account/overview")
    }
  }

  // MARK: - Orders

  @Test(arguments: cases)
  func `an order that did not get there is sent again under its key`(trouble: Case) async throws {
    var sent: TroubledBank?
    let world = try World(between: { bank in
      let troubled = TroubledBank(bank, orders: [.kept(trouble.error), .kept(trouble.error)])
      sent = troubled
      return troubled
    })
    try world.walk("round-up", "personal", "this", "", "trip", "y")
    #expect(world.step == "round-up/not-done")
    #expect(world.page.contains("Nothing was changed. Your answers are saved."))
    #expect(world.controller.prompt?.backRefusal == .committed)
    world.answer("again", "again", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    let keys = try #require(sent).keys
    #expect(keys.count == 3 && Set(keys).count == 1)
    #expect(try await world.goals(of: "personal").map(\.totalSaved.minorUnits) == [12_228])
    try world.expectOrder()
  }

  @Test func `an order that did not get there can be given up`() async throws {
    let world = try World(between: {
      TroubledBank($0, orders: [.kept(.unavailable(cause: "off"))])
    })
    try world.walk("create-goal", "personal", "Bike", "250", "y", "leave")
    #expect(world.cancelReason == .user)
    #expect(try await world.goals(of: "personal").count == 1)
    try world.expectOrder()
  }

  @Test(arguments: [
    BankError.storage(path: "/bank.sqlite", cause: "no room"),
    .notABank(path: "/bank.sqlite", cause: "a picture"), .invalidRecord(cause: "no such key"),
  ])
  func `rule 14: an order that the bank's file could not take was not sent, and can be cancelled`(
    error: BankError
  ) async throws {
    for choice in ["again", "cancel"] {
      let world = try World(between: { TroubledBank($0, orders: [.kept(error)]) })
      try world.walk("create-goal", "personal", "Bike", "250", "y")
      let prompt = try #require(world.controller.prompt)
      let hold = try #require(prompt.hold)
      #expect(hold.isCommit && !hold.mayHaveBeenDone)
      #expect(prompt.kind.choices.map(\.key) == ["again", "cancel"])
      world.answer(.text(choice))
      if choice == "again" {
        #expect(world.output?["name"] == "Bike")
      } else {
        #expect(world.cancelReason == .user)
      }
      #expect(try await world.goals(of: "personal").count == (choice == "again" ? 2 : 1))
      try world.expectOrder()
    }
  }

  @Test func `another order has another key`() throws {
    var sent: TroubledBank?
    try inWorld(between: { bank in
      let troubled = TroubledBank(bank)
      sent = troubled
      return troubled
    }) { world in
      try world.walk("account", "personal", "+", "A", "1", "y")
      world.answer("+", "A", "1", "y")
      world.answer("trip", "withdraw", "1", "y", "", "trip", "withdraw", "1", "y", "")
      world.answer("trip", "delete", "y", "", "done")
      let keys = sent?.keys ?? []
      #expect(keys.count == 5 && Set(keys).count == 5)
    }
  }

  // MARK: - Orders without an answer

  @Test(arguments: [true, false])
  func `an order without an answer is sent again when its session is gone on with`(
    isCarriedOut: Bool
  ) async throws {
    let unknown = BankError.outcomeUnknown(cause: "connection reset")
    var sent: TroubledBank?
    let world = try World(between: { bank in
      let troubled = TroubledBank(
        bank,
        orders: isCarriedOut
          ? [.lost(unknown), .kept(unknown)] : [.kept(unknown), .kept(unknown)])
      sent = troubled
      return troubled
    })
    try world.walk("account", "personal", "trip", "round-up", "this", "", "y")
    for isResumed in [true, false] {
      let prompt = try #require(world.controller.prompt)
      let hold = try #require(prompt.hold)
      #expect(hold.isCommit && hold.mayHaveBeenDone && !hold.isStore)
      #expect(hold.message.contains("connection reset"))
      #expect(hold.text == "The bank has not said whether this was done: connection reset.")
      #expect(prompt.kind.choices.map(\.key) == ["again", "give-up"])
      #expect(world.outcome == nil)
      #expect(!world.controller.journal.text.contains("\ndone "))
      // Once in a new process, once by the person's word.
      if isResumed {
        world.controller.unload()
        try world.resume()
      } else {
        world.answer("again")
      }
      world.controller.waitUntilSettled()
    }
    #expect(world.step == "account/goal/round-up/done/receipt")
    world.answer("")
    #expect(world.step == "account/overview")
    #expect(world.page[3] == "Trip | £122.28 of £500.00 | 24 %")
    let keys = try #require(sent).keys
    #expect(keys.count == 3 && Set(keys).count == 1)
    #expect(try await world.available(in: "personal") == 342_804)
    try world.expectOrder()
  }
}
