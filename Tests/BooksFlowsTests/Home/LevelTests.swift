import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import ServiceBasics
import ServiceSteps
import Testing

@testable import BooksFlows

/// What each level lets a user do, flow by flow.
struct LevelTests {
  /// The flows, each with the lowest level that may start it, and that level in words.
  private static let needed: [(flow: FlowID, level: Int, words: String)] = [
    ("books", 1, "1 (Time)"), ("books-link", 1, "1 (Time)"),
    ("expense", 2, "2 (My Money)"), ("mileage", 2, "2 (My Money)"),
    ("email-document", 4, "4 (Invoices, Estimates & Files)"),
    ("email-next", 4, "4 (Invoices, Estimates & Files)"),
    ("explain", 6, "6 (Banking)"), ("explain-next", 6, "6 (Banking)"),
    ("approve", 6, "6 (Banking)"),
    ("books-log-in", 0, ""), ("books-log-out", 0, ""),
  ]

  @Test func `the table names every flow there is`() throws {
    let (world, _) = try BooksWorld.withService(logIn: UnaskedLogIn())
    #expect(Set(world.catalog.entries.map(\.id)) == Set(Self.needed.map(\.flow)))
  }

  /// The levels in words, from 0.
  private static let words = [
    "0 (No Access)", "1 (Time)", "2 (My Money)", "3 (Contacts & Projects)",
    "4 (Invoices, Estimates & Files)", "5 (Bills)", "6 (Banking)",
    "7 (Tax, Accounting & Users)", "8 (Full)",
  ]

  /// A flow that the level forbids is not shown, and begun all the same it is refused with both levels.
  @Test(arguments: 0...8)
  func `a level lets its user see and start these flows`(_ level: Int) async throws {
    let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
    service.haveUser(at: level)
    #expect(try await world.keeper.identity().level == level)
    #expect(
      Set(world.catalog.offered.map(\.id))
        == Set(Self.needed.filter { level >= $0.level }.map(\.flow)))
    for (flow, needed, words) in Self.needed {
      let entry = try #require(world.catalog[flow])
      guard level < needed else {
        #expect(entry.access == .allowed, "\(flow) at level \(level)")
        continue
      }
      #expect(entry.access == .hidden, "\(flow) at level \(level)")
      let refusal = try #require(try Self.refusal(of: entry, in: world))
      #expect(refusal.code == "level", "\(flow) at level \(level)")
      #expect(
        refusal.message.resolved(in: world.environment).text
          == "This needs access level \(words), and yours is \(Self.words[level]). "
          + "Ask the owner of the books for a higher one.")
    }
    try world.expectOrder()
  }

  /// Why a flow is not started; nil if it is.
  private static func refusal(
    of entry: FlowCatalogEntry, in world: BooksWorld
  ) throws -> Refusal? {
    let reception = try entry.start(
      in: world.controller, SessionOptions(environment: world.environment),
      handler: FlowHandler(finished: { _, dismisser in dismisser.dismiss() }))
    guard case .refused(let refusal) = reception else { return nil }
    return refusal
  }

  @Test func `both levels are told in Russian too`() async throws {
    let (world, service) = try BooksWorld.withService(locale: "ru_RU", logIn: UnaskedLogIn())
    service.haveUser(at: 2)
    _ = try await world.keeper.identity()
    let approve = try #require(world.catalog["approve"])
    #expect(
      try Self.refusal(of: approve, in: world)?.message.resolved(in: world.environment).text
        == "Нужен уровень доступа 6 (банк), а ваш\u{A0}— 2 (личные расходы). "
        + "Попросите владельца повысить его.")
    try world.expectOrder()
  }

  /// A level that changed meanwhile is read again, so that what it allows by now is shown.
  @Test func `what a level hid is shown once the level is to be read again`() async throws {
    let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
    service.haveUser(at: 2)
    _ = try await world.keeper.identity()
    #expect(world.catalog["approve"]?.access == .hidden)
    world.keeper.forgetUser()
    #expect(world.catalog["approve"]?.access == .afterRemedy(of: "level-known"))
    service.haveUser(at: 6)
    _ = try await world.keeper.identity()
    #expect(world.catalog["approve"]?.access == .allowed)
    try world.expectOrder()
  }

  /// As long as nobody has asked the service, each flow asks first.
  @Test(arguments: 0...8)
  func `a level that is not known is read before a flow begins`(_ level: Int) async throws {
    for (flow, needed, words) in Self.needed where needed > 0 {
      let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
      service.haveUser(at: level)
      #expect(world.catalog[flow]?.access == .afterRemedy(of: "level-known"))
      try world.start(flow)
      #expect(
        (world.page.first == "Needed | \(words)") == (level < needed), "\(flow) at level \(level)")
      try world.expectOrder()
    }
  }

  // MARK: - Behind the overview

  /// The places that the overview leads to, each with the lowest level that sees it.
  private static let places = [
    ("banking", 6), ("documents", 4), ("expenses", 2), ("contacts", 1), ("account", 1),
    ("explain-next", 6), ("email-next", 4), ("expense", 2), ("mileage", 2), ("link", 1),
  ]

  @Test(arguments: 1...8)
  func `the overview leads where a level allows, and nowhere else`(_ level: Int) throws {
    let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
    service.haveUser(at: level)
    try world.walk("books")
    let allowed = Self.places.filter { level >= $0.1 }.map(\.0)
    #expect(world.options == allowed + ["refresh", "done"])
    try world.expectOrder()
  }

  /// Addresses, each with the lowest level that it takes, and that level in words.
  private static let addresses = [
    ("contacts/1", 1, "1 (Time)"), ("expenses", 2, "2 (My Money)"),
    ("invoices/3", 4, "4 (Invoices, Estimates & Files)"), ("bank_accounts/1", 6, "6 (Banking)"),
    ("bank_transactions/31", 6, "6 (Banking)"),
  ]

  @Test(arguments: 1...8)
  func `an address that a level does not allow names both levels`(_ level: Int) throws {
    let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
    service.haveUser(at: level)
    for (path, needed, words) in Self.addresses {
      try world.walk("books-link", .text("https://thornbury.freeagent.com/\(path)"))
      let isRefused = world.step == "books-link/level-too-low"
      #expect(isRefused == (level < needed), "\(path) at level \(level)")
      if isRefused {
        #expect(world.page.first == "Needed | \(words)")
        #expect(world.page.last?.hasPrefix("Yours | \(level) (") == true)
        #expect(world.question.hasSuffix("Ask the owner of the books for a higher one."))
      }
      world.controller.terminate()
    }
    try world.expectOrder()
  }
}

