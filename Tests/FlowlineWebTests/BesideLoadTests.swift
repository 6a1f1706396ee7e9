import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import FlowlineWeb

/// The page of a question that shows what was read before, while something newer is being read.
struct BesideLoadTests {
  private struct BalanceFlow: Flow {
    let id: FlowID = "balance"
    let newer: Gate<String>

    func run(_ context: FlowContext) async throws -> String {
      let newer = newer
      let first: String = try await context.first(
        of: asking("£2 available"), Load("change") { await newer.wait() })
      guard first.hasPrefix("£") else { return first }
      return try await context.run(asking(first))
    }

    private func asking(_ balance: String) -> ChoiceScreen<String> {
      ChoiceScreen(
        "account", "Which account?",
        options: [
          Flowline.Option("personal", "mine", label: "Personal", detail: Text(verbatim: balance))
        ])
    }
  }

  @Test func `it is loaded anew by the script, and can be sent as it was`() async throws {
    let newer = Gate<String>()
    let walk = Walk("balance", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(BalanceFlow(newer: newer), summary: "A balance")
      return catalog
    }
    let web = try WebWalk(walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/balance", [("session", session)])
      try await eventually("a question beside the load") {
        try await web.host.state(of: web.key).asksBesideLoad
      }
      let state = try await web.host.state(of: web.key)
      let shown = ShownState(state)
      let step = try await client.step(of: session)
      let page = try await client.get(step)
      #expect(page.status == .ok && page.text.contains("£2 available"))
      #expect(page.text.contains("<div hidden data-events="))
      #expect(page.text.contains("/events?seen=\(WebLink.encoded(shown.text))\""))
      #expect(!shown.isOver(in: state))
      newer.open("£3 available")
      try await eventually("the question after the load") {
        let state = try await web.host.state(of: web.key)
        return state.question != nil && !state.asksBesideLoad
      }
      #expect(shown.isOver(in: try await web.host.state(of: web.key)))
      let again = try await client.get(step)
      #expect(again.status == .ok && again.text.contains("£3 available"))
      #expect(!again.text.contains("data-events"))
      let answered = try await client.post(step, [("answer", "personal")])
      #expect(answered.location == "/session/\(session)/end")
    }
  }
}
