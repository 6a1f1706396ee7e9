import BooksClient
import BooksConnection
import BooksFlows
import BooksHTTP
import BooksSandbox
import FlowTestSupport
import Flowline
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import Synchronization
import TestSupport
import Testing

/// Logging in to books with an address, as flows do.
struct LogInFlowTests {
  /// A session of one of the books’ flows.
  private final class World: SessionWalk {
    init(_ connection: BooksConnection, observedBy log: UsageLog? = nil) {
      let catalog = BooksFlows.catalog(logIn: connection.logIn) { try connection.keeper() }
      super.init(
        log.map { catalog.observed(by: $0) } ?? catalog, in: Self.environment("en_GB"))
    }

    /// The address that is shown.
    var address: String { controller.prompt?.page.last?.rows.last?.address ?? "" }

    /// Waits until a step is asked.
    func reaches(_ step: String) async throws {
      try await eventually("\(step), not \(self.step)") { self.step == step }
      // A text that is missing shows its key.
      for text in [question] + page {
        #expect(!text.contains(/\.(title|question|row)\b/), "\(text)")
      }
    }

    /// Waits for the end.
    func ends() async throws {
      try await eventually("the end, not \(step)") { self.outcome != nil }
    }
  }

  private static let pasting = "books-log-in/pasted/answer"

