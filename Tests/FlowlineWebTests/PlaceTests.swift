import Flowline
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Children in places of their own, children that are left, and what is held.
struct PlaceTests {
  /// A shop whose card is asked for in a place of its own.
  private struct ShopFlow: Flow {
    let id: FlowID = "shop"

    struct CardFlow: Flow {
      let id: FlowID = "card"
      var title: Text { "add a card" }

      func run(_ context: FlowContext) async throws -> String {
        _ = try await context.run(TextScreen("name", "Whose card?"))
        return try await context.run(TextScreen("number", "Which number?"))
      }
    }

    func run(_ context: FlowContext) async throws -> String {
      do {
        return try await context.run(CardFlow().presented(.modal))
      } catch let error as FlowCancelled {
        let cash = try await context.run(TextScreen("cash", "How much cash?"))
        return "\(cash) after \(error.reason)"
      }
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  private static let walk = Walk("shop", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(ShopFlow(), summary: "A shop")
    return catalog
  }

  private func begun(
    _ body: @escaping @Sendable (WebClient, _ session: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/shop", [("session", session)])
      _ = try await client.post(client.step(of: session), [("answer", "Ada")])
      try await body(client, session)
    }
  }

  @Test func `a place of its own is named, and closed as a whole`() async throws {
    try await begun { client, session in
      let step = try await client.step(of: session)
      let page = try await client.get(step).text
      #expect(page.contains("<span class=\"caption\">Add a card</span>"))
      #expect(page.contains("value=\"close\""))
      let closed = try await client.post(step, [("do", "close")])
      let cash = try await client.get(closed.location).text
      #expect(cash.contains("How much cash?") && !cash.contains("value=\"close\""))
      // The page of the card is out of date by now.
      let late = try await client.post(step, [("do", "close")])
      #expect(late.location.hasSuffix("?notice=outdated"))
      _ = try await client.post(client.step(of: session), [("answer", "5")])
      let end = try await client.get(client.step(of: session)).text
      #expect(end.contains("5 after dismissed"))
    }
  }

  @Test func `a program closes a place as well`() async throws {
    try await begun { client, session in
      let closed = try await client.send(
        .post, "/api/sessions/\(session)/closed", [.contentType: "application/json"],
        #"{"closed":true}"#)
      #expect(closed.status == .ok)
      #expect(closed.text.contains("How much cash?"))
      let again = try await client.send(
        .post, "/api/sessions/\(session)/closed", [.contentType: "application/json"],
        #"{"closed":true}"#)
      #expect(again.status.code == 422)
      #expect(again.json["code"] == "no-place")
    }
  }

  @Test func `leaving names the flow that is left, and what goes on`() async throws {
    try await begun { client, session in
      let page = try await client.get("/session/\(session)/leave").text
      #expect(page.contains("Leave “Add a card”?"))
      #expect(page.contains("you return to where you came from"))
      let left = try await client.post("/session/\(session)/leave", [("do", "cancel")])
      #expect(try await client.get(left.location).text.contains("How much cash?"))
      let last = try await client.get("/session/\(session)/leave").text
      #expect(last.contains("Leave “Shop”?") && last.contains("you cannot continue this"))
    }
  }
}
