import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// How large bodies may be, each of them and all at once.
struct BodyRoomTests {
  /// A session that has begun, and its question's address, at a host with so much room.
  private func begun(
    room: Int = HostLimits().bodyBytesAtOnce,
    _ body: @escaping @Sendable (WebClient, WebWalk, _ step: String) async throws -> Void
  ) async throws {
    let walk = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OwnFlow(), summary: "Kinds of one's own")
      return catalog
    }
    var limits = HostLimits()
    limits.bodyBytesAtOnce = room
    let web = try WebWalk(walk, limits: limits)
    try await web.test { client in
      _ = try await client.post("/start/own", [("session", web.session)])
      try await body(client, web, try await client.step(of: web.session))
    }
  }

  /// Posts so many bytes as a form.
  private static func post(
    _ count: Int, to path: String, by client: WebClient
  ) async throws -> TestResponse {
    try await client.send(
      .post, path, [.contentType: "application/x-www-form-urlencoded"],
      "x=" + String(repeating: "x", count: count))
  }

  /// Posts so many bytes in each way that they are read.
  private static func postAll(
    _ count: Int, to step: String, of web: WebWalk, by client: WebClient
  ) async throws -> [TestResponse] {
    let text = String(repeating: "x", count: count)
    let part = [
      "--b", "Content-Disposition: form-data; name=\"x\"", "", text, "--b--", "",
    ].joined(separator: "\r\n")
    return [
      try await post(count, to: step, by: client),
      try await client.send(
        .post, step, [.contentType: "multipart/form-data; boundary=b"], part),
      try await client.send(
        .post, "/api/sessions/\(web.session)/answer", [.contentType: "application/json"],
        "{\"answer\":\"\(text)\"}"),
    ]
  }

  @Test func `a body that there is no room for is refused with when to try again`() async throws {
    try await begun(room: 30_000) { client, web, step in
      for reply in try await Self.postAll(60_000, to: step, of: web, by: client) {
        #expect(reply.status.code == 503 && reply.headers[.retryAfter] == "5")
        // A part of it was read: nothing sends that as a whole.
        #expect(!reply.text.contains("Send again"))
      }
      #expect(web.faults.map(\.code) == [.full, .full, .full])
      // What requests took is free behind them, whether they were refused or not.
      for _ in 1...3 {
        for reply in try await Self.postAll(40_000, to: step, of: web, by: client) {
          #expect(reply.status.code != 503)
        }
      }
    }
  }

  @Test func `while others’ uploads fill all the room, answers are taken`() async throws {
    try await begun(room: 30_000) { client, web, step in
      var held = 0
      try web.host.takePiece(of: SessionHost.uncountedBytes + 30_000, for: &held)
      for reply in try await Self.postAll(20_000, to: step, of: web, by: client) {
        #expect(reply.status.code == 503)
      }
      for reply in try await Self.postAll(10_000, to: step, of: web, by: client) {
        #expect(reply.status.code != 503)
      }
      web.host.forgetBody(of: held)
      for reply in try await Self.postAll(20_000, to: step, of: web, by: client) {
        #expect(reply.status.code != 503)
      }
    }
  }

  @Test func `what takes no file takes less`() async throws {
    try await begun { client, web, step in
      for path in ["/language", "/lock", "/start/own", "/session/\(web.session)/forget"] {
        #expect(try await Self.post(70_000, to: path, by: client).status.code == 413)
      }
      #expect(try await Self.post(70_000, to: step, by: client).status.code != 413)
      let long = try await Self.post(2_000_000, to: step, by: client)
      #expect(long.status.code == 413 && long.text.contains("2\u{A0}MB"))
    }
  }
}
