import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// Who may do what, and what a page says then.
struct SafetyTests {
  private static let walk = Walk("own", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(OwnFlow(), summary: "Kinds of one's own")
    return catalog
  }

  /// A session that has begun, and its question's address.
  private func begun(
    _ body: @escaping @Sendable (WebClient, _ session: String, _ step: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/own", [("session", session)])
      try await body(client, session, client.step(of: session))
    }
  }

  @Test func `somebody else's sessions are not found`() async throws {
    try await begun { client, session, step in
      var eve = client
      eve.user = "eve"
      for path in ["", "/answers", "/end", "/working", "/journal", "/events", "/leave", "/forget"] {
        check(try await eve.get("/session/\(session)\(path)"), is: .notFound)
      }
      check(try await eve.get(step), is: .notFound)
      check(try await eve.post(step, [("answer", "x")]), is: .notFound)
      check(try await eve.post("/session/\(session)/forget", []), is: .notFound)
      check(try await eve.post("/start/own", [("session", session)]), is: .notFound)
      for path in ["", "/answers", "/journal", "/legal", "/result", "/events"] {
        check(try await eve.get("/api/sessions/\(session)\(path)"), is: .notFound)
      }
      check(try await client.get(step), is: .ok)
    }
  }

  @Test func `nobody gets nothing, and keeps what was typed`() async throws {
    try await begun { client, session, step in
      var nobody = client
      nobody.user = nil
      check(try await nobody.get("/"), is: .unauthorized)
      let reply = try await nobody.post(step, [("answer", "so <much> typed")])
      #expect(reply.status == .unauthorized)
      #expect(reply.text.contains("value=\"so &lt;much&gt; typed\""))
      check(try await nobody.get("/api/sessions/\(session)"), is: .unauthorized)
    }
  }

  @Test func `another site's form is refused, and comes back filled in`() async throws {
    try await begun { client, _, step in
      let reply = try await client.post(
        step, [("answer", "typed"), ("do", "answer")],
        [.origin: "https://evil.example"])
      #expect(reply.status == .forbidden)
      #expect(reply.text.contains("value=\"typed\""))
      #expect(reply.text.contains("action=\"\(step)\""))
    }
  }

  /// Also a page that refuses something, or says that there is none.
  @Test(arguments: [false, true])
  func `every page has all its headers and no script of its own`(isSecure: Bool) async throws {
    let fields = SecurityHeaders.page(isSecure: isSecure)
    let usual: Set<String> = [
      "content-security-policy", "cache-control", "cross-origin-opener-policy",
      "cross-origin-resource-policy", "referrer-policy", "x-content-type-options",
      "x-frame-options", "permissions-policy",
    ]
    #expect(Set(fields.map(\.name)) == usual.union(isSecure ? ["strict-transport-security"] : []))
    #expect(SecurityHeaders.policy.contains("script-src 'self'"))
    let web = try WebWalk(Self.walk, isSecure: isSecure)
    try await web.test { client in
      _ = try await client.post("/start/own", [("session", web.session)])
      let step = try await client.step(of: web.session)
      var nobody = client
      nobody.user = nil
      let foreign: HTTPFields = [.origin: "https://evil.example"]
      let replies: [(Int, TestResponse)] = [
        (200, try await client.get("/")), (200, try await client.get(step)),
        (200, try await client.get("/session/\(web.session)/answers")),
        (404, try await client.get("/session/\(web.session)/nothing")),
        (404, try await client.get("/session/00000000-0000-4000-8000-0000000000ff")),
        (404, try await client.get("/x")), (405, try await client.send(.put, "/")),
        (422, try await client.post(step, [("answer", "GB33")])),
        (403, try await client.post(step, [("answer", "GB33")], foreign)),
        (401, try await nobody.get("/")), (401, try await nobody.post(step, [("answer", "x")])),
      ]
      for (status, reply) in replies {
        #expect(reply.status.code == status)
        for field in fields {
          let name = try #require(HTTPField.Name(field.name))
          #expect(reply.headers[values: name] == [field.value], "\(status): \(field.name)")
        }
        #expect(reply.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(!reply.text.contains(" style=") && !reply.text.contains(" onclick="))
      }
    }
  }

  @Test func `addresses that mean nothing are not found`() async throws {
    try await begun { client, session, _ in
      for path in [
        "/session/x", "/session/\(session)/step/x", "/session/\(session)/step/1-2-3",
        "/session/00000000-0000-4000-8000-0000000000ff", "/api/sessions/x", "/assets/x",
      ] {
        check(try await client.get(path), is: .notFound)
      }
      let old = try await client.get("/session/\(session)/step/9-abc")
      #expect(old.status == .seeOther)
      #expect(old.location.hasSuffix("?notice=moved"))
      // Nothing was sent, and no page says so.
      let shown = try await client.get(old.location).text
      #expect(shown.contains("not asked any more") && !shown.contains("you sent"))
    }
  }