  @Test func `the browser comes back, and who is logged in is told`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      let page = try await books.open(try await books.decide(on: world.address))
      #expect(page.status == 200)
      try await world.ends()
      #expect(world.output?["user"] == "Ada Thornbury")
      #expect(world.output?["level"] == 8)
      #expect(world.controller.leaks.isEmpty)
    }
  }

  @Test func `what is pasted is looked at, and the code or the whole address will do`()
    async throws
  {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      for isWhole in [true, false] {
        try world.start("books-log-in")
        try await world.reaches(Self.pasting)
        for (text, code) in [
          ("not a code!", "no-answer"),
          ("http://127.0.0.1:1/callback?code=x&state=another", "other-attempt"),
        ] {
          world.answer(.text(text))
          try await eventually("the refusal") {
            world.controller.prompt?.refused?.code.rawValue == code
          }
        }
        let back = try await books.decide(on: world.address, as: 2)
        let code = FormItem.items(in: back.split(separator: "?")[1])["code"] ?? ""
        world.answer(.text(isWhole ? back : code))
        try await world.ends()
        #expect(world.output?["level"] == 6)
        // Neither the code nor a token is in what is kept.
        #expect(!world.controller.journal.text.contains(code))
      }
    }
  }

  /// Texts that come from several threads.
  private final class Texts: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  /// The network, and the tokens that came over it.
  private struct TokenReader: Transport {
    private struct Given: Decodable {
      var access: String
      var refresh: String

      enum CodingKeys: String, CodingKey {
        case access = "access_token"
        case refresh = "refresh_token"
      }
    }

    let network = NetworkTransport()
    let tokens = Texts()

    func send(
      _ request: CallRequest, to address: ServiceAddress
    ) async throws(TransportFailure) -> CallResponse {
      let response = try await network.send(request, to: address)
      if request.path.last == "token_endpoint",
        let given = try? JSONDecoder().decode(Given.self, from: response.body)
      {
        tokens.add(given.access)
        tokens.add(given.refresh)
      }
      return response
    }

    func close() async { await network.close() }
  }

  @Test func `no code, state, token, address or amount is in the events of a log-in`()
    async throws
  {
    try await OnlineBooks.with { books in
      let (events, reader) = (Texts(), TokenReader())
      let log = UsageLog(clock: ManualFlowClock(at: OnlineBooks.noon)) { events.add($0.json.text) }
      let world = World(try books.connection(over: reader), observedBy: log)
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      let page = world.address
      world.answer("not a code!")
      try await eventually("the refusal") { world.controller.prompt?.refused != nil }
      let back = try await books.decide(on: page, as: 2)
      world.answer(.text(back))
      try await world.ends()
      // A flow reads with the tokens.
      try world.start("explain")
      try await world.reaches("explain/account")
      world.answer("current-account")
      try await world.reaches("explain/transaction")
      world.controller.terminate()
      await reader.close()
      let text = events.all.joined(separator: "\n")
      #expect(text.contains("\"event\":\"asked\"") && text.contains("books-log-in"))
      func items(_ address: String) -> [FormItem] {
        FormItem.items(in: address.split(separator: "?", maxSplits: 1).last ?? "")
      }
      let secrets = [items(page)["state"], items(back)["code"], items(back)["state"]]
      let tokens = reader.tokens.all
      #expect(tokens.count == 2 && !secrets.contains(nil))
      for secret in secrets.compactMap(\.self) + tokens + [books.sandbox.clientSecret] {
        #expect(secret.count > 8 && !text.contains(secret), "\(secret)")
      }
      for part in ["not a code", "@", "£", "279.78", "http", "Carter", "Hilton"] {
        #expect(!text.contains(part), "\(part)")
      }
    }
  }

  @Test func `a text that is no answer ends nothing: the right one still logs in`() async throws {
    try await OnlineBooks.with { books in
      let logIn = try books.connection().logIn
      let page = try await logIn.begin()
      for text in ["not a code!", "http://127.0.0.1:1/callback?code=x&state=another"] {
        await #expect(throws: BooksError.self) { try await logIn.finish(with: text, for: page) }
      }
      let back = try await books.decide(on: page)
      #expect(try await logIn.finish(with: back, for: page) == .loggedIn)
    }
  }

  @Test func `programs with other ids do not share a log-in`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(2)
      try books.folder.write("another\nsecret\n", to: "other", mode: 0o600)
      let other = BooksConnection(
        to: books.address, client: try ClientFile(path: books.folder.file("other")),
        data: books.folder.file("data"), timing: books.timing)
      let error = await #expect(throws: BooksError.self) { try await other.keeper().identity() }
      #expect(error?.code == .notLoggedIn)
      #expect(try await books.keeper().identity().level == 6)
    }
  }

  @Test func `servers that share a log have one log-in, whichever the browser comes back to`()
    async throws
  {
    try await OnlineBooks.with { books in
      _ = try books.connection()
      let client = try ClientFile(path: books.folder.file("client"))
      let logs = BooksLogs(orders: MemorySharedLog(), logIn: MemorySharedLog())
      let servers = ["one", "two"].map { name in
        BooksConnection(
          to: books.address, client: client, data: books.folder.file(name), sharing: logs,
          returningTo: .server { "http://127.0.0.1:1/returned" }, timing: books.timing)
      }
      let page = try await servers[0].logIn.begin()
      let back = try await books.decide(on: page, as: 2)
      let isFirst = try await servers[1].logIn.take(returned: back)
      #expect(isFirst)
      #expect(try await servers[0].logIn.returned(from: page) == .loggedIn)
      #expect(try await servers[1].keeper().identity().level == 6)
      try await servers[1].logIn.logOut()
      let error = await #expect(throws: BooksError.self) {
        try await servers[0].keeper().identity()
      }
      #expect(error?.code == .notLoggedIn)
      // Neither has a folder of its own.
      let names = try books.folder.names()
      #expect(!names.contains("one") && !names.contains("two"))
    }
  }

  @Test func `who does not allow it is not logged in, and nothing is lost`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(2)
      let world = World(try books.connection())
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      _ = try await books.open(try await books.decide(on: world.address, "deny"))
      try await world.reaches("books-log-in/not-allowed")
      world.answer("")
      try await world.ends()
      #expect(world.cancelReason == .declined)
      #expect(try await books.keeper().identity().level == 6)
    }
  }

  @Test func `a user without access is told so, and logged out`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      _ = try await books.open(try await books.decide(on: world.address, as: 5))
      try await world.reaches("books-log-in/no-access")
      world.answer("")
      try await world.ends()
      #expect(world.cancelReason == .declined)
      let error = await #expect(throws: BooksError.self) { try await books.keeper().identity() }
      #expect(error?.code == .notLoggedIn)
    }
  }

  @Test func `a flow leads into the log-in, and goes on after it`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start("explain")
      let asked = "explain/books-level/books-log-in/pasted/answer"
      try await world.reaches(asked)
      #expect(world.page.first == "You are not logged in")
      #expect(world.controller.prompt?.page.first?.rows.first?.mark == nil)
      _ = try await books.open(try await books.decide(on: world.address, as: 2))
      try await world.reaches("explain/account")
      // The log-in ends in the middle.
      try await books.control(.post, "tokens/revoke")
      world.answer("current-account")
      try await world.reaches("explain/books-log-in/pasted/answer")
      _ = try await books.open(try await books.decide(on: world.address, as: 2))
      try await world.reaches("explain/transaction")
      world.controller.terminate()
    }
  }

  private static let linked = FlowLink(
    "books-link",
    answers: [GivenAnswer("link", answer: "https://thornbury.freeagent.com/invoices/3")])

  @Test func `a link that arrives while logged out is followed after the log-in`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start(Self.linked.flow, given: Self.linked.answers)
      try await world.reaches("books-link/books-level/books-log-in/pasted/answer")
      #expect(world.controller.unusedAnswers.map(\.description) == ["link"])
      _ = try await books.open(try await books.decide(on: world.address, as: 2))
      try await world.reaches("books-link/about-document/action")
      #expect(world.page.first == "Number | 003")
      #expect(world.controller.unusedAnswers.isEmpty)
      world.answer("done")
      try await world.ends()
      #expect(world.output == "invoice")
    }
  }

  @Test func `a link whose log-in is not allowed is dropped, and that is said`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start(Self.linked.flow, given: Self.linked.answers)
      try await world.reaches("books-link/books-level/books-log-in/pasted/answer")
      _ = try await books.open(try await books.decide(on: world.address, "deny"))
      try await world.reaches("books-link/books-level/books-log-in/not-allowed")
      #expect(world.question.contains("open the link again"))
      world.answer("")
      try await world.ends()
      #expect(world.cancelReason == .declined && world.output == nil)
    }
  }

  @Test func `somebody else who logs in does not go on with a flow`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(2)
      let world = World(try books.connection())
      try world.start("explain")
      try await world.reaches("explain/account")
      try await books.control(.post, "tokens/revoke")
      world.answer("current-account")
      try await world.reaches("explain/books-log-in/pasted/answer")
      _ = try await books.open(try await books.decide(on: world.address, as: 1))
      try await world.reaches("explain/books-log-in/other-user")
      world.answer("")
      try await world.ends()
      #expect(world.cancelReason != nil)
    }
  }

  @Test(arguments: [(1, true), (2, true), (3, false), (4, false)])
  func `explaining wants level 6`(_ person: Int, isEnough: Bool) async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(person)
      let world = World(try books.connection())
      try world.start("explain")
      guard !isEnough else {
        try await world.reaches("explain/account")
        #expect(world.catalog["explain"]?.access == .allowed)
        world.controller.terminate()
        return
      }
      try await world.reaches("explain/books-level/level")
      #expect(world.page.first == "Needed | 6 (Banking)")
      world.answer("")
      try await world.ends()
      // From then on it is not shown, and refused before it begins.
      #expect(world.catalog["explain"]?.access == .hidden)
      #expect(!world.catalog.offered.contains { $0.id == "explain" })
      let entry = try #require(world.catalog["explain"])
      guard case .refused(let refusal) = try entry.start(in: FlowController()) else {
        Issue.record("it is not refused")
        return
      }
      #expect(refusal.code.rawValue == "level")
    }
  }

  @Test func `a session that is resumed asks at a new address`() async throws {
    try await OnlineBooks.with { books in
      let world = World(try books.connection())
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      let before = world.address
      let journal = world.controller.journal
      world.controller.terminate()
      let other = World(try books.connection())
      try other.resume(journal)
      try await other.reaches("books-log-in/over")
      other.answer("")
      try await other.reaches(Self.pasting)
      #expect(other.address != before)
      _ = try await books.open(try await books.decide(on: other.address))
      try await other.ends()
      #expect(other.output?["level"] == 8)
    }
  }

  @Test func `a log-out forgets the tokens, and the next flow logs in`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let world = World(try books.connection())
      try world.start("books-log-out")
      try await world.reaches("books-log-out/confirm")
      world.answer("yes")
      try await world.ends()
      #expect(world.output == true)
      try world.start("explain")
      try await world.reaches("explain/books-level/books-log-in/pasted/answer")
      #expect(world.page.contains { $0.contains("you logged out") })
      world.controller.terminate()
    }
  }

  @Test func `a program that the service does not know is told what to check`() async throws {
    try await OnlineBooks.with { books in
      try books.folder.write("flowline\nwrong\n", to: "wrong", mode: 0o600)
      let connection = BooksConnection(
        to: books.address, client: try ClientFile(path: books.folder.file("wrong")),
        data: books.folder.file("other"), timing: books.timing)
      let world = World(connection)
      try world.start("books-log-in")
      try await world.reaches(Self.pasting)
      _ = try await books.open(try await books.decide(on: world.address))
      try await world.reaches("books-log-in/not-logged-in")
      #expect(world.page.first == "The bookkeeping service does not accept this program")
      world.answer("leave")
      try await world.ends()
    }
  }

  @Test func `a port that is taken is told, and is free once the other log-in is left`()
    async throws
  {
    try await OnlineBooks.with { books in
      let first = World(try books.connection())
      try first.start("books-log-in")
      try await first.reaches(Self.pasting)
      let redirect = FormItem.items(in: first.address.split(separator: "?")[1])["redirect_uri"]
      let port = try #require(redirect?.split(separator: "/")[1].split(separator: ":").last)
      try books.folder.write(
        "\(books.sandbox.clientID)\n\(books.sandbox.clientSecret)\n\(port)\n", to: "fixed",
        mode: 0o600)
      let second = World(
        BooksConnection(
          to: books.address, client: try ClientFile(path: books.folder.file("fixed")),
          data: books.folder.file("data"), timing: books.timing))
      try second.start("books-log-in")
      let trouble = "books-log-in/not-logged-in"
      try await second.reaches(trouble)
      #expect(second.page.first == "The program cannot receive your browser’s answer")
      first.controller.terminate()
      try await eventually("the port") {
        if second.step == trouble { second.answer("again") }
        return second.step == Self.pasting
      }
      second.controller.terminate()
    }
  }

  @Test func `books without a log-in offer none`() throws {
    let catalog = BooksFlows.catalog { throw BooksError(.unavailable) }
    #expect(catalog.offered.contains { $0.id == "explain" })
    #expect(!catalog.offered.contains { $0.id.rawValue.hasPrefix("books-log") })
  }
}
