import Flowline
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Ending one nested flow by the API: rule 4.
struct EndingFlowTests {
  private static let walk = Walk.standard.first { $0.flow == "parcel" }

  /// A parcel at the question for the number of a locker, which is pushed in the modal address.
  private func begun(
    _ body: @escaping @Sendable (WebClient, _ base: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(try #require(Self.walk))
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      _ = try await client.send(.put, base, Self.json, #"{"start":"parcel"}"#)
      for answer in [#"{"answer":3}"#, #"{"answer":"Ada"}"#] {
        _ = try await client.send(.post, base + "/answer", Self.json, answer)
      }
      try await body(client, base)
    }
  }

  private static let json: HTTPFields = [.contentType: "application/json"]

  @Test func `legal inputs name the nested flows by their paths`() async throws {
    try await begun { client, base in
      let legal = try await client.get(base + "/legal").json
      guard case .array(let flows)? = legal["openFlows"] else {
        Issue.record("no flows are told: \(legal.text)")
        return
      }
      #expect(
        flows.map { $0["path"] } == [
          ["parcel", "address"], ["parcel", "address", "locker"],
          ["parcel", "address", "locker", "number"],
        ])
      #expect(flows.first?["title"] == "Address")
      #expect(flows.map { $0["isScreen"] } == [false, false, true])
      #expect(flows.allSatisfy { $0["number"] == nil })
    }
  }

  @Test func `a flow in the middle is ended by its path, with the places that are in it`()
    async throws
  {
    try await begun { client, base in
      let before = try await client.get(base).json
      guard case .array(let places)? = before["places"] else {
        Issue.record("no places are told: \(before.text)")
        return
      }
      #expect(places.map { $0["style"] } == ["modal", "pushed"])
      #expect(before["questions"]?.first?["prompt"]?["place"] == places.last)
      let ended = try await client.send(
        .post, base + "/end", Self.json, #"{"end":"parcel/address"}"#)
      #expect(ended.status == .ok)
      #expect(ended.json["places"] == .array([]))
      #expect(
        ended.json["questions"]?.first?["prompt"]?["path"] == ["parcel", "note"])
      let again = try await client.send(
        .post, base + "/end", Self.json, #"{"end":"parcel/address"}"#)
      #expect(again.status == .preconditionFailed && again.json["code"] == "stale")
      #expect(try await client.get(base + "/journal").text.contains("\ncancel address user\n"))
    }
  }

  @Test func `an end that is for another question ends nothing`() async throws {
    try await begun { client, base in
      let tag = try #require(try await client.get(base).headers[.eTag])
      _ = try await client.send(.post, base + "/back", Self.json, #"{"back":true}"#)
      var headers = Self.json
      headers[.ifMatch] = tag
      let late = try await client.send(
        .post, base + "/end", headers, #"{"end":"parcel/address"}"#)
      #expect(late.status == .preconditionFailed)
      headers[.ifMatch] = try await client.get(base).headers[.eTag]
      let ended = try await client.send(
        .post, base + "/end", headers, #"{"end":"parcel/address"}"#)
      #expect(ended.status == .ok)
    }
  }

  @Test(arguments: [#"{"end":true}"#, #"{"end":3}"#, #"{"end":"a//b"}"#, #"{"ends":"a"}"#, "{}"])
  func `what is no path is refused`(body: String) async throws {
    try await begun { client, base in
      let reply = try await client.send(.post, base + "/end", Self.json, body)
      #expect(reply.status == .badRequest, "\(reply.text)")
      #expect(try await client.get(base).json["answers"] == 2)
    }
  }

  @Test func `the document has the operation, which may be bound to a question`() {
    let document = SessionAPI<BasicRequestContext>.document()
    let operation = document["paths"]?["/sessions/{session}/end"]?["post"]
    #expect(operation?["operationId"] == "end")
    #expect(operation?["responses"]?["412"]?["headers"]?["ETag"] != nil)
    guard case .array(let parameters)? = operation?["parameters"] else {
      Issue.record("it has no parameters")
      return
    }
    #expect(
      parameters.compactMap { $0["name"]?.string } == ["session", "If-Match", "Prefer"])
  }
}
