import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What programs are told of an event that they deliver.
struct DeliverTests {
  private struct WaitingFlow: Flow {
    let id: FlowID = "waiting"
    let title: Text = "Waiting"

    func run(_ context: FlowContext) async throws -> String {
      let code = try await context.run(SecretScreen("code", "Your code?"))
      let name = try await context.wait(
        "approval", for: String.self, from: .user, title: "The approval")
      let payment = try await context.wait("payment", for: String.self, title: "The payment")
      return try await name + payment + context.run(TextScreen("after", "Anything else?"))
        + "\(code.reveal().count)"
    }
  }

  private static let walk = Walk("waiting", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(WaitingFlow())
    return catalog
  }

  @Test func `a request that has a member twice starts nothing, and says which it is`() async throws
  {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      let body = #"{"start":"waiting","start":"waiting"}"#
      let reply = try await client.send(.put, base, [.contentType: "application/json"], body)
      #expect(reply.status == .badRequest && reply.json["offset"] == 19)
      #expect(reply.json["detail"]?.string?.contains("no second member “start”") == true)
      #expect(try await client.get(base).status == .notFound)
    }
  }

  @Test func `a way back that is not one is told what came and what would be one`() async throws {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      let json: HTTPFields = [.contentType: "application/json"]
      _ = try await client.send(.put, base, json, #"{"start":"waiting"}"#)
      let reply = try await client.send(.post, base + "/back", json, #"{"back":false}"#)
      #expect(reply.status == .badRequest)
      #expect(
        reply.json["detail"]
          == #"expected {"back":true} or a step such as new-goal/name, got false"#)
    }
  }

  @Test func `an event is taken from the user if its wait says so, and is forbidden otherwise`()
    async throws
  {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      func deliver(_ body: JSONValue) async throws -> TestResponse {
        try await client.send(
          .post, base + "/deliver", [.contentType: "application/json"], body.text)
      }
      func expectForbidden(_ reply: TestResponse) {
        #expect(reply.status == .forbidden, "\(reply.text)")
        #expect(reply.headers[.contentType] == "application/problem+json")
        #expect(reply.json["code"] == "event-not-allowed" && reply.json["taken"] == nil)
        #expect(reply.json["type"] == "urn:flowline:problem:event-not-allowed")
        #expect(reply.json["title"] == "The flow does not take the event from its user")
      }
      var headers: HTTPFields = [.contentType: "application/json"]
      if let name = HTTPField.Name("Prefer") { headers[name] = "wait=60" }
      _ = try await client.send(.put, base, headers, #"{"start":"waiting"}"#)
      expectForbidden(try await deliver(["deliver": "approval", "value": "Ann"]))
      let waiting = try await client.send(
        .post, base + "/answer", headers, #"{"answer":"1234"}"#)
      #expect(waiting.json["state"] == "waiting" && waiting.json["taken"] == nil)
      for name in ["aproval", "payment"] {
        expectForbidden(
          try await deliver(["deliver": .string(name), "value": "forged", "key": "a"]))
      }
      // The same once more counts once, and is as well taken.
      for _ in 1...2 {
        let reply = try await deliver(["deliver": "approval", "value": "Ann", "key": "a"])
        #expect(reply.status == .ok && reply.json["taken"] == true, "\(reply.text)")
        #expect(reply.headers[.eTag] != nil)
      }
      expectForbidden(try await deliver(["deliver": "approval", "value": "Eve", "key": "a"]))
      // A payment that the user forges does nothing, the one of the program counts.
      expectForbidden(try await deliver(["deliver": "payment", "value": "forged", "key": "b"]))
      let paid = try await web.host.deliver("payment", "paid", key: "b", to: web.key)
      #expect(paid.reception == .accepted && paid.isTaken == true)
      #expect(try await client.get(base).json["taken"] == nil)
      #expect(try await !web.journal().contains("forged"))
    }
  }

  @Test func `a rebuilt session says that it asks for a secret again, and why`() async throws {
    let store = MemoryJournalStore()
    let first = try WebWalk(Self.walk, over: store)
    let base = "/api/sessions/\(first.session)"
    let again = "To continue, type this again"
    let json: HTTPFields = [.contentType: "application/json"]
    try await first.test { client in
      let begun = try await client.send(.put, base, json, #"{"start":"waiting"}"#)
      #expect(begun.json["questions"]?.first?["isAskedAgain"] == nil)
      let page = try await client.get(client.step(of: first.session)).text
      #expect(page.contains("Your code?") && !page.contains(again))
      _ = try await client.send(.post, base + "/answer", json, #"{"answer":"1234"}"#)
    }
    await first.host.close()
    let second = try WebWalk(Self.walk, over: store)
    try await second.test { client in
      let state = try await client.get(base).json
      #expect(state["questions"]?.first?["isAskedAgain"] == true, "\(state.text)")
      let page = try await client.get(client.step(of: second.session)).text
      #expect(page.contains("Your code?") && page.contains(again))
    }
  }
}