  @Test func `addresses that no route takes are answered`() async throws {
    try await begun { client, session, _ in
      for (method, path, status, allow) in [
        (.get, "/x", 404, nil), (.get, "/session/\(session)/x", 404, nil),
        (.post, "/x/y", 404, nil),
        (.put, "/", 405, "GET, HEAD"), (.get, "/start/own", 405, "POST"),
        (.delete, "/session/\(session)/leave", 405, "GET, HEAD, POST"),
        (.post, "/assets/x.css", 405, "GET, HEAD"),
      ] as [(HTTPRequest.Method, String, Int, String?)] {
        let reply = try await client.send(method, path)
        #expect(reply.status.code == status)
        #expect(reply.headers[.allow] == allow)
        #expect(reply.text.contains("<h1"))
        #expect(reply.headers[.contentSecurityPolicy] != nil)
      }
      for (method, path, status, allow) in [
        (.get, "/api", 404, nil), (.get, "/api/x", 404, nil),
        (.post, "/api/sessions", 405, "GET, HEAD"), (.patch, "/api/openapi.json", 405, "GET, HEAD"),
        (.post, "/api/sessions/\(session)", 405, "PUT, GET, HEAD, DELETE"),
      ] as [(HTTPRequest.Method, String, Int, String?)] {
        let reply = try await client.send(method, path)
        #expect(reply.status.code == status)
        #expect(reply.headers[.allow] == allow)
        #expect(reply.json["code"]?.string == (status == 404 ? "not-found" : "wrong-method"))
      }
    }
  }

  @Test func `the API says what is wrong`() async throws {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, match: String? = nil,
        type: String = "application/json"
      ) async throws -> (Int, String?) {
        var headers: HTTPFields = [.contentType: type]
        headers[.ifMatch] = match
        let reply = try await client.send(method, path, headers, body)
        return (reply.status.code, reply.json["code"]?.string)
      }
      check(try await call(.get, base, nil), (404, "not-found"))
      check(try await call(.put, base, "{"), (400, "bad-request"))
      check(try await call(.put, base, #"{"start":"own","x":1}"#), (400, "bad-request"))
      check(try await call(.put, base, #"{"start":"none"}"#), (404, "unknown-flow"))
      check(
        try await call(.put, base, #"{"start":"own"}"#, type: "text/plain"), (415, "wrong-type"))
      check(try await call(.put, base, #"{"start":"own"}"#), (200, nil))
      check(try await call(.put, base, #"{"start":"own"}"#), (200, nil))
      let etag = try await client.get(base).headers[.eTag]
      check(try await call(.post, base + "/answer", #"{"answer":"GB"}"#, match: etag).0, 422)
      check(
        try await call(
          .post, base + "/answer", #"{"answer":"GB33BUKB20201555555555"}"#, match: "\"7-1\""),
        (412, "stale"))
      check(
        try await call(
          .post, base + "/answer", #"{"answer":"GB33BUKB20201555555555"}"#, match: etag), (200, nil)
      )
      check(
        try await call(
          .post, base + "/answer", #"{"answer":"GB33BUKB20201555555555"}"#, match: etag),
        (412, "stale"))
      check(try await call(.post, base + "/back", #"{"back":"nowhere"}"#).0, 422)
      check(try await call(.get, base + "/result", nil), (409, "running"))
      for query in ["limit=0", "limit=", "state=", "state=open"] {
        check(try await call(.get, "/api/sessions?\(query)", nil), (400, "bad-request"))
      }
      let given = String(repeating: "x", count: 300_000)
      check(
        try await call(
          .put, "/api/sessions/00000000-0000-4000-8000-0000000000fe",
          #"{"start":"own","given":{"place":"\#(given)"}}"#), (413, "too-much-given"))
      check(try await call(.get, "/api/sessions?after=x", nil), (400, "unknown-page"))
      let big = String(repeating: "x", count: 1 << 20)
      check(try await call(.post, base + "/answer", #"{"answer":"\#(big)"}"#), (413, "too-large"))
      check(try await call(.delete, base, nil), (204, nil))
      check(try await call(.get, base, nil), (404, "not-found"))
    }
  }
}

private func check(
  _ reply: TestResponse, is status: HTTPResponse.Status,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(reply.status == status, sourceLocation: sourceLocation)
}

private func check(
  _ got: (Int, String?), _ expected: (Int, String?),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(got == expected, sourceLocation: sourceLocation)
}

private func check(
  _ got: Int, _ expected: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(got == expected, sourceLocation: sourceLocation)
}
