import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import Synchronization
import Testing

private typealias Failure = CallFailure<PlainRefusal>

struct ServiceCallerTests {
  private static let secret = "a-token-that-nobody-may-see-ever-1234567890"

  private func budget(_ patience: Patience = Patience()) -> RetryBudget {
    RetryBudget(
      patience,
      Timing(now: { Date(timeIntervalSince1970: 0) }, sleep: { _ in }, random: { 0.5 }))
  }

  private func caller(
    _ transport: MemoryTransport, token: String? = secret
  ) throws -> ServiceCaller<PlainRefusal> {
    ServiceCaller(
      try ServiceAddress("https://service.example"), userAgent: "tests",
      tokens: TokenKeeper(try token.map { .text(try AccessToken($0)) } ?? .none),
      transport: transport)
  }

  /// A transport that plays these, and the last one for all that follow.
  private func transport(
    _ results: [Result<CallResponse, TransportFailure>]
  ) -> MemoryTransport {
    let rest = Mutex(results)
    return MemoryTransport { _ throws(TransportFailure) in
      let result = rest.withLock { rest in rest.count > 1 ? rest.removeFirst() : rest[0] }
      return try result.get()
    }
  }

  private func call(_ method: CallRequest.Method = .get, isRepeatable: Bool = true) -> Call<Int> {
    Call(
      CallRequest(method, path: ["a"]), route: "/{a}", isRepeatable: isRepeatable,
      reading: .json { try JSONDecoder().decode([Int].self, from: $0)[0] })
  }

  /// An answer of a status, which its body repeats.
  private static func answer(_ status: Int) -> Result<CallResponse, TransportFailure> {
    .success(CallResponse(status: status, body: Data("\(status)".utf8)))
  }

  private let ok = Result<CallResponse, TransportFailure>.success(
    CallResponse(status: 200, body: Data("[7]".utf8)))

