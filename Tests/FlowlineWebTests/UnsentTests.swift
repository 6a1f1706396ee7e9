import Flowline
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Money
import Testing

@testable import FlowlineWeb

/// Answers that come too late, from a page that another tab has overtaken: what was typed comes back.
struct UnsentTests {
  /// Asks one thing or another; two ways lead to each question but the last.
  private struct LetterFlow: Flow {
    let id: FlowID = "letter"
    var title: Text { "write a letter" }

    func run(_ context: FlowContext) async throws -> String {
      let ways = ["post", "mail", "claim", "refund", "safe", "call", "pay", "rate", "meet"]
      let way = try await context.run(
        ChoiceScreen("way", "How?", options: ways.map { Flowline.Option($0, $0) }))
      switch way {
      case "call": return try await context.run(TextScreen("number", "Which number?"))
      case "pay":
        _ = try await context.run(AmountScreen("sum", "How much?", in: .gbp))
        return "paid"
      case "rate":
        _ = try await context.run(DecimalScreen("rate", "Which rate?"))
        return "rated"
      case "meet":
        _ = try await context.run(DateScreen("day", "Which day?"))
        return "met"
      case "safe":
        _ = try await context.run(SecretScreen("code", "Which code?", length: 4...20))
        return "opened"
      case "claim", "refund":
        return try await context.run(
          Form("page", "What do you claim?") { page in
            let name = page.ask(TextScreen("name", "Name?"))
            let receipt = page.ask(
              FileScreen("receipt", "Receipt?", accepting: [.text]).optional())
            guard let name, let receipt else { return nil }
            return "\(name) with \(receipt?.name ?? "nothing")"
          })
      default:
        let text = try await context.run(
          LongTextScreen("text", "What do you write?", length: 0...1000))
        _ = try await context.run(ConfirmScreen("sure", "Send it?"))
        let sent = try await context.commit("send", of: "\(way): \(text)") {
          (letter: String, _: IdempotencyKey) -> String in letter
        }
        _ = try await context.run(TextScreen("remark", "Anything else?"))
        return sent
      }
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  private static let walk = Walk("letter", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(LetterFlow(), summary: "A letter")
    return catalog
  }

  private static let answer = BrowserForm.Button(name: "do", value: "answer")

  /// A session whose first question is answered, and the form that is asked then, as a tab shows it.
  private struct Tab: Sendable {
    let client: WebClient
    let session: String
    /// The address of the first question.
    let first: String
    let form: BrowserForm

    /// Answers the first question another way, in another tab.
    func turn(to way: String) async throws {
      let reply = try await client.post(first, [("answer", way)])
      #expect(reply.status == .seeOther, "\(reply.text)")
    }

    /// Sends the form as the tab shows it, with what is typed.
    func send(
      _ changes: [String: [String]], pressing button: BrowserForm.Button = UnsentTests.answer
    ) async throws -> TestResponse {
      try await client.post(form.action, form.sent(pressing: button, changing: changes))
    }

    /// The question that the session asks.
    func asked(_ reply: TestResponse) throws -> BrowserForm {
      try #require(try BrowserPage(reply.text, at: form.action).question)
    }
  }

  private func begun(
    _ way: String, _ body: @escaping @Sendable (Tab) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/letter", [("session", session)])
      let first = try await client.step(of: session)
      _ = try await client.post(first, [("answer", way)])
      let step = try await client.step(of: session)
      let page = try await BrowserPage(client.get(step).text, at: step)
      let form = try #require(page.question)
      try await body(Tab(client: client, session: session, first: first, form: form))
    }
  }

  // MARK: - The same question

  @Test func `a question that is asked again has in its field what was sent too late`()
    async throws
  {
    try await begun("post") { tab in
      try await tab.turn(to: "mail")
      let late = try await tab.send(["answer": ["Dear <Ada>,\r\nhello"]])
      #expect(late.status == .conflict)
      #expect(late.text.contains("<title>Error: What do you write?"))
      #expect(late.text.contains("What you typed is filled in again below"))
      #expect(late.text.contains("data-focus") && !late.text.contains("readonly"))
      let again = try tab.asked(late)
      #expect(again.action != tab.form.action)
      #expect(again.fields(named: "answer").map(\.value) == ["Dear <Ada>,\nhello"])
      // It is answered with it.
      let sure = try await tab.client.post(again.action, again.sent(pressing: Self.answer))
      #expect(try await tab.client.get(sure.location).text.contains("Send it?"))
      let answers = try await tab.client.get("/session/\(tab.session)/answers").text
      #expect(answers.contains("Dear &lt;Ada&gt;"))
    }
  }

