import Days
import Flowline
import FlowlineHost
import FlowlineTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Money
import Testing

@testable import FlowlineWeb

/// Asks for every kind of answer, one after the other.
private struct EveryKind: Flow {
  let id: FlowID = "every-kind"
  let title: Text = "every kind"

  func run(_ context: FlowContext) async throws -> [String] {
    var told: [String] = []
    told.append(try await context.run(TextScreen("text", "A text?")))
    told.append(try await context.run(LongTextScreen("long", "A long text?")))
    told.append("\(try await context.run(NumberScreen("number", "A number?", in: 1...9)))")
    told.append("\(try await context.run(DecimalScreen("decimal", "A decimal?")))")
    let amount = AmountScreen("amount", "An amount?", in: .gbp)
      .warning("much") { amount, _ in
        amount.minorUnits > 100_000 ? Text(verbatim: "That is much.") : nil
      }
    told.append("\(try await context.run(amount).minorUnits)")
    let options = [
      Flowline.Option("a", "A", label: "First"), Flowline.Option("b", "B", label: "Second"),
    ]
    told.append(try await context.run(ChoiceScreen("choice", "One?", options: options)))
    told.append(
      try await context.run(MultipleChoiceScreen("choices", "Some?", options: options)).joined())
    told.append("\(try await context.run(DateScreen("date", "A day?")))")
    told.append("\(try await context.run(PathScreen("path", "A path?")))")
    let secret = try await context.run(SecretScreen("secret", "A secret?", length: 3...20))
    told.append("\(secret.reveal().count)")
    let file = try await context.run(FileScreen("file", "A file?", accepting: [.text]))
    told.append("\(file.name) \(file.size)")
    let page = [Section("Rows", rows: [Row("label", "value"), Row("progress", percentage: 40)])]
    _ = try await context.run(ReviewScreen("review", "A page", page: page))
    told.append("\(try await context.run(ConfirmScreen("confirm", "Sure?")))")
    return told
  }

  func words(for result: [String]) -> Text? { Text(verbatim: result.joined(separator: " | ")) }
}

/// Shows addresses outside: one that a page may lead to, and one that it may not.
private struct Addresses: Flow {
  let id: FlowID = "addresses"

  func run(_ context: FlowContext) async throws -> Bool {
    try await context.show("addresses") {
      Row(address: "https://books.example/allow?state=a&b=<c>")
      Row(address: "https://books.example/allow?state=x")
      Row(address: "javascript:alert(1)")
    }
    return true
  }
}

/// A flow whose name is no word.
private struct OddName: Flow {
  let id: FlowID = "ask me/100% ü"

  func run(_ context: FlowContext) async throws -> Bool {
    try await context.run(ConfirmScreen("sure", "Sure?"))
  }
}

/// Pages of every kind of question: what is posted arrives, and comes back if it is refused.
struct KindTests {
  private static let walk = Walk("every-kind", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(EveryKind(), summary: "Every kind")
    return catalog
  }

