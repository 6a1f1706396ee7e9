import Flowline
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What was chosen on a page after it had been decided another way: it is said, and changes nothing.
struct LateDecisionTests {
  /// Asks how to pay in a form and whether to, pays, and may ask for a remark.
  private struct PayFlow: Flow {
    let id: FlowID = "pay"
    let title: Text = "pay"

    func run(_ context: FlowContext) async throws -> String {
      let form = Form<String>("details", "How do you pay?") { page in
        let ways = [
          Flowline.Option("card", "card", label: "By card"),
          Flowline.Option("cash", "cash", label: "In cash"),
        ]
        let way = page.ask(ChoiceScreen("way", "Which way?", options: ways))
        let name = page.ask(TextScreen("name", "Whom?"))
        guard let way, let name else { return nil }
        return "\(name) \(way)"
      }
      let details = try await context.run(form)
      _ = try await context.run(ConfirmScreen("sure", "Pay it?"))
      let paid = try await context.commit("pay", of: details) {
        (details: String, _: IdempotencyKey) -> String in details
      }
      _ = try await context.run(TextScreen("remark", "Anything else?"))
      return paid
    }
  }

  private static let walk = Walk("pay", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(PayFlow(), summary: "Pays")
    return catalog
  }

  private static let details = [
    ("shown", "way"), ("shown", "name"), ("field.way", "card"), ("field.name", "Ada"),
    ("do", "answer"),
  ]
  private static let late =
    "This was already decided, with “Yes”. Your “No” came too late and changed nothing."

  /// Pays, and has the addresses of the form and of the question whether to.
  private func paid(
    _ body:
      @escaping @Sendable (
        _ client: WebClient, _ session: String, _ form: String, _ sure: String
      ) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/pay", [("session", session)])
      let form = try await client.step(of: session)
      _ = try await client.post(form, Self.details)
      let sure = try await client.step(of: session)
      _ = try await client.post(sure, [("answer", "yes"), ("do", "answer")])
      try await body(client, session, form, sure)
    }
  }

  private func end(_ client: WebClient, _ session: String) async throws {
    _ = try await client.post(client.step(of: session), [("answer", "Soon")])
    #expect(try await client.step(of: session) == "/session/\(session)/end")
  }

  @Test func `a no after a yes gets its notice after the end too`() async throws {
    try await paid { client, session, _, sure in
      try await end(client, session)
      let journal = try await client.get("/session/\(session)/journal").text
      let no = try await client.post(sure, [("answer", "no"), ("do", "answer")])
      #expect(no.status == .conflict && no.text.contains(Self.late))
      let page = try BrowserPage(no.text, at: sure)
      #expect(try await client.get(page.link(to: session)).location.hasSuffix("/end"))
      // It is the same page in another language.
      let form = try page.form(with: "language", "ru")
      let spoken = try await client.post(
        form.action, form.sent(pressing: BrowserForm.Button(name: "language", value: "ru")))
      #expect(spoken.status == .conflict)
      // The same answer once more is no news, and neither is none at all.
      for fields in [[("answer", "yes"), ("do", "answer")], [("do", "answer")]] {
        let again = try await client.post(sure, fields)
        #expect(again.status == .seeOther && again.location == "/session/\(session)/end")
      }
      #expect(try await client.get("/session/\(session)/journal").text == journal)
    }
  }

  @Test func `it is told of beside the question that is asked now`() async throws {
    try await paid { client, session, _, sure in
      // A button that says what it decides sends nothing else.
      let no = try await client.post(sure, [("answer", "no")])
      #expect(no.status == .conflict && no.text.contains(Self.late))
      #expect(no.text.contains("cannot be changed any more"))
      #expect(try BrowserPage(no.text, at: sure).question?.step == "pay/remark")
    }
  }

  @Test func `of a form each choice is compared`() async throws {
    try await paid { client, session, form, _ in
      try await end(client, session)
      let same = try await client.post(form, Self.details)
      #expect(same.status == .seeOther)
      let changed = Self.details.map { $0.0 == "field.way" ? ($0.0, "cash") : $0 }
      let late = try await client.post(form, changed)
      #expect(late.status == .conflict)
      #expect(
        late.text.contains(
          "“Which way?” was already answered, with “By card”. Your “In cash” came too late"))
      // What nobody could choose is not repeated.
      let made = Self.details.map { $0.0 == "field.way" ? ($0.0, "gold") : $0 }
      #expect(try await client.post(form, made).status == .seeOther)
    }
  }
}