  @Test func `a form that is asked again has its fields and its file`() async throws {
    try await begun("claim") { tab in
      try await tab.turn(to: "refund")
      let late = try await Self.upload("Ada", to: tab)
      #expect(late.status == .conflict && !late.text.contains("readonly"))
      let again = try tab.asked(late)
      #expect(again.fields(named: "field.name").map(\.value) == ["Ada"])
      let end = try await tab.client.post(again.action, again.sent(pressing: Self.answer))
      #expect(try await tab.client.get(end.location).text.contains("Ada with a.txt"))
    }
  }

  @Test func `yes to what a page showed is no yes to what it shows now`() async throws {
    try await begun("post") { tab in
      _ = try await tab.send(["answer": ["Dear Ada"]])
      let step = try await tab.client.step(of: tab.session)
      let sure = try tab.asked(try await tab.client.get(step))
      try await tab.turn(to: "mail")
      let late = try await tab.client.post(
        sure.action, sure.sent(pressing: Self.answer, changing: ["answer": ["yes"]]))
      #expect(late.status == .seeOther && late.location.hasSuffix("?notice=outdated"))
      let shown = try await tab.client.get(late.location).text
      #expect(shown.contains("out of date") && !shown.contains("checked"))
    }
  }

  // MARK: - Another question

  @Test func `beside another question is what was typed, to be copied`() async throws {
    try await begun("post") { tab in
      try await tab.turn(to: "call")
      let late = try await tab.send(["answer": ["Dear <Ada>"]])
      #expect(late.status == .conflict && late.text.contains("Which number?"))
      let page = try BrowserPage(late.text, at: tab.form.action)
      let label = try #require(page.root.all("label").first { $0["for"] == "unsent-0" })
      #expect(label.text == "What do you write?")
      #expect(page.root.all("textarea").map { $0["readonly"] != nil } == [true])
      #expect(late.text.contains("Dear &lt;Ada&gt;"))
      #expect(try tab.asked(late).fields(named: "answer").map(\.value) == [""])
      // Nothing was answered with it.
      #expect(try await tab.client.step(of: tab.session) == tab.asked(late).action)
    }
  }

  @Test func `a file whose question is gone is to be chosen again`() async throws {
    try await begun("claim") { tab in
      try await tab.turn(to: "call")
      let late = try await Self.upload("Ada", to: tab)
      #expect(late.status == .conflict)
      #expect(late.text.contains("Name?") && late.text.contains("Choose them again"))
    }
  }

  @Test func `a secret never comes back`() async throws {
    try await begun("safe") { tab in
      try await tab.turn(to: "call")
      let late = try await tab.send(["answer": ["hunter2hunter2"]])
      #expect(late.status == .seeOther && !late.text.contains("hunter2"))
      #expect(late.location.hasSuffix("?notice=outdated"))
    }
  }

  @Test func `another language keeps what was typed`() async throws {
    let russian = BrowserForm.Button(name: "language", value: "ru")
    try await begun("post") { tab in
      try await tab.turn(to: "call")
      let late = try await tab.send(["answer": ["Dear Ada"]], pressing: russian)
      #expect(late.status == .conflict && late.text.contains("<html lang=\"ru\""))
      #expect(late.text.contains("Dear Ada") && late.headers[.setCookie] != nil)
    }
    // So it does on the page of an answer that is changed.
    try await begun("post") { tab in
      _ = try await tab.send(["answer": ["Dear Ada"]])
      let page = try await tab.client.get(tab.form.action)
      let earlier = try tab.asked(page)
      let spoken = try await tab.client.post(
        earlier.action, earlier.sent(pressing: russian, changing: ["answer": ["Dear Eve"]]))
      #expect(spoken.status == .ok)
      #expect(try tab.asked(spoken).fields(named: "answer").map(\.value) == ["Dear Eve"])
    }
  }

