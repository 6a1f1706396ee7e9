import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What the entity tag of a state says, and what requests make of it.
struct StateTagTests {
  private struct VisitFlow: Flow {
    let id: FlowID = "visit"
    let title: Text = "Visit"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Whom?"))
      return try await name + context.run(TextScreen("town", "Where?"))
    }
  }

  private static let walk = Walk("visit", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(VisitFlow())
    return catalog
  }

  /// A session that has begun: its address, and the reply to its start.
  private func begun(
    _ body: @escaping @Sendable (WebClient, _ base: String, TestResponse) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      let reply = try await client.call(.put, base, ["start": "visit"])
      try await body(client, base, reply)
    }
  }

  @Test func `a state that is known is not sent again, and one that tells more is`() async throws {
    try await begun { client, base, asked in
      let tag = try #require(asked.headers[.eTag])
      #expect(tag.hasPrefix("\"\(asked.token)."))
      for known in [tag, "\"x\", W/\(tag)", "*"] {
        let reply = try await client.send(.get, base, [.ifNoneMatch: known])
        #expect(reply.status == .notModified)
        #expect(reply.headers[.eTag] == tag)
        #expect(reply.text.isEmpty)
      }
      _ = try await client.call(.post, base + "/answer", ["answer": "Ann"])
      _ = try await client.call(.post, base + "/back", ["back": true])
      // The same question, which offers what was typed.
      let reply = try await client.send(.get, base, [.ifNoneMatch: tag])
      #expect(reply.status == .ok)
      #expect(reply.token == asked.token)
      #expect(reply.headers[.eTag] != tag)
    }
  }

  @Test func `an answer is for a question, whatever else its state told`() async throws {
    try await begun { client, base, asked in
      let tag = try #require(asked.headers[.eTag])
      _ = try await client.call(.post, base + "/answer", ["answer": "Ann"])
      _ = try await client.call(.post, base + "/back", ["back": true])
      for match in [tag, "\"\(asked.token)\""] {
        let reply = try await client.call(
          .post, base + "/answer", ["answer": "Bob"], [.ifMatch: match])
        #expect(reply.status == .ok)
        let stale = try await client.call(
          .post, base + "/answer", ["answer": "Bob"], [.ifMatch: match])
        #expect(stale.status == .preconditionFailed)
        #expect(stale.json["code"] == "stale")
        #expect(stale.headers[.eTag] == reply.headers[.eTag])
        _ = try await client.call(.post, base + "/back", ["back": true])
      }
    }
  }

  @Test(
    arguments: [
      ("\"0-working\"", 412), ("\"3-ended.0123456789abcdef\"", 412),
      ("\"9-f.0123456789abcdef\"", 412), ("\"x\"", 400), ("3-9f", 400), ("\"3-9f.12\"", 400),
      ("\"3-sleeping\"", 400), ("\"", 400), (", ,", 400), ("\"9-f\", x", 400),
      ("W/\"x\"", 400), ("W/\"9-f\"", 412), ("W/\"0-working\", \"3-ended\"", 412),
      ("\"9-f\", \"8-e\"", 412),
    ])
  func `a tag of another state is stale, and what is none makes no sense`(
    match: String, status: Int
  ) async throws {
    try await begun { client, base, _ in
      let reply = try await client.call(
        .post, base + "/answer", ["answer": "Ann"], [.ifMatch: match])
      #expect(reply.status.code == status)
      let state = try await client.send(.get, base)
      #expect(state.json["answers"] == 0)
    }
  }

  @Test func `of several tags the one counts whose question is asked, and a weak one never`()
    async throws
  {
    try await begun { client, base, asked in
      let tag = try #require(asked.headers[.eTag])
      let answer = base + "/answer"
      let weak = try await client.call(.post, answer, ["answer": "Ann"], [.ifMatch: "W/\(tag)"])
      #expect(weak.status == .preconditionFailed)
      let taken = try await client.call(
        .post, answer, ["answer": "Ann"], [.ifMatch: "\"9-f\",W/\"3-e\" , \(tag)"])
      #expect(taken.status == .ok)
    }
  }

  @Test func `a body is JSON by the whole of its type, whatever the parameters`() async throws {
    try await begun { client, base, _ in
      for (type, status) in [
        ("application/jsonx", 415), ("application/json-patch+json", 415), ("", 415),
        ("application/json; charset=utf-8", 200), ("Application/JSON", 200),
      ] {
        let reply = try await client.send(
          .put, base, [.contentType: type], #"{"start":"visit"}"#)
        #expect(reply.status.code == status)
      }
    }
  }

  @Test func `a tag binds going back to a step, closing and stopping as well`() async throws {
    try await begun { client, base, asked in
      let old = try #require(asked.headers[.eTag])
      let reply = try await client.call(.post, base + "/answer", ["answer": "Ann"])
      let tag = try #require(reply.headers[.eTag])
      let calls: [(verb: String, body: JSONValue, code: JSONValue?)] = [
        ("closed", ["closed": true], "no-place"), ("stop", ["stop": true], "nothing-under-way"),
        ("back", ["back": "name"], nil),
      ]
      for (verb, body, code) in calls {
        let stale = try await client.call(.post, "\(base)/\(verb)", body, [.ifMatch: old])
        #expect(stale.status == .preconditionFailed, "\(verb)")
        #expect(stale.json["code"] == "stale")
        let reply = try await client.call(.post, "\(base)/\(verb)", body, [.ifMatch: tag])
        #expect(reply.status.code == (code == nil ? 200 : 422), "\(verb)")
        #expect(reply.json["code"] == code)
      }
      // What is stopped is under way in a state in which nothing is asked.
      let stop = try await client.call(
        .post, base + "/stop", ["stop": true], [.ifMatch: "\"0-working\""])
      #expect(stop.json["code"] == "nothing-under-way")
    }
  }

  @Test func `an answer is needed for a preview of one`() async throws {
    try await begun { client, base, _ in
      let without = try await client.call(.post, base + "/preview", .object([:]))
      #expect(without.status == .badRequest)
      let preview = try await client.call(.post, base + "/preview", ["preview": "Ann"])
      #expect(preview.status == .ok)
    }
  }

  @Test func `where the store is, no problem tells`() {
    for code: HostFault.Code in [
      .notFound, .taken, .unknownPage, .store, .unusable, .otherWorld, .noWorld,
    ] {
      let fault = HostFault(code, "it went wrong", cause: "/srv/flowline/sessions.sqlite")
      #expect(!Problem(fault).json.text.contains("/srv"))
    }
  }
}

extension WebClient {
  /// Calls an operation that takes JSON.
  fileprivate func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue, _ more: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers = more
    headers[.contentType] = "application/json"
    return try await send(method, path, headers, body.text)
  }
}

extension TestResponse {
  /// The token of the question that is asked.
  fileprivate var token: String {
    guard case .array(let questions)? = json["questions"] else { return "" }
    return questions.first?["token"]?.string ?? ""
  }
}
