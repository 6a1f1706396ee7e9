import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import FlowlineWeb

/// Deleting a session.
struct ForgetTests {
  /// Pays once a gate is open.
  private struct PaymentFlow: Flow {
    let id: FlowID = "pay"
    var title: Text { "payment" }
    let gate: Gate<Void>

    func run(_ context: FlowContext) async throws -> Int {
      let gate = gate
      _ = try await context.run(TextScreen("name", "To whom?"))
      return try await context.commit("pay") { _ in
        await gate.wait()
        return 7
      }
    }
  }

  @Test func `nothing is deleted while it is being carried out`() async throws {
    let gate = Gate<Void>()
    let walk = Walk("pay", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(PaymentFlow(gate: gate), summary: "Pays")
      return catalog
    }
    let web = try WebWalk(walk)
    let session = web.session
    _ = try await web.host.start("pay", as: web.key, in: walk.options.environment)
    _ = try await web.host.answer(web.key, .answer("Ann"))
    try await web.test { client in
      let path = "/session/\(session)/forget"
      let early = try await client.get(path)
      #expect(early.status == .ok && early.text.contains("“Payment” cannot be deleted yet"))
      #expect(!early.text.contains("Yes, delete"))
      // A page from before has the button.
      #expect(try await client.post(path, [("do", "forget")]).location == path)
      let call = try await client.send(.delete, "/api/sessions/\(session)")
      #expect(call.status == .conflict && call.json["code"]?.string == "committing")
      #expect(call.headers[.retryAfter] == "2")
      gate.open()
      #expect(try await client.step(of: session).hasSuffix("/end"))
      #expect(try await client.get(path).text.contains("Yes, delete"))
      #expect(try await client.post(path, [("do", "forget")]).location == "/")
      #expect(try await client.get(path).status == .notFound)
    }
  }
}