  @Test func `what is to be copied stays with another language and a refused answer`()
    async throws
  {
    let russian = BrowserForm.Button(name: "language", value: "ru")
    try await begun("post") { tab in
      let client = tab.client
      try await tab.turn(to: "call")
      let late = try await tab.send(["answer": ["Dear <Ada>\r\nhello"]])
      let form = try BrowserPage(late.text, at: tab.form.action).form(with: "language", "ru")
      let spoken = try await client.post(
        form.action, form.sent(pressing: russian, changing: ["answer": ["11"]]))
      #expect(spoken.status == .ok && spoken.text.contains("<html lang=\"ru\""))
      #expect(try Self.copied(spoken) == [["What do you write?", "Dear <Ada>\nhello"]])
      let asked = try tab.asked(spoken)
      #expect(asked.fields(named: "answer").map(\.value) == ["11"])
      let refused = try await client.post(
        asked.action, asked.sent(pressing: Self.answer, changing: ["answer": [""]]))
      #expect(refused.status.code == 422)
      #expect(try Self.copied(refused) == [["What do you write?", "Dear <Ada>\nhello"]])
      // What is answered is answered, and it is not shown for ever.
      let again = try tab.asked(refused)
      let taken = try await client.post(
        again.action, again.sent(pressing: Self.answer, changing: ["answer": ["112"]]))
      #expect(taken.status == .seeOther && taken.location.hasSuffix("/end"))
      let twice = try await client.post(
        again.action, again.sent(pressing: Self.answer, changing: ["answer": ["112"]]))
      #expect(twice.status == .seeOther)
    }
  }

  @Test func `more than a page can send along is shown once`() {
    var body = PostedBody()
    for index in 0..<101 {
      let name = FieldName.field("\(index)")
      body.fields.append(PostedBody.Field(name: name, value: "x"))
      body.fields.append(PostedBody.Field(name: FieldName.question(name), value: "y"))
    }
    let unsent = UnsentAnswers(body)
    #expect(unsent.lines.count == 101 && unsent.fields.isEmpty)
    body.fields.removeLast(2)
    var less = UnsentAnswers(body)
    #expect(less.fields.count == 200)
    body = PostedBody(["answer": String(repeating: "x", count: 200_001), "answer/question": "y"])
    less = UnsentAnswers(body)
    #expect(less.lines.count == 1 && less.fields.isEmpty)
  }

  // MARK: - No question

  @Test func `a session that has ended says so, and shows what was typed`() async throws {
    try await begun("post") { tab in
      try await tab.turn(to: "call")
      _ = try await tab.client.post(tab.client.step(of: tab.session), [("answer", "112")])
      let late = try await tab.send(["answer": ["Dear Ada"]])
      #expect(late.status == .conflict && late.text.contains("had ended before you sent this"))
      #expect(late.text.contains("Dear Ada"))
      let page = try BrowserPage(late.text, at: tab.form.action)
      #expect(try await tab.client.get(page.link(to: tab.session)).location.hasSuffix("/end"))
      // In another language it is the same page.
      let form = try page.form(with: "language", "ru")
      let spoken = try await tab.client.post(
        form.action, form.sent(pressing: BrowserForm.Button(name: "language", value: "ru")))
      #expect(spoken.status == .conflict && spoken.text.contains("Dear Ada"))
    }
  }

  @Test func `a session that is gone leaves what was typed`() async throws {
    try await begun("post") { tab in
      _ = try await tab.client.post("/session/\(tab.session)/forget", [])
      let late = try await tab.send(["answer": ["Dear Ada"]])
      #expect(late.status == .notFound)
      #expect(late.text.contains("What you typed on the earlier page"))
      #expect(late.text.contains("Dear Ada"))
      let russian = BrowserForm.Button(name: "language", value: "ru")
      let form = try BrowserPage(late.text, at: tab.form.action).form(with: "language", "ru")
      let spoken = try await tab.client.post(form.action, form.sent(pressing: russian))
      #expect(spoken.status == .notFound && spoken.text.contains("<html lang=\"ru\""))
      #expect(try Self.copied(spoken) == [["What do you write?", "Dear Ada"]])
      #expect(spoken.headers[.setCookie] != nil)
    }
  }

