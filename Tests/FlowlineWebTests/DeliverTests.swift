import Flowline
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
      let name = try await context.wait("approval", for: String.self, title: "The approval")
      return try await name + context.run(TextScreen("after", "Anything else?"))
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

  @Test func `the reply to an event says whether a step takes it`() async throws {
    let web = try WebWalk(Self.walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      var headers: HTTPFields = [.contentType: "application/json"]
      if let name = HTTPField.Name("Prefer") { headers[name] = "wait=60" }
      let started = try await client.send(.put, base, headers, #"{"start":"waiting"}"#)
      #expect(started.json["state"] == "waiting" && started.json["taken"] == nil)
      func deliver(_ body: JSONValue) async throws -> TestResponse {
        try await client.send(
          .post, base + "/deliver", [.contentType: "application/json"], body.text)
      }
      let misspelt = try await deliver(["deliver": "aproval", "value": "Ann"])
      #expect(misspelt.status == .ok && misspelt.json["taken"] == false)
      #expect(misspelt.json["session"]?.string == web.session)
      // The same once more counts once, and is as well taken.
      for _ in 1...2 {
        let reply = try await deliver(["deliver": "approval", "value": "Ann", "key": "a"])
        #expect(reply.status == .ok && reply.json["taken"] == true, "\(reply.text)")
        #expect(reply.headers[.eTag] != nil)
      }
      let other = try await deliver(["deliver": "approval", "value": "Eve", "key": "a"])
      #expect(other.status == .unprocessableContent && other.json["taken"] == nil)
      #expect(try await client.get(base).json["taken"] == nil)
    }
  }
}
