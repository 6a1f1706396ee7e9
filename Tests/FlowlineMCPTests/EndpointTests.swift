import Flowline
import FlowlineHost
import FlowlineWeb
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FlowlineMCP

/// The tools over HTTP: who is answered what.
struct EndpointTests {
  private func test(
    _ body: @escaping @Sendable (any TestClientProtocol, Stage) async throws -> Void
  ) async throws {
    let stage = try Stage.bank()
    let router = Router()
    MCPEndpoint<BasicRequestContext>(stage.server) {
      .init(resource: "http://localhost/mcp", documentation: "http://localhost/agents")
    } user: { request, _ in
      let token = AgentTokens.bearer(in: request)
      if token == "unread" { throw StoreFailure(.unavailable, at: "values", "it is away") }
      return token.flatMap { $0 == "revoked" ? nil : UserID($0) }
    }.addRoutes(to: router)
    try await Application(router: router).test(.router) { try await body($0, stage) }
  }

  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  private static func headers(_ others: [String: String?] = [:]) -> HTTPFields {
    var all: [String: String?] = [
      "authorization": "Bearer ada", "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list",
    ]
    all.merge(others) { $1 }
    var fields = HTTPFields()
    for case (let name, let value?) in all {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  private static func body(_ method: String, _ params: [String: JSONValue] = [:]) -> ByteBuffer {
    ByteBuffer(
      string: RPCMessage.request(
        .integer(1), method: method, params: .object(params.merging(["_meta": meta]) { $1 })
      ).json.text)
  }

  @Test func `a token that cannot be checked now is for later`() async throws {
    try await test { client, _ in
      let response = try await client.execute(
        uri: "/mcp", method: .post, headers: Self.headers(["authorization": "Bearer unread"]),
        body: Self.body("tools/list"))
      #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "2")
      #expect(!String(buffer: response.body).contains("it is away"))
    }
  }

  @Test(
    arguments: [
      ("authorization", nil, 401), ("authorization", "Basic YTpi", 401),
      ("origin", "https://evil.example", 403), ("sec-fetch-site", "cross-site", 403),
      ("content-type", "text/plain", 400), ("content-type", "application/jsonx", 400),
      ("content-type", "application/json-patch+json", 400), ("mcp-method", "tools/call", 400),
      ("mcp-protocol-version", "2025-11-25", 400), ("mcp-method", nil, 400),
    ] as [(String, String?, Int)])
  func `a request that is not as it must be is refused`(
    _ header: String, _ value: String?, _ status: Int
  ) async throws {
    try await test { client, _ in
      let response = try await client.execute(
        uri: "/mcp", method: .post, headers: Self.headers([header: value]),
        body: Self.body("tools/list"))
      #expect(Int(response.status.code) == status)
      if status == 401 {
        #expect(
          response.headers[.wwwAuthenticate]
            == "Bearer resource_metadata=\"http://localhost/.well-known/oauth-protected-resource/mcp\""
        )
      }
    }
  }

  @Test func `a token that does not count is told from none`() async throws {
    try await test { client, _ in
      let response = try await client.execute(
        uri: "/mcp", method: .post, headers: Self.headers(["authorization": "Bearer revoked"]),
        body: Self.body("tools/list"))
      #expect(response.status == .unauthorized)
      #expect(response.headers[.wwwAuthenticate]?.hasSuffix(", error=\"invalid_token\"") == true)
      #expect(String(buffer: response.body).contains("wrong, expired or revoked"))
    }
  }

  @Test(arguments: ["/mcp", "/ag-ui/create-goal"])
  func `a token that is revoked while a message arrives does not count`(path: String) async throws {
    let stage = try Stage.bank()
    let checks = Checks()
    let user: MCPEndpoint<BasicRequestContext>.UserLookup = { _, _ in
      checks.isFirst ? "ada" : nil
    }
    let router = Router()
    MCPEndpoint<BasicRequestContext>(
      stage.server, authorization: { .init(resource: "http://localhost/mcp") }, user: user
    ).addRoutes(to: router)
    AGUIEndpoint<BasicRequestContext>(AGUIFlows(stage.server), user: user).addRoutes(to: router)
    try await Application(router: router).test(.router) { client in
      let response = try await client.execute(
        uri: path, method: .post, headers: Self.headers(), body: Self.body("tools/list"))
      #expect(response.status == .unauthorized)
      #expect(response.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
    }
  }

  /// How often a token was checked.
  private final class Checks: Sendable {
    private let count = Mutex(0)

    /// Whether it is checked for the first time.
    var isFirst: Bool {
      count.withLock { count in
        count += 1
        return count == 1
      }
    }
  }

  @Test func `a method that is not taken is told with those that are`() async throws {
    try await test { client, _ in
      for method in [HTTPRequest.Method.put, .patch, .options, .get] {
        let response = try await client.execute(
          uri: "/mcp", method: method, headers: Self.headers())
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "POST, DELETE")
      }
    }
  }