  @Test func `a request bears the token, and its answer is read`() async throws {
    let transport = transport([ok])
    var budget = budget()
    #expect(try await caller(transport).ask(call(), &budget) == 7)
    #expect(
      transport.requests.map(\.headers) == [
        [
          .init("Authorization", "Bearer \(Self.secret)"), .init("Accept", "application/json"),
          .init("User-Agent", "tests"),
        ]
      ])
  }

  @Test(arguments: [
    (TransportFailure.notSent(cause: "x"), 2), (.noAnswer(cause: "x"), 1),
    (.cancelled(wasSent: true), 1), (.cancelled(wasSent: false), 1), (.invalid(cause: "x"), 1),
  ])
  func `a call that must not be repeated is sent again only if nothing of it was sent`(
    failure: TransportFailure, requests: Int
  ) async throws {
    let transport = transport([.failure(failure), ok])
    var budget = budget()
    let answer = try? await caller(transport).ask(call(.post, isRepeatable: false), &budget)
    #expect(answer == (requests == 2 ? 7 : nil))
    #expect(transport.requests.count == requests)
  }

  @Test(arguments: [
    (TransportFailure.notSent(cause: "x"), false, false), (.noAnswer(cause: "x"), true, true),
    (.cancelled(wasSent: true), true, true), (.cancelled(wasSent: false), false, false),
    (.invalid(cause: "x"), false, false),
  ])
  func `whether it may have been done is as the transport says`(
    failure: TransportFailure, mayHaveBeenDone: Bool, mayStillHappen: Bool
  ) async throws {
    let error = await #expect(throws: Failure.self) {
      try await caller(transport([.failure(failure)])).once(call())
    }
    #expect(error?.mayHaveBeenDone == mayHaveBeenDone)
    #expect(error?.mayStillHappen == mayStillHappen)
  }

  @Test(arguments: [
    (400, false, false), (404, false, false), (429, false, false), (408, true, true),
    (500, true, false), (502, true, true), (504, true, true), (302, false, false),
  ])
  func `a status says whether it may have been done`(
    status: Int, mayHaveBeenDone: Bool, mayStillHappen: Bool
  ) async throws {
    let transport = transport([.success(CallResponse(status: status))])
    let error = await #expect(throws: Failure.self) { try await caller(transport).once(call()) }
    #expect(error?.mayHaveBeenDone == mayHaveBeenDone)
    #expect(error?.mayStillHappen == mayStillHappen)
  }

  @Test(arguments: [
    (CallRequest.Method.put, Result.failure(TransportFailure.notSent(cause: "down")), "silent"),
    (.delete, .failure(.invalid(cause: "bad")), "silent"),
    (.put, answer(401), "silent"), (.put, answer(422), "silent"), (.put, answer(429), "silent"),
    (.delete, answer(404), "404"), (.delete, answer(410), "410"), (.put, answer(503), "503"),
    (.get, .failure(.notSent(cause: "down")), "down"), (.get, answer(401), "401"),
  ])
  func `that the last attempt at a write did nothing says nothing of the one before`(
    method: CallRequest.Method, last: Result<CallResponse, TransportFailure>, cause: String
  ) async throws {
    let transport = transport([.failure(.noAnswer(cause: "silent")), last])
    var budget = budget()
    let error = await #expect(throws: Failure.self) {
      try await caller(transport).ask(call(method), &budget)
    }
    #expect(error?.cause.words == cause)
    #expect(error?.mayHaveBeenDone == ["silent", "503"].contains(cause))
    #expect(transport.requests.count >= 2)
  }

  @Test func `a write that is cancelled behind one without an answer may have been done`()
    async throws
  {
    let transport = transport([
      .failure(.noAnswer(cause: "silent")), .failure(.cancelled(wasSent: false)),
    ])
    var budget = budget()
    let error = await #expect(throws: Failure.self) {
      try await caller(transport).ask(call(.put), &budget)
    }
    #expect(error == .cancelled(wasSent: true))
  }

  @Test func `the token is in no failure, also if the service repeats it`() async throws {
    for status in [200, 400, 429, 500] {
      let response = CallResponse(status: status, body: Data("\"\(Self.secret)\"".utf8))
      let error = await #expect(throws: Failure.self) {
        try await caller(transport([.success(response)])).once(call())
      }
      var words = ""
      dump(error, to: &words)
      #expect(!words.contains(Self.secret.prefix(20)))
    }
  }

  @Test(arguments: ["7", "minorUnits", "a-token-that-nobody-may-see-ever-1234567890"])
  func `a success is read as it came, also if the token is in it`(token: String) async throws {
    let body = #"{"minorUnits":7,"name":"\#(token)"}"#
    let call = Call<Data>(
      CallRequest(.get, path: ["a"]), route: "/{a}", isRepeatable: true, reading: .json { $0 })
    let response = CallResponse(status: 200, body: Data(body.utf8))
    let read = try await caller(transport([.success(response)]), token: token).once(call)
    #expect(read == Data(body.utf8))
  }

  @Test func `a refusal is worded without a short token, too`() async throws {
    let response = CallResponse(status: 400, body: Data("no 7".utf8))
    let error = await #expect(throws: Failure.self) {
      try await caller(transport([.success(response)]), token: "7").once(call())
    }
    #expect(error?.cause.words == "no [redacted]")
  }

  @Test func `without a token nothing is sent`() async throws {
    let transport = transport([ok])
    await #expect(throws: Failure.notAsked(.noToken)) {
      try await caller(transport, token: nil).once(call())
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `JSON that is nested too deep is an unreadable answer`(part: String) async throws {
    let body = Data(String(repeating: part, count: 100_000).utf8)
    let error = await #expect(throws: Failure.self) {
      try await caller(transport([.success(CallResponse(status: 200, body: body))])).once(call())
    }
    guard case .unreadable(_, isCut: false)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `waits are those that the service asks for, within the budget`() async throws {
    let busy = CallResponse(status: 429, headers: [.init("retry-after", "30")])
    let transport = transport([.success(busy)])
    var budget = budget(Patience(attempts: 9, longestWait: .seconds(100)))
    let waits = Mutex<[Int]>([])
    await #expect(throws: Failure.self) {
      try await WaitObserver.telling(to: { wait in
        if let wait { waits.withLock { $0.append(wait.secondsLeft) } }
      }) { try await caller(transport).ask(call(), &budget) }
    }
    #expect(transport.requests.count == 4)
    #expect(
      waits.withLock { $0 } == Array(repeating: Array((1...30).reversed()), count: 3).flatMap { $0 }
    )
  }
}