  @Test func `a row that is an address is a link, if it leads to nowhere else`() async throws {
    let walk = Walk("addresses", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(Addresses(), summary: "Addresses")
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      _ = try await client.post("/start/addresses", [("session", web.session)])
      let page = try await client.get(client.step(of: web.session)).text
      #expect(
        page.contains(
          """
          <a class="outside" href="https://books.example/allow?state=x" target="_blank" \
          rel="noopener noreferrer">
          """))
      #expect(page.components(separatedBy: "class=\"outside\"").count == 2)
      #expect(page.contains("javascript:alert(1)") && page.contains("b=&lt;c&gt;"))
    }
  }

  @Test func `a flow is started by its name, whatever that is`() async throws {
    let walk = Walk("ask me/100% ü", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OddName(), summary: "Odd")
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      let home = try await client.get("/").text
      let link = "/start/ask%20me%2F100%25%20%C3%BC"
      #expect(home.contains("action=\"\(link)\""))
      #expect(try await client.post(link, [("session", web.session)]).status == .seeOther)
      #expect(try await client.get(client.step(of: web.session)).text.contains("Sure?"))
      #expect(try await client.post("/start/%zz", []).status == .notFound)
      #expect(try await client.post("/start/%ff", []).status == .notFound)
    }
  }

  @Test func `every kind is asked, refused and answered`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/every-kind", [("session", session)])
      func answer(_ fields: [(String, String)], _ status: Int = 303) async throws -> String {
        let reply = try await client.post(client.step(of: session), fields)
        #expect(reply.status.code == status, "\(fields)")
        if status == 422 {
          for (name, value) in fields
          where name == "answer" && !["zzz", "perhaps"].contains(value) {
            #expect(reply.text.contains(value.isEmpty ? "There is a problem" : value), "\(fields)")
          }
          #expect(reply.text.contains("<title>Error: ") != reply.text.contains("acknowledge"))
        }
        return reply.text
      }
      _ = try await answer([("answer", "")], 422)
      _ = try await answer([("answer", "<b>")])
      _ = try await answer([("answer", "one\r\ntwo")])
      _ = try await answer([("answer", "many")], 422)
      _ = try await answer([("answer", "7")])
      _ = try await answer([("answer", "1.2.3")], 422)
      _ = try await answer([("answer", "1.25")])
      let warned = try await answer([("answer", "5000")], 422)
      let print =
        warned.split(separator: "name=\"warned\" value=\"").last?.prefix { $0 != "\"" } ?? ""
      // Another answer than the one that was warned of is asked back about by itself.
      _ = try await answer(
        [("answer", "6000"), ("do", "acknowledge"), ("warned", String(print))], 422)
      _ = try await answer([("answer", "5000"), ("do", "acknowledge"), ("warned", String(print))])
      _ = try await answer([("answer", "zzz")], 422)
      _ = try await answer([("answer", "b")])
      _ = try await answer([("answer", "a"), ("answer", "b")])
      _ = try await answer([("answer/day", "3"), ("answer/year", "2026")], 422)
      _ = try await answer(
        [("answer/day", "3"), ("answer/month", "12"), ("answer/year", "2026")])
      _ = try await answer([("answer", "/tmp/a b")])
      let secret = try await answer([("answer", "x")], 422)
      #expect(!secret.contains("value=\"x\""), "a secret comes back")
      _ = try await answer([("answer", "s3cret-word")])
      _ = try await answer([], 422)
      let upload = [
        "--b", "Content-Disposition: form-data; name=\"answer\"; filename=\"a.txt\"", "", "12345",
        "--b--", "",
      ].joined(separator: "\r\n")
      let kept = try await client.send(
        .post, client.step(of: session), [.contentType: "multipart/form-data; boundary=b"], upload)
      #expect(kept.status == .seeOther)
      let page = try await client.get(client.step(of: session))
      #expect(page.text.contains("<dt>label</dt><dd><span class=\"value\"><bdi>value</bdi>"))
      _ = try await answer([])
      _ = try await answer([("answer", "perhaps")], 422)
      _ = try await answer([("answer", "no")])
      let end = try await client.get(client.step(of: session))
      // The first line of the result is the heading.
      #expect(end.text.contains("told\">&lt;b&gt; | one</h1><p class=\"panel-text\">two | 7 | "))
      #expect(
        end.text.contains(
          "two | 7 | 1.25 | 500000 | B | AB | 2026-12-03 | /tmp/a b | 11 | a.txt 5 | false"))
      #expect(!end.text.contains("s3cret-word"))
      for shown in ["<dt>A secret?</dt>", "Hidden", "a.txt (5", "<dt>Sure?</dt>"] {
        #expect(end.text.contains(shown), "\(shown)")
      }
      #expect(try await !client.get("/session/\(session)/journal").text.contains("s3cret-word"))
    }
  }

  @Test func `children at once and what is waited for share a page`() async throws {
    let walk = Walk("race", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(Race(), summary: "A race")
      return catalog
    }
    let web = try WebWalk(walk)
    let session = web.session
    try await web.test { client in
      let started = try await client.post("/start/race", [("session", session)])
      #expect(started.location == "/session/\(session)")
      let page = try await client.get(started.location)
      #expect(page.text.contains("Withdraw it?") && page.text.contains("An approval"))
      // It is one question, and stays as it is until something else is asked or waited for.
      #expect(!page.text.contains("several questions"))
      let state = try await web.host.state(of: web.key)
      let shown = ShownState(state)
      #expect(page.text.contains("/events?seen=\(WebLink.encoded(shown.text))\""))
      #expect(!shown.isOver(in: state))
      for old in ["", "0-0", "approval"] {
        let told = try await client.get("/session/\(session)/events?seen=\(old)")
        #expect(told.text == "event: moved\ndata: {}\n\n")
      }
      let form = page.text.split(separator: "action=\"").dropFirst()
        .compactMap { $0.split(separator: "\"").first }.first { $0.contains("/step/") }
      let reply = try await client.post(String(form ?? ""), [("answer", "yes")])
      #expect(reply.location == "/session/\(session)/end")
      #expect(shown.isOver(in: try await web.host.state(of: web.key)))
    }
  }

  @Test func `fields appear as others are answered, with and without a script`() async throws {
    let walk = Walk("pay", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(Pay(), summary: "Pays")
      return catalog
    }
    let web = try WebWalk(walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/pay", [("session", session)])
      let step = try await client.step(of: session)
      let abroad = [("field.name", "Ann"), ("field.country", "de")]
      #expect(try await !client.get(step).text.contains("Account number?"))
      let refreshed = try await client.post(step, abroad + [("do", "refresh")])
      #expect(refreshed.status == .ok)
      #expect(refreshed.text.contains("Account number?"))
      #expect(refreshed.text.contains("value=\"Ann\""))
      // What was not seen is shown before anything is called wrong.
      let form = try BrowserPage(await client.get(step).text, at: step).form(with: "do", "answer")
      #expect(form.fields(named: "shown").map(\.value) == ["name", "country"])
      let more = try await client.post(step, abroad + [("shown", "name"), ("shown", "country")])
      #expect(more.status == .ok)
      let page = try BrowserPage(more.text, at: step)
      #expect(!page.isAlerting)
      #expect(
        try page.form(with: "do", "answer").fields(named: "shown").map(\.value)
          == ["name", "country", "account number"])
      let allShown = [("shown", "name"), ("shown", "country"), ("shown", "account number")]
      let missing = try await client.post(step, abroad + allShown)
      #expect(missing.status.code == 422)
      #expect(missing.text.contains("name=\"field.account number\""))
      let done = try await client.post(step, abroad + [("field.account number", "DE1")])
      #expect(done.location == "/session/\(session)/end")
      #expect(try await client.get(done.location).text.contains("Ann DE1"))
    }
  }

  private struct Pay: Flow {
    let id: FlowID = "pay"

    func run(_ context: FlowContext) async throws -> String {
      let countries = [Flowline.Option("gb", true, label: "UK"), .init("de", false, label: "DE")]
      return try await context.run(
        Form("payee", "Whom do you pay?") { page in
          let name = page.ask(TextScreen("name", "Name?"))
          let isNear = page.ask(ChoiceScreen("country", "Country?", options: countries))
          guard let name, let isNear else { return nil }
          guard !isNear else { return name }
          return page.ask(TextScreen("account number", "Account number?")).map { "\(name) \($0)" }
        })
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  private struct Race: Flow {
    let id: FlowID = "race"

    func run(_ context: FlowContext) async throws -> String {
      try await context.first(
        of: Wait("approval", for: String.self, title: "An approval"),
        ConfirmScreen("withdraw", "Withdraw it?").map { $0 ? "withdrawn" : "kept" })
    }
  }
}
