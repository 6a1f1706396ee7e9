import Flowline
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OwnScreens
import TestSupport
import Testing

@testable import FlowlineHost
@testable import FlowlineWeb

/// States of a session as they are sent to those who follow it.
struct EventStreamTests {
  private static let walk = Walk("own", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(OwnFlow(), summary: "Kinds of one's own")
    return catalog
  }

  @Test func `the newest state is sent, however slowly it is read`() async throws {
    let web = try WebWalk(Self.walk)
    let state = try await web.host.start("own", as: web.key)
    let other = try await web.host.speak("ru", in: web.key).state
    let (states, continuation) = AsyncStream.makeStream(of: HostedState.self)
    let stream = EventStream(states, by: web.host.clock)
    for _ in 0..<1_000 { continuation.yield(state) }
    continuation.yield(other)
    continuation.finish()
    var lines: [String] = []
    for await line in stream.lines { lines.append(line) }
    let last = lines.last { $0.hasPrefix("event: state") }
    #expect(last == "event: state\ndata: \(other.jsonText())\n\n")
    #expect(other.jsonText() != state.jsonText())
  }

  @Test(.timeLimit(.minutes(5)))
  func `a reader who may see no more is told nothing more`() async throws {
    let web = try WebWalk(Self.walk)
    let state = try await web.host.start("own", as: web.key)
    let (states, continuation) = AsyncStream.makeStream(of: HostedState.self)
    let stream = EventStream(states, by: web.host.clock, while: { true }) { _ in nil }
    continuation.yield(state)
    // It ends by itself, though more states may come.
    var lines: [String] = []
    for await line in stream.lines { lines.append(line) }
    #expect(lines.allSatisfy { $0.hasPrefix(":") })
    continuation.finish()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a stream in which nothing happens ends once its reader may see no more`() async {
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
    let (states, continuation) = AsyncStream.makeStream(of: HostedState.self)
    let stream = EventStream(states, by: clock, while: { false })
    let advancing = Task {
      while !Task.isCancelled {
        clock.advance(to: clock.now.addingTimeInterval(EventStream.silence))
        await Task.yield()
      }
    }
    var lines: [String] = []
    for await line in stream.lines { lines.append(line) }
    advancing.cancel()
    #expect(lines.isEmpty)
    continuation.finish()
  }

  /// The clock stands still, so that nothing is ever written to the reader.
  ///
  /// With a body no stream begins: behind one that nobody reads, the server would not see that the reader is gone.
  @Test(.timeLimit(.minutes(5)), arguments: [(0, false), (0, true), (4_000_000, false)])
  func `a stream ends as soon as its reader closes the connection`(
    bytes: Int, isBodyRead: Bool
  ) async throws {
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let router = Router()
    router.get("events") { request, _ in
      if isBodyRead { for try await _ in request.body {} }
      let (states, continuation) = AsyncStream.makeStream(of: HostedState.self)
      continuation.onTermination = { _ in end.finish() }
      begin.finish()
      return EventStream(states, by: clock).response(to: request)
    }
    try await Application(router: router).test(.live) { client in
      let reader = TestClient(host: "localhost", port: try #require(client.port))
      reader.connect()
      try await reader.executeAndDontWaitForResponse(
        TestClient.Request(
          "/events", method: .get, authority: "localhost", headers: [:],
          body: bytes > 0 ? ByteBuffer(repeating: 120, count: bytes) : nil))
      for await _ in begun {}
      try await reader.shutdown()
      for await _ in ended {}
    }
  }

  /// Of states that come quickly some may be missed, and none is another than the session had.
  @Test(.timeLimit(.minutes(5)))
  func `who follows a session to its end sees what it was, and then the stream ends`()
    async throws
  {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test(.live) { client in
      func call(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue) async throws {
        let reply = try await client.send(
          method, path, [.contentType: "application/json"], body.text)
        #expect(reply.status == .ok, "\(reply.text)")
      }
      func state() async throws -> JSONValue { try await client.get(base).json }
      try await call(.put, base, ["start": "own"])
      var states = [try await state()]
      let reader = TestClient(
        host: "localhost", port: try #require(client.client.port),
        configuration: .init(timeout: .seconds(280)))
      reader.connect()
      let following = Task {
        try await reader.execute(
          TestClient.Request(
            "\(base)/events", method: .get, authority: "localhost",
            headers: [.authorization: WebWalk.user.rawValue]))
      }
      let table = web.host.table
      try await eventually("it is followed") { table.followers == 1 }
      for answer in ["GB33BUKB20201555555555", ["text": "51501, -142"]] as [JSONValue] {
        try await call(.post, base + "/answer", ["answer": answer])
        states.append(try await state())
      }
      #expect(states.last?["state"] == "ended")
      // It is whole only once the stream has ended.
      let reply = try await following.value
      #expect(reply.headers[.contentType] == "text/event-stream")
      var events: [JSONValue] = []
      for line in String(buffer: reply.body ?? ByteBuffer()).split(separator: "\n") {
        guard line.hasPrefix("data: ") else {
          #expect(line == "event: state" || line.hasPrefix(":"))
          continue
        }
        events.append(try JSONValue(parsing: String(line.dropFirst("data: ".count))))
      }
      #expect(events.last == states.last)
      #expect(events.allSatisfy { states.contains($0) })
      try await eventually("nobody follows") { table.followers == 0 }
      try await reader.shutdown()
    }
  }

  @Test func `a request for a stream with a body is refused, whatever says how long that is`()
    async throws
  {
    let web = try WebWalk(Self.walk)
    try await web.test { client in
      _ = try await client.post("/start/own", [("session", web.session)])
      for headers: HTTPFields in [[.contentLength: "1"], [.transferEncoding: "chunked"]] {
        let page = try await client.send(.get, "/session/\(web.session)/events", headers, "x")
        #expect(page.status == .contentTooLarge && page.text.isEmpty)
        let api = try await client.send(.get, "/api/sessions/\(web.session)/events", headers, "x")
        #expect(api.status == .contentTooLarge && api.json["code"] == "too-large")
      }
      let table = web.host.table
      try await eventually("nobody follows") { table.followers == 0 }
    }
  }

  /// A question that nobody answers changes nothing, so that only the comments are written.
  @Test(arguments: ["/session/", "/api/sessions/"])
  func `a stream whose reader is gone ends, and makes room for another`(
    path: String
  ) async throws {
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
    var limits = HostLimits()
    limits.followersPerUser = 1
    let web = try WebWalk(Self.walk, limits: limits, clock: clock)
    try await web.test(.live) { client in
      _ = try await client.post("/start/own", [("session", web.session)])
      let step = try await client.step(of: web.session)
      let shown = ShownState(try await web.host.state(of: web.key))
      let events = WebLink(
        path: [], query: [(ShownState.parameter, shown.text)]
      ).text.dropFirst()
      let reader = TestClient(host: "localhost", port: try #require(client.client.port))
      reader.connect()
      try await reader.executeAndDontWaitForResponse(
        TestClient.Request(
          "\(path)\(web.session)/events\(events)", method: .get, authority: "localhost",
          headers: [.authorization: WebWalk.user.rawValue]))
      let table = web.host.table
      try await eventually("the stream begins") { table.followers == 1 }
      #expect(try await client.get(step).status == .ok)
      let another = try await client.get("\(path)\(web.session)/events\(events)")
      #expect(another.status == .tooManyRequests)
      try await reader.shutdown()
      try await eventually("the stream ends") {
        clock.advance(to: clock.now.addingTimeInterval(EventStream.silence))
        return table.followers == 0
      }
    }
  }
}
