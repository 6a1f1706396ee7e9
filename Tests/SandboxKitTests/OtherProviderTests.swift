import FoundationEssentials
import SandboxKit
import Testing

/// A sandbox of a provider that has nothing to do with banks: the kit knows none of them.
struct OtherProviderTests {
  /// Answers with what was sent, if the token is right.
  private struct EchoAPI: ProviderAPI {
    let lag: FeedLag

    func admit(_ head: IncomingHead) -> Admitted<String> {
      guard BearerHeader(head.authorization) == .token("right") else {
        return .refused(refusal("who are you?", status: 401))
      }
      return .admitted(String(head.target.path), bodyLimit: 10)
    }

    func reply(to call: IncomingCall, _ path: String) async -> WrittenReply {
      WrittenReply(
        status: 200, contentType: "text/plain", body: Data("\(path) ".utf8) + call.body)
    }

    func refusal(_ code: String, status: Int) -> WrittenReply {
      WrittenReply(status: status, contentType: "text/plain", body: Data("no: \(code)".utf8))
    }
  }

  private struct EchoControls: ProviderControls {
    func reply(to call: IncomingCall) async throws -> WrittenReply? {
      switch call.head.target.segments.last {
      case "hello": WrittenReply(status: 200, body: Data("hello".utf8))
      case "never": throw ControlProblem("never", status: 409)
      default: nil
      }
    }
  }

  private func with(_ test: (String, SandboxWorld) async throws -> Void) async throws {
    let world = SandboxWorld(now: Date(timeIntervalSince1970: 1_795_176_000))
    let server = try SandboxServer(
      ServerSettings(), world: world, api: EchoAPI(lag: world.lag), controls: EchoControls())
    let address = try await server.start()
    do {
      try await test(address, world)
    } catch {
      try await server.stop()
      throw error
    }
    try await server.stop()
  }

  private func send(
    _ address: String, _ line: String, body: String = "", token: String = "right"
  ) async throws -> String {
    try await RawExchange.answer(
      address, line,
      ["Authorization: Bearer \(token)", "Content-Length: \(body.utf8.count)"], body: body)
  }

  @Test func `answers in the provider's words, and refuses in its shape`() async throws {
    try await with { address, _ in
      let echoed = try await send(address, "POST /things?a=b", body: "body")
      #expect(echoed.hasPrefix("HTTP/1.1 200 ") && echoed.hasSuffix("\r\n\r\n/things body"))
      let unknown = try await send(address, "POST /things", body: "body", token: "wrong")
      #expect(unknown.hasPrefix("HTTP/1.1 401 ") && unknown.hasSuffix("no: who are you?"))
      let large = try await send(address, "POST /things", body: "12345678901")
      #expect(large.hasPrefix("HTTP/1.1 413 ") && large.hasSuffix("no: REQUEST_TOO_LARGE"))
      let other = try await RawExchange.answer(address, "GET /things", [], host: "evil.example")
      #expect(other.hasPrefix("HTTP/1.1 421 ") && other.contains("\r\n\r\nno: the request is for"))
    }
  }

  @Test func `says in plain words that its port is taken`() async throws {
    try await with { address, world in
      var settings = ServerSettings()
      settings.port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
      let second = try SandboxServer(
        settings, world: world, api: EchoAPI(lag: world.lag), controls: EchoControls())
      let error = await #expect(throws: SandboxError.self) { try await second.start() }
      #expect(error?.description.contains(": another program listens there. Choose") == true)
    }
  }

  @Test func `has the controls of every sandbox, and the provider's after them`() async throws {
    try await with { address, world in
      let clock = try await send(address, "PUT /control/clock", body: #"{"advanceSeconds":1}"#)
      #expect(clock.hasSuffix(#"{"now":"2026-11-20T12:00:01.000Z","stands":true}"#))
      #expect(try await send(address, "GET /control/hello").hasSuffix("hello"))
      #expect(try await send(address, "GET /control/never").hasPrefix("HTTP/1.1 409 "))
      #expect(try await send(address, "GET /control/other").hasPrefix("HTTP/1.1 404 "))
      let lag = try await send(address, "PUT /control/feed", body: #"{"lagSeconds":5}"#)
      #expect(lag.hasPrefix("HTTP/1.1 200 "))
      #expect(world.lag.setting.lagSeconds == 5)
    }
  }

  @Test func `fails by order in the provider's shape, and carries out late`() async throws {
    try await with { address, world in
      let fault = #"{"kind":"status","status":409,"error":"TAKEN"}"#
      #expect(try await send(address, "POST /control/faults", body: fault).contains("TAKEN"))
      #expect(try await send(address, "POST /things").hasSuffix("no: TAKEN"))
      _ = try await send(address, "POST /control/faults", body: #"{"kind":"late"}"#)
      let cut = try await send(address, "POST /things")
      #expect(cut.isEmpty)
      let done = try await send(address, "POST /control/late")
      #expect(done.hasSuffix(#"{"done":[{"number":2,"status":200}]}"#))
      #expect(world.requests.entries.map(\.status) == [409, nil])
    }
  }
}
