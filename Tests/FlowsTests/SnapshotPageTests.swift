import Bank
import BankServices
import DataSetTesting
import DataSets
import FlowTestSupport
import Flowline
import FoundationEssentials
import ServiceBasics
import TestSupport
import Testing

@testable import BankFlows

/// What is shown of data that the bank has not just answered, and how it changes.
struct SnapshotPageTests {
  // MARK: - The mark

  @Test(arguments: [
    (0, "As of 12:00 (a moment ago): updating now."),
    (1, "As of 11:59 (1 minute ago): updating now."),
    (59, "As of 11:01 (59 minutes ago): updating now."),
    (60, "As of 11:00 (1 hour ago): updating now."),
    (180, "As of 9:00 (3 hours ago): updating now."),
    (24 * 60, "As of Thu, 19 Nov 2026, 12:00 (24 hours ago): updating now."),
    (48 * 60, "As of Wed, 18 Nov 2026, 12:00 (2 days ago): updating now."),
  ])
  func `says how old it is`(minutes: Int, text: String) {
    #expect(Self.mark(minutes, "en_GB") == text)
  }

  @Test(arguments: [
    (1, "1 минуту назад"), (2, "2 минуты назад"), (5, "5 минут назад"), (11, "11 минут назад"),
    (21, "21 минуту назад"), (60, "1 час назад"), (180, "3 часа назад"), (300, "5 часов назад"),
    (21 * 60, "21 час назад"), (48 * 60, "2 дня назад"), (5 * 24 * 60, "5 дней назад"),
    (21 * 24 * 60, "21 день назад"),
  ])
  func `says so in Russian`(minutes: Int, text: String) {
    let mark = Self.mark(minutes, "ru_RU")
    #expect(mark.hasPrefix("Данные на ") && mark.hasSuffix("(\(text)): данные обновляются."))
  }

  @Test(arguments: [
    (BankError.unavailable(cause: "off"), "the bank cannot be reached"),
    (.tooManyRequests(cause: "429"), "the bank has had too many requests"),
    (.notLoggedIn(cause: "x"), "you are not logged in"),
    (.insufficientScope("account:read"), "your access token does not allow an update"),
    (.unreadableAnswer(cause: "<html>"), "the bank does not reply"),
  ])
  func `says why it is not newer`(failure: BankError, reason: String) {
    #expect(Self.mark(180, "en_GB", failure) == "As of 9:00 (3 hours ago): \(reason).")
  }

  private static func mark(
    _ minutes: Int, _ locale: String, _ failure: BankError? = nil
  ) -> String {
    let environment = World.environment(locale)
    let notice = AgeNotice(
      asOf: Timestamp(World.now.addingTimeInterval(-60 * Double(minutes))),
      shownAt: Timestamp(World.now), failure: failure)
    return notice.text(in: environment).resolved(in: environment).text
  }

  // MARK: - What is shown

  /// A bank that was looked at three hours ago, and that answers no more until its gate opens.
  private struct Line {
    let world: World
    let gate: GatedBank

    init(login: TestLogin? = nil) throws {
      let copies = MemoryCopyStore()
      // The bank has said before whom the token speaks for.
      if let token = login?.tokenDigest { copies.learn("Ada", speaksThrough: token) }
      let before = try World(
        login: login, copies: copies, at: World.now.addingTimeInterval(-3 * 3600))
      try before.walk("account", "personal", "trip")
      before.controller.terminate()
      var made: GatedBank?
      world = try World(
        login: login, copies: copies,
        between: { bank in
          let gate = GatedBank(bank)
          made = gate
          return gate
        })
      gate = try #require(made)
    }

    /// Sees that all is in order.
    ///
    /// That a wait for something newer ends late is no fault.
    func leave() throws {
      if world.outcome == nil { world.controller.terminate() }
      #expect(world.controller.leaks.isEmpty)
      #expect(world.controller.diagnostics.filter { $0.code != .lateReply }.isEmpty)
    }

    /// Waits until something is asked anew.
    func nextPrompt(_ events: AsyncStream<FlowEvent>) async throws {
      for await event in events {
        if case .asked = event.kind { return }
      }
      throw NothingAsked()
    }
  }

  private struct NothingAsked: Error {}

  @Test func `a kept copy is shown at once, with its age, and anew with what came`() async throws {
    let line = try Line()
    try await line.world.spend(1_00, from: "personal")
    try line.world.walk("accounts")
    let world = line.world
    #expect(world.step == "accounts/account")
    #expect(world.page == ["As of 9:00 (3 hours ago): updating now."])
    #expect(world.choices.first == "personal | Personal | £3,429.62 available")
    let events = world.controller.events()
    line.gate.open()
    try await line.nextPrompt(events)
    #expect(world.step == "accounts/account")
    #expect(world.page == [])
    #expect(world.choices.first == "personal | Personal | £3,428.62 available")
    world.answer("done")
    try await eventually("the end") { world.output != nil }
    try line.leave()
  }

  @Test func `a copy stays with the reason where the bank cannot be reached`() async throws {
    let line = try Line()
    let world = line.world
    try world.walk("accounts")
    let events = world.controller.events()
    line.gate.open(failing: .unavailable(cause: "off"))
    try await line.nextPrompt(events)
    #expect(world.page == ["As of 9:00 (3 hours ago): the bank cannot be reached."])
    world.answer("done")
    guard case .array(let accounts)? = world.output else {
      Issue.record("no accounts: \(String(describing: world.outcome))")
      return
    }
    #expect(accounts.count == 3)
    try line.leave()
  }