/// What is said of a log-in that is over, or is not there.
struct LogOutTests {
  @Test(arguments: [
    (false, "This computer forgets the log-in."),
    (
      true,
      "This server forgets your log-in, and what you began in this browser is closed: it can no longer "
        + "be opened."
    ),
  ])
  func `a log-out says what forgets the log-in`(isAtServer: Bool, words: String) throws {
    let logIn = UnaskedLogIn(waitsForReturnEvent: isAtServer)
    let (world, _) = try BooksWorld.withService(logIn: logIn)
    try world.walk("books-log-out")
    #expect(world.question == "Log out of the books?")
    #expect(world.page.first == words)
    #expect(world.page.contains { $0.hasPrefix("If you are logged in to a bank") } == isAtServer)
    try world.expectOrder()
  }

  @Test(arguments: [
    ("en_GB", "To find out, choose “Later”, start “Books log-in”"),
    ("ru_RU", "Чтобы узнать, выберите «Отложить», запустите «Вход в бухгалтерию»"),
  ])
  func `an order in doubt that only a log-in can settle says how to get there`(
    locale: String, words: String
  ) {
    for code in ["log-in-none", "log-in-of-earlier", "logged-out", "log-in-ended"] {
      let error = BooksError(.outcomeUnknown, cause: CodedText(words: "out", code: code))
      let text = error.text.resolved(in: BooksWorld.environment(locale)).text
      #expect(text.contains(words), "\(code): \(text)")
    }
  }
}

/// A way in that is there and is not taken.
struct UnaskedLogIn: BooksLogIn {
  private static let error = BooksError(.unavailable, cause: "the test has no way in")

  var waitsForReturnEvent = false

  func begin() async throws -> String { throw Self.error }
  func returned(from page: String) async throws -> BooksLogInEnd { throw Self.error }
  func fault(in text: String, for page: String) -> BooksLogInFault? { nil }
  func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    throw Self.error
  }
  func logOut() async throws { throw Self.error }
}
