import BooksHTTP
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// What answers of a service mean, whatever they are.
struct ServiceTests {
  private func service(
    _ answer: @escaping @Sendable (CallRequest) async throws(TransportFailure) -> CallResponse,
    patience: Patience = .none
  ) throws -> (HTTPBooks, MemoryTransport) {
    let transport = MemoryTransport(answer)
    let books = HTTPBooks(
      try BooksAddress("https://books.example/v2"),
      tokens: TokenKeeper(.text(try AccessToken("the-token-of-a-test"))), transport: transport,
      patience: patience, timing: Timing(sleep: { _ in }))
    return (books, transport)
  }

  private static func html(_ status: Int) -> CallResponse {
    CallResponse(
      status: status, headers: [.init("Content-Type", "text/html")], body: Data("<p>Oh".utf8))
  }

  private static let explanation = FreeAgent.Create(
    FreeAgent.BankTransactionExplanation { $0.grossValue = -1 })

  @Test func `a request has its path, its name and its token, and an answer its links`()
    async throws
  {
    let (books, transport) = try service { _ in
      CallResponse(
        status: 200,
        headers: [
          .init("Content-Type", "application/json; charset=utf-8"),
          .init("Link", "<https://books.example/v2/contacts?page=2>; rel=\"next\""),
          .init("X-Total-Count", "31"),
        ], body: Data(#"{"contacts":[]}"#.utf8))
    }
    let reply = try await books.answer(FreeAgent.List<FreeAgent.Contact>())
    #expect(reply.links.next == "https://books.example/v2/contacts?page=2")
    #expect(reply.links.total == 31)
    let request = try #require(transport.requests.first)
    #expect(request.path == ["v2", "contacts"])
    #expect(request.headers.contains(.init("User-Agent", "Flowline")))
    #expect(request.headers.contains(.init("Authorization", "Bearer the-token-of-a-test")))
    #expect(books.root.url == "https://books.example/v2")
  }

  @Test func `a file is asked for where the service says that it is, without the log-in`()
    async throws
  {
    let (books, transport) = try service { _ in CallResponse(status: 200, body: Data("%PDF".utf8)) }
    let source = "https://files.example/a/b%20c?X-Signature=0%2F%2B&expires=60"
    #expect(try await books.contents(at: source) == Data("%PDF".utf8))
    let request = try #require(transport.requests.first)
    #expect(request.target == "/a/b%20c?X-Signature=0%2F%2B&expires=60")
    #expect(request.headers.isEmpty && request.method == .get)
  }

  @Test(arguments: [
    (CallResponse(status: 403), "refused 403"), (CallResponse(status: 302), "refused 302"),
    (CallResponse(status: 200, body: Data("x".utf8), extent: .cut), "unreadable"),
    (CallResponse(status: 200, body: Data("x".utf8), extent: .tooLong(limit: 1)), "unreadable"),
  ])
  func `a file that does not come whole is none`(response: CallResponse, meant: String) async throws
  {
    let (books, _) = try service { _ in response }
    #expect(await meaning { try await books.contents(at: "https://files.example/a") } == meant)
  }

  @Test(arguments: [
    "http://127.0.0.1:9/a", "http://localhost/a", "http://files.example/a", "file:///etc/passwd",
    "",
  ])
  func `a file is not asked for where nobody should be asked`(source: String) async throws {
    let (books, transport) = try service { _ in CallResponse(status: 200) }
    #expect(await meaning { try await books.contents(at: source) } == "unreadable")
    #expect(transport.requests.isEmpty)
  }

  /// An answer, and what it means for a request that reads and for one that writes.
  struct Case: Sendable {
    let name: String
    let response: CallResponse
    let meaning: String
  }

  static let cases = [
    Case(name: "a page of a gateway", response: html(502), meaning: "refused 502"),
    Case(name: "a page for people", response: html(200), meaning: "unreadable"),
    Case(
      name: "too many requests, as text",
      response: CallResponse(
        status: 429, headers: [.init("Retry-After", "60"), .init("Content-Type", "text/plain")],
        body: Data("You must not exceed 15 requests per 60 seconds".utf8)), meaning: "busy"),
    Case(
      name: "a redirect",
      response: CallResponse(
        status: 302, headers: [.init("Location", "https://elsewhere.example/")]),
      meaning: "unreadable"),
    Case(
      name: "an answer that is too long",
      response: CallResponse(status: 200, body: Data("{".utf8), extent: .tooLong(limit: 1)),
      meaning: "unreadable"),
    Case(
      name: "an answer that was cut",
      response: CallResponse(status: 201, body: Data("{\"b".utf8), extent: .cut),
      meaning: "unreadable"),
    Case(
      name: "a refusal",
      response: CallResponse(
        status: 422, body: Data(#"{"errors":[{"message":"Dated on can't be blank"}]}"#.utf8)),
      meaning: "refused 422 Dated on can't be blank"),
    Case(
      name: "a refusal of the level",
      response: CallResponse(
        status: 403, body: Data(#"{"errors":{"error":{"message":"Access denied"}}}"#.utf8)),
      meaning: "refused 403 Access denied"),
  ]

  @Test(arguments: cases)
  func `an answer means the same for reads and writes, and no write is sent twice`(
    _ one: Case
  ) async throws {
    let (books, transport) = try service { _ in one.response }
    #expect(await meaning { try await books.answer(FreeAgent.GetCompany()) } == one.meaning)
    #expect(await meaning { try await books.answer(Self.explanation) } == one.meaning)
    #expect(transport.requests.count == 2, "\(one.name)")
  }

  @Test func `a write is sent again only if it was certainly not done`() async throws {
    for (failure, count, meant) in [
      (TransportFailure.notSent(cause: "no connection"), 3, "not sent"),
      (.noAnswer(cause: "the connection was cut"), 1, "no answer"),
      (.cancelled(wasSent: true), 1, "no answer"),
      (.cancelled(wasSent: false), 1, "cancelled"),
    ] {
      let (books, transport) = try service(
        { _ throws(TransportFailure) in throw failure },
        patience: Patience(attempts: 3))
      #expect(await meaning { try await books.answer(Self.explanation) } == meant)
      #expect(transport.requests.count == count, "\(meant)")
    }
  }

  @Test func `a read is repeated, and ends with the task`() async throws {
    let (books, transport) = try service(
      { _ throws(TransportFailure) in throw .noAnswer(cause: "the connection was cut") },
      patience: Patience(attempts: 3))
    #expect(await meaning { try await books.answer(FreeAgent.GetCompany()) } == "no answer")
    #expect(transport.requests.count == 3)
    let (others, _) = try service { _ throws(TransportFailure) in throw .cancelled(wasSent: true) }
    #expect(await meaning { try await others.answer(FreeAgent.GetCompany()) } == "cancelled")
  }

  @Test func `a call that has to wait tells each second of it, and that it is over`() async throws {
    let busy = CallResponse(status: 429, headers: [.init("Retry-After", "2")])
    let answer = CallResponse(
      status: 200, headers: [.init("Content-Type", "application/json")],
      body: Data(#"{"contacts":[]}"#.utf8))
    let (calls, waits) = (Notes<String>(), Notes<Int?>())
    let (books, transport) = try service(
      { request in
        calls.add(request.target)
        return calls.all.count == 1 ? busy : answer
      }, patience: Patience(attempts: 3))
    _ = try await HTTPBooks.tellingWaits(to: { waits.add($0?.secondsLeft) }) {
      try await books.answer(FreeAgent.List<FreeAgent.Contact>())
    }
    #expect(waits.all == [2, 1, nil])
    #expect(transport.requests.count == 2)
  }

  @Test func `the token is in no text, whatever the server sends back`() async throws {
    let (books, _) = try service { request in
      let sent = request.headers.first { $0.name == "Authorization" }?.value ?? ""
      return CallResponse(
        status: 422, body: Data("{\"errors\":[{\"message\":\"bad \(sent)\"}]}".utf8))
    }
    let meaning = await meaning { try await books.answer(FreeAgent.GetCompany()) }
    #expect(meaning.hasPrefix("refused 422 bad Bearer"))
    #expect(!meaning.contains("the-token"))
  }

  @Test(arguments: [
    ("", "503"), ("Come back later", "503, Come back later"),
    (#"{"errors":{"error":{"message":"Maintenance"}}}"#, "503, Maintenance"),
  ])
  func `a failure is summed up by its status, with a code for other languages`(
    body: String, value: String
  ) {
    let failure = FreeAgent.Failure(CallResponse(status: 503, body: Data(body.utf8)))
    #expect(failure.summary == CodedText("status", "status \(value)", value))
  }

  @Test func `why a file cannot be asked for is told, by its code`() async throws {
    let cause = CodedText("server-silent", "the server does not respond")
    for (failure, problem) in [
      (TransportFailure.notSent(cause: cause), FreeAgent.CallProblem.notSent(cause)),
      (.invalid(cause: cause), .notSent(cause)), (.noAnswer(cause: cause), .noAnswer(cause)),
    ] {
      let (books, _) = try service { _ throws(TransportFailure) in throw failure }
      let thrown = await #expect(throws: FreeAgent.CallProblem.self) {
        _ = try await books.contents(at: "https://files.example/a")
      }
      #expect(thrown == problem)
    }
    let (books, _) = try service { _ in CallResponse(status: 200) }
    let thrown = await #expect(throws: FreeAgent.CallProblem.self) {
      _ = try await books.contents(at: "http://files.example/a")
    }
    #expect(
      thrown
        == .unreadable(
          CodedText("file-address-unusable", "the address of a file cannot be used")))
  }

  /// What came of a request, in a few words.
  private func meaning<Answer>(_ ask: () async throws -> Answer) async -> String {
    do {
      _ = try await ask()
      return "answered"
    } catch let problem as FreeAgent.CallProblem {
      switch problem {
      case .refused(let failure):
        return (["refused", "\(failure.status)"] + failure.sentences).joined(separator: " ")
      case .notSent: return "not sent"
      case .file: return "file"
      case .busy: return "busy"
      case .loggedOut: return "logged out"
      case .noAnswer: return "no answer"
      case .unreadable: return "unreadable"
      }
    } catch is CancellationError {
      return "cancelled"
    } catch {
      return "\(error)"
    }
  }
}
