import Flowline
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// The page that asks whether to leave, before and after something was done.
struct LeaveTests {
  /// Orders something with a note, which a flow of its own asks for.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"
    var title: Text { "order" }

    struct NoteFlow: Flow {
      let id: FlowID = "note"
      var title: Text { "done" }

      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("text", "Which note?"))
      }
    }

    func run(_ context: FlowContext) async throws -> Int {
      _ = try await context.run(TextScreen("town", "Where to?"))
      let number = try await context.commit("order") { _ in 7 }
      try await context.show("receipt", "Ordered") { Row("Number", number) }
      _ = try await context.run(NoteFlow())
      return number
    }
  }

  private static let walk = Walk("order", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(OrderFlow(), summary: "Orders something")
    return catalog
  }

  @Test func `leaving names the flow that was started, and what was done stays`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/order", [("session", session)])
      func leaving() async throws -> String {
        try await client.get("/session/\(session)/leave").text
      }
      let before = try await leaving()
      #expect(before.contains("Leave “Order”?") && before.contains("Cancel for good"))
      #expect(!before.contains("whatever was done before stays"))
      _ = try await client.post(client.step(of: session), [("answer", "Leeds")])
      let receipt = try await client.get(client.step(of: session)).text
      #expect(receipt.contains("Ordered") && !receipt.contains("/session/\(session)/leave"))
      let written = try await leaving()
      #expect(written.contains("whatever was done before stays") && written.contains("Stop here"))
      #expect(!written.contains("Cancel for good") && !written.contains("danger"))
      _ = try await client.post(client.step(of: session), [("do", "answer")])
      #expect(try await client.get(client.step(of: session)).text.contains("Which note?"))
      // People never saw the name of the inner flow.
      let nested = try await leaving()
      #expect(nested.contains("Leave “Order”?") && nested.contains("Cancel and return"))
      #expect(nested.contains("where you came from, and whatever was done before stays"))
    }
  }
}