  @Test func `what was answered and typed before is kept when a page changes`() async throws {
    let line = try Line()
    let world = line.world
    try world.walk("round-up")
    #expect(world.page == ["As of 9:00 (3 hours ago): updating now."])
    world.answer("personal")
    #expect(world.step == "round-up/week")
    #expect(world.controller.back() == .accepted)
    #expect(world.controller.prompt?.draft == "Personal")
    #expect(try world.refusal(of: "nobody").code == .notAChoice)
    let events = world.controller.events()
    line.gate.open()
    try await line.nextPrompt(events)
    #expect(world.page == [])
    #expect(world.controller.prompt?.draft == "Personal")
    world.answer("personal", "this", "", "trip", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    try line.leave()
  }

  @Test func `a session in which a page changed is gone on with as it was`() async throws {
    let line = try Line()
    let world = line.world
    try world.walk("accounts")
    let events = world.controller.events()
    line.gate.open()
    try await line.nextPrompt(events)
    let journal = world.controller.journal
    world.controller.terminate()
    try world.resume(journal)
    #expect(world.step == "accounts/account")
    #expect(world.page == [])
    #expect(world.controller.journal.text == journal.text)
    world.answer("done")
    try await eventually("the end") { world.output != nil }
    try line.leave()
  }

  @Test func `a copy that is chosen from is not waited over`() async throws {
    let line = try Line()
    let world = line.world
    try world.walk("create-goal", "personal")
    #expect(world.step == "create-goal/name")
    #expect(world.controller.journal.text.contains("\nload clock "))
    line.gate.open()
    world.controller.cancel()
    try line.leave()
  }

  @Test func `an account is shown anew as its parts come, until all of it is fresh`() async throws {
    let line = try Line()
    let world = line.world
    try await world.spend(1_00, from: "personal")
    try world.walk("account", "personal")
    #expect(world.step == "account/overview")
    let old = world.page
    #expect(old[0] == "As of 9:00 (3 hours ago): updating now.")
    #expect(old[2] == "Available | £3,429.62")
    let events = world.controller.events()
    line.gate.open()
    for await event in events {
      if case .asked = event.kind, world.page.first == "Balance | £3,435.37" { break }
    }
    #expect(world.page[1] == "Available | £3,428.62")
    #expect(world.page.contains("Fri, 20 Nov 2026 · Kiosk | -£1.00"))
    world.answer("done")
    #expect(world.output?["balance"]?["effective"]?["minorUnits"] == 342_862)
    try line.leave()
  }

  @Test func `a goal is shown anew, and what it was shown for can still be done`() async throws {
    let line = try Line()
    let world = line.world
    try world.walk("goal", "personal", "trip")
    #expect(world.page.first == "As of 9:00 (3 hours ago): updating now.")
    let events = world.controller.events()
    line.gate.open()
    try await line.nextPrompt(events)
    #expect(world.page.first == "Saved | £120.70")
    world.answer("withdraw", "20.70")
    #expect(world.step == "goal/withdraw/confirm")
    try line.leave()
  }

  @Test func `a copy is shown with a log-in where the bank wants one`() async throws {
    let line = try Line(login: TestLogin())
    let world = line.world
    try world.walk("accounts")
    #expect(world.step == "accounts/account")
    let events = world.controller.events()
    line.gate.open(failing: .notLoggedIn(cause: "invalid_token"))
    try await line.nextPrompt(events)
    #expect(world.step == "accounts/log-in/way")
    world.answer("leave")
    #expect(world.step == "accounts/account")
    #expect(world.page == ["As of 9:00 (3 hours ago): you are not logged in."])
    world.answer("done")
    try await eventually("the end") { world.output != nil }
    try line.leave()
  }

  @Test func `a copy from just now is not marked, and shown anew only where it says more`()
    async throws
  {
    let world = try World(copies: MemoryCopyStore())
    try world.walk("account", "personal")
    #expect(world.step == "account/overview")
    #expect(world.page.first == "Balance | £3,436.37")
    let presentation = try #require(world.controller.prompt).presentation
    let events = world.controller.events()
    // Too long ago for the payments that are shown: the balance alone changes.
    try await world.spend(1_00, from: "personal", daysAgo: 20)
    world.access.services.accounts.markStale()
    for await event in events {
      if case .asked = event.kind { break }
    }
    #expect(world.page.first == "Balance | £3,435.37")
    #expect(try #require(world.controller.prompt).presentation == presentation + 1)
    world.answer("done")
    try await eventually("the end") { world.output != nil }
  }

  @Test func `a log-in has what is shown read again`() async throws {
    let line = try Line(login: TestLogin())
    let world = line.world
    try world.walk("accounts")
    let events = world.controller.events()
    line.gate.open(failing: .notLoggedIn(cause: "invalid_token"))
    try await line.nextPrompt(events)
    line.gate.open()
    let again = world.controller.events()
    world.answer("type", .text(TestLogin.goodToken), "")
    if world.step.isEmpty { try await line.nextPrompt(again) }
    #expect(world.step == "accounts/account")
    #expect(world.page == [])
    try line.leave()
  }

  // MARK: - What is fresh

  @Test func `what the bank has just said is neither marked nor waited for`() throws {
    for flow in ["accounts", "account", "goal", "round-up", "create-goal"] as [FlowID] {
      try inWorld { world in
        try world.start(flow)
        if flow == "account" { world.answer("personal") }
        if flow == "goal" { world.answer("personal", "trip") }
        let journal = world.controller.journal.text
        #expect(!journal.contains("clock") && !journal.contains("change"))
        #expect(!journal.contains("asOf") && !journal.contains("\nat "))
        #expect(journal.contains("\nload accounts {\"value\":["))
      }
    }
  }
}