  @Test func `what a log-in kept is kept again when the session has moved on`() async throws {
    try await begun("post") { tab in
      var nobody = tab.client
      nobody.user = nil
      let refused = try await nobody.post(
        tab.form.action, tab.form.sent(pressing: Self.answer, changing: ["answer": ["Dear Ada"]]))
      #expect(refused.status == .unauthorized)
      try await tab.turn(to: "call")
      let kept = try #require(
        try BrowserPage(refused.text, at: tab.form.action).forms
          .first { $0.action == tab.form.action })
      let late = try await tab.client.post(kept.action, kept.sent(pressing: nil))
      #expect(late.status == .conflict && late.text.contains("Dear Ada"))
    }
  }

  // MARK: - Sent twice

  @Test func `what was taken already is not said to be lost`() async throws {
    try await begun("post") { tab in
      _ = try await tab.send(["answer": ["Dear Ada"]])
      let sure = try await tab.client.step(of: tab.session)
      _ = try await tab.client.post(sure, [("answer", "yes")])
      let remark = try await tab.client.step(of: tab.session)
      let twice = try await tab.send(["answer": [" dear Ada."]])
      #expect(twice.status == .seeOther)
      #expect(twice.location == remark + "?notice=committed")
      let late = try await tab.send(["answer": ["Dear Eve"]])
      #expect(late.status == .conflict && late.text.contains("cannot be changed any more"))
      #expect(late.text.contains("Dear Eve") && late.text.contains("Anything else?"))
    }
  }

  @Test(arguments: [
    ("pay", "£12.34", "£12.35"), ("rate", "1.5", "150"), ("meet", "5 Sep 2027", "6 Sep 2027"),
  ])
  func `amounts, numbers and days that were taken are known as they are read`(
    way: String, text: String, other: String
  ) async throws {
    try await begun(way) { tab in
      for _ in 0..<2 {
        let reply = try await tab.send(["answer": [text]])
        #expect(reply.status == .seeOther, "\(reply.text)")
        #expect(reply.location == "/session/\(tab.session)/end")
      }
      let late = try await tab.send(["answer": [other]])
      #expect(late.status == .conflict && late.text.contains(other))
    }
  }

  // MARK: - Reading

  @Test func `only what was typed in the open is read`() {
    let unsent = UnsentAnswers(
      PostedBody([
        "answer": "", "answer/day": "5", "answer/month": "9", "answer/year": "2026",
        "answer/question": "When?", "answer/question": "Again?", "field.way": "post",
        "field.pin": "4711", "field.pin/question": "PIN?", "sensitive": "field.pin",
        "field.empty": " ", "field.empty/question": "Name?", "field.receipt/kept": "{}",
      ]))
    #expect(unsent.lines == [.init(name: "answer", question: "When?", text: "2026-09-05")])
    #expect(unsent.hasFiles)
    #expect(UnsentAnswers(PostedBody(["do": "back"])).isEmpty)
  }

  /// What a page shows to be copied, each with what was asked.
  private static func copied(_ page: TestResponse) throws -> [[String]] {
    let root = try BrowserPage(page.text, at: "/").root
    let labels = root.all("label")
    return root.all("textarea").filter { $0["readonly"] != nil }.map { area in
      let text = area.rawText.hasPrefix("\n") ? String(area.rawText.dropFirst()) : area.rawText
      return [labels.first { $0["for"] == area["id"] }?.text ?? "", text]
    }
  }

  /// Sends the form of the tab with a file.
  private static func upload(_ name: String, to tab: Tab) async throws -> TestResponse {
    let fields = tab.form.sent(pressing: answer, changing: ["field.name": [name]])
    let parts = fields.flatMap { name, value in
      ["--b", "Content-Disposition: form-data; name=\"\(name)\"", "", value]
    }
    let file = [
      "--b", "Content-Disposition: form-data; name=\"field.receipt\"; filename=\"a.txt\"", "",
      "lunch", "--b--", "",
    ]
    return try await tab.client.send(
      .post, tab.form.action, [.contentType: "multipart/form-data; boundary=b"],
      (parts + file).joined(separator: "\r\n"))
  }
}