  @Test func `what tokens are for is told as RFC 9728 says`() async throws {
    try await test { client, _ in
      let response = try await client.execute(
        uri: "/.well-known/oauth-protected-resource/mcp", method: .get)
      let told = try JSONValue(parsing: String(buffer: response.body))
      #expect(told["resource"] == "http://localhost/mcp")
      #expect(told["bearer_methods_supported"] == ["header"])
    }
  }

  @Test func `requests that stand alone are answered by JSON, or by events with progress`()
    async throws
  {
    try await test { client, _ in
      let plain = try await client.execute(
        uri: "/mcp", method: .post, headers: Self.headers(), body: Self.body("tools/list"))
      #expect(plain.status == .ok)
      #expect(plain.headers[.contentType] == "application/json")
      var meta = Self.meta
      if case .object(var members) = meta {
        members["progressToken"] = "p"
        meta = .object(members)
      }
      let message = RPCMessage.request(
        .integer(7), method: "tools/call",
        params: ["name": "create-goal", "arguments": [:], "_meta": meta])
      let events = try await client.execute(
        uri: "/mcp", method: .post,
        headers: Self.headers(["mcp-method": "tools/call", "mcp-name": "create-goal"]),
        body: ByteBuffer(string: message.json.text))
      #expect(events.headers[.contentType] == "text/event-stream")
      #expect(events.headers[.connection] == "close", "it is read until its end")
      #expect(String(buffer: events.body).contains("\"id\":7"))
    }
  }

  /// The clock stands still, so that nothing is ever written to the reader.
  @Test func `events end with their work as soon as their reader closes the connection`()
    async throws
  {
    let clock = ManualFlowClock(at: FlowEnvironment.usual.now)
    let core = EndpointCore(
      server: Stage(FlowCatalog(), in: .usual, clock: clock).server,
      requestGuard: RequestGuard(hosts: AllowedHosts(["localhost"])))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let router = Router()
    router.post("events") { request, _ in
      _ = try await core.body(of: request)
      return core.stream(to: request) { _ in
        begin.finish()
        try? await clock.sleep(until: .distantFuture)
        end.finish()
      }
    }
    try await Application(router: router).test(.live) { client in
      let reader = TestClient(host: "localhost", port: try #require(client.port))
      reader.connect()
      try await reader.executeAndDontWaitForResponse(
        TestClient.Request(
          "/events", method: .post, authority: "localhost",
          headers: [.contentType: "application/json"], body: ByteBuffer(string: "{}")))
      for await _ in begun {}
      try await reader.shutdown()
      for await _ in ended {}
    }
  }

  @Test func `a name that the header says otherwise is refused`() async throws {
    try await test { client, stage in
      for name in ["round-up", "=?base64?cm91bmQtdXA=?=", nil] as [String?] {
        let response = try await client.execute(
          uri: "/mcp", method: .post,
          headers: Self.headers(["mcp-method": "tools/call", "mcp-name": name]),
          body: Self.body("tools/call", ["name": "create-goal"]))
        #expect(response.status == .badRequest)
      }
      let good = try await client.execute(
        uri: "/mcp", method: .post,
        headers: Self.headers([
          "mcp-method": "tools/call", "mcp-name": "=?base64?Y3JlYXRlLWdvYWw=?=",
        ]), body: Self.body("tools/call", ["name": "create-goal"]))
      #expect(good.status == .ok)
      _ = stage
    }
  }

  @Test func `a connection is its user's own, and can be ended`() async throws {
    try await test { client, _ in
      let begin = ByteBuffer(
        string: RPCMessage.request(
          .integer(1), method: "initialize",
          params: ["protocolVersion": "2025-11-25", "capabilities": [:]]
        ).json.text)
      let old: [String: String?] = ["mcp-protocol-version": nil, "mcp-method": nil]
      let first = try await client.execute(
        uri: "/mcp", method: .post, headers: Self.headers(old), body: begin)
      let name = try #require(HTTPField.Name("mcp-session-id").flatMap { first.headers[$0] })
      let list = ByteBuffer(
        string: RPCMessage.request(.integer(2), method: "tools/list", params: [:]).json.text)
      func status(_ others: [String: String?], _ method: HTTPRequest.Method = .post) async throws
        -> Int
      {
        let headers = Self.headers(
          old.merging(["mcp-session-id": name]) { $1 }.merging(others) { $1 })
        return Int(
          try await client.execute(uri: "/mcp", method: method, headers: headers, body: list)
            .status.code)
      }
      #expect(try await status([:]) == 200)
      #expect(try await status(["authorization": "Bearer eve"]) == 404)
      #expect(try await status(["mcp-session-id": "x"]) == 404)
      #expect(try await status(["mcp-session-id": nil]) == 400)
      #expect(try await status([:], .get) == 405)
      for unknown in ["1999-01-01", "2024-11-05", "x", ""] {
        #expect(try await status(["mcp-protocol-version": unknown]) == 400)
        #expect(try await status(["mcp-protocol-version": unknown], .delete) == 400)
      }
      #expect(try await status(["mcp-protocol-version": "2025-06-18"]) == 200)
      #expect(try await status(["authorization": "Bearer eve"], .delete) == 404)
      #expect(try await status([:], .delete) == 204)
      #expect(try await status([:]) == 404)
    }
  }
}
