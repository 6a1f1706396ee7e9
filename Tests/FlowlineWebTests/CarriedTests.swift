import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What was typed on a page that is left without an answer: it is there again when the same is asked.
struct CarriedTests {
  /// Asks for a name, for a form, and for the same thing twice.
  private struct TripFlow: Flow {
    let id: FlowID = "trip"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Name?"))
      let place = try await context.run(
        Form<String>("trip", "Where do you go?") { page in
          let place = page.ask(TextScreen("place", "Place?"))
          let code = page.ask(SecretScreen("code", "Code?", length: 4...20))
          let ticket = page.ask(FileScreen("ticket", "Ticket?", accepting: [.text]).optional())
          guard let place, code != nil, ticket != nil else { return nil }
          return place
        })
      let first = try await context.run(TextScreen("thing", "What do you take?"))
      let second = try await context.run(TextScreen("thing", "What do you take?"))
      return "\(name) in \(place) with \(first) and \(second)"
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  /// Asks for three things at once.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let (name, count, isPaid) = try await context.all(
        TextScreen("name", "For whom?"), NumberScreen("count", "How many?", in: 1...9),
        ConfirmScreen("paid", "Is it paid?"))
      return "\(count) for \(name), paid: \(isPaid)"
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  private static let answer = BrowserForm.Button(name: "do", value: "answer")
  private static let back = BrowserForm.Button(name: "do", value: "back")
  private static let russian = BrowserForm.Button(name: "language", value: "ru")

  /// A browser without a script, at a session.
  private struct Visit: Sendable {
    let client: WebClient
    let session: String

    func get(_ path: String) async throws -> BrowserPage {
      try await page(client.get(path), from: path, [])
    }

    /// Sends the form of the question as it is shown, with what is typed.
    func send(
      _ page: BrowserPage, _ changes: [String: [String]] = [:], pressing button: BrowserForm.Button
    ) async throws -> BrowserPage {
      let form = try #require(page.question)
      let sent = form.sent(pressing: button, changing: changes)
      return try await self.page(client.post(form.action, sent), from: form.action, sent)
    }

    /// Comes to the page that an answer leads to.
    func page(
      _ reply: TestResponse, from path: String, _ sent: [(String, String)]
    ) async throws -> BrowserPage {
      var (reply, path) = (reply, path)
      while true {
        switch reply.status.code {
        case 303:
          path = reply.location
          reply = try await client.get(path)
        case 307:
          path = reply.location
          reply = try await client.post(path, sent)
        default: return try BrowserPage(reply.text, at: path)
        }
      }
    }
  }

  private func begun(
    _ flow: FlowID, _ body: @escaping @Sendable (Visit) async throws -> Void
  ) async throws {
    let web = try WebWalk(
      Walk(flow, inputs: []) { _ in
        var catalog = FlowCatalog()
        catalog.add(TripFlow(), summary: "A trip")
        catalog.add(OrderFlow(), summary: "An order")
        return catalog
      })
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/\(flow)", [("session", session)])
      try await body(Visit(client: client, session: session))
    }
  }

  /// The same at the form.
  private func atForm(
    _ body: @escaping @Sendable (Visit, BrowserPage) async throws -> Void
  ) async throws {
    try await begun("trip") { visit in
      let name = try await visit.get(visit.client.step(of: visit.session))
      let form = try await visit.send(name, ["answer": ["Ada"]], pressing: Self.answer)
      #expect(form.text.contains("Where do you go?"))
      try await body(visit, form)
    }
  }

  private static func value(_ name: String, on page: BrowserPage) -> String? {
    page.question?.fields(named: name).first?.value
  }

  // MARK: - Back

  @Test func `the way back takes along what was typed, but no secret`() async throws {
    try await atForm { visit, form in
      let typed = ["field.place": ["Oslo"], "field.code": ["hunter2"]]
      let name = try await visit.send(form, typed, pressing: Self.back)
      #expect(name.text.contains("Name?") && Self.value("answer", on: name) == "Ada")
      #expect(!"\(name.root)".contains("hunter2"))
      let again = try await visit.send(name, ["answer": ["Bea"]], pressing: Self.answer)
      #expect(again.text.contains("Where do you go?"))
      #expect(Self.value("field.place", on: again) == "Oslo")
      #expect(Self.value("field.code", on: again) == "")
      // It is answered with it, and then nothing comes along any more.
      let sent = try #require(again.question).sent(
        pressing: Self.answer, changing: ["field.code": ["hunter2"]])
      let reply = try await visit.client.post(try #require(again.question).action, sent)
      #expect(reply.status == .seeOther)
    }
  }

  @Test func `a page on which nothing was typed is left as before`() async throws {
    try await atForm { visit, form in
      let question = try #require(form.question)
      let sent = question.sent(pressing: Self.back, changing: ["field.code": ["hunter2"]])
      let reply = try await visit.client.post(question.action, sent)
      #expect(reply.status == .seeOther)
    }
  }

  @Test func `a page that came with what was typed can be loaded again by its address`()
    async throws
  {
    try await atForm { visit, form in
      let question = try #require(form.question)
      let sent = question.sent(pressing: Self.back, changing: ["field.place": ["Oslo"]])
      let reply = try await visit.client.post(question.action, sent)
      #expect(reply.status == .temporaryRedirect)
      let path = reply.location
      #expect(path.hasSuffix("?do=show"))
      // Sent once more or asked for anew, it does nothing.
      for _ in 0..<2 {
        let shown = try await visit.client.post(path, sent)
        #expect(shown.status == .ok && shown.text.contains("Name?"))
        let bare = try await visit.client.get(path)
        #expect(bare.status == .ok && bare.text.contains("Name?"))
      }
      let step = try await visit.client.step(of: visit.session)
      #expect(path == "\(step)?do=show")
    }
  }

  @Test func `of a step that is asked twice the first has nothing of the second`() async throws {
    try await atForm { visit, form in
      let filled = ["field.place": ["Oslo"], "field.code": ["hunter2"]]
      let first = try await visit.send(form, filled, pressing: Self.answer)
      let second = try await visit.send(first, ["answer": ["tent"]], pressing: Self.answer)
      let back = try await visit.send(second, ["answer": ["ski"]], pressing: Self.back)
      #expect(Self.value("answer", on: back) == "tent")
      let again = try await visit.send(back, pressing: Self.answer)
      #expect(Self.value("answer", on: again) == "ski")
      let end = try await visit.send(again, pressing: Self.answer)
      #expect(end.text.contains("Ada in Oslo with tent and ski"))
    }
  }

  @Test func `another language and a refused answer keep what comes along`() async throws {
    try await atForm { visit, form in
      let name = try await visit.send(form, ["field.place": ["Oslo"]], pressing: Self.back)
      let spoken = try await visit.send(name, pressing: Self.russian)
      let refused = try await visit.send(spoken, ["answer": [""]], pressing: Self.answer)
      #expect(refused.isAlerting)
      let again = try await visit.send(refused, ["answer": ["Ada"]], pressing: Self.answer)
      #expect(Self.value("field.place", on: again) == "Oslo")
    }
  }

  @Test func `pages of the session take it along, and lead back with it`() async throws {
    try await atForm { visit, form in
      let sent = try #require(form.question).sent(
        pressing: nil, changing: ["field.place": ["Oslo"]])
      for page in ["answers", "leave"] {
        let path = "/session/\(visit.session)/\(page)"
        let shown = try await visit.client.post("\(path)?do=show", sent)
        #expect(shown.status == .ok)
        let carried = try BrowserPage(shown.text, at: path).form(with: "language", "ru")
        let back = "/session/\(visit.session)"
        let fields = carried.sent(pressing: nil)
        let again = try await visit.page(visit.client.post(back, fields), from: back, fields)
        #expect(Self.value("field.place", on: again) == "Oslo")
      }
      // Nothing was left.
      #expect(try await visit.get("/session/\(visit.session)").question != nil)
    }
  }

  // MARK: - Several questions

  /// The form that several questions share, and the name that a field of one of them has in it.
  private static func several(
    _ page: BrowserPage, _ step: String, _ name: String = "answer"
  ) throws -> (form: BrowserForm, action: String, field: String) {
    let form = try #require(page.forms.first { $0.has("do", "answer") })
    let question = try #require(
      page.root.all("div").first { $0["data-step"]?.hasSuffix(step) == true })
    let field = try #require(
      question.all("input").compactMap { $0["name"] }.first { $0.hasSuffix(".\(name)") })
    return (form, try #require(question["data-question"]), field)
  }

  @Test func `answering one of several questions keeps what was typed in the others`()
    async throws
  {
    try await begun("order") { visit in
      let page = try await visit.get("/session/\(visit.session)")
      let name = try Self.several(page, "name")
      let count = try Self.several(page, "count")
      let paid = try Self.several(page, "paid")
      #expect(Set([name.field, count.field, paid.field]).count == 3)
      let typed = [name.field: ["Ada"], count.field: ["12"], paid.field: ["no"]]
      // One that is refused keeps the others.
      let sent = name.form.sent(pressing: Self.answer, changing: typed)
      let refused = try await visit.client.post(count.action, sent)
      #expect(refused.status.code == 422)
      var shown = try BrowserPage(refused.text, at: count.action)
      #expect(shown.forms.flatMap { $0.fields(named: name.field) }.map(\.value) == ["Ada"])
      // One that is taken does so as well: the others are asked with it.
      let kept = try Self.several(shown, "name")
      let more = kept.form.sent(pressing: Self.answer)
      shown = try await visit.page(
        visit.client.post(kept.action, more), from: kept.action, more)
      let left = try Self.several(shown, "count")
      #expect(left.form.fields(named: left.field).map(\.value) == ["12"])
      let chosen = try Self.several(shown, "paid")
      let radios = chosen.form.fields(named: chosen.field).filter(\.isSent)
      #expect(radios.map(\.value) == ["no"])
      // What is alone in the end still has it.
      let last = left.form.sent(pressing: Self.answer, changing: [left.field: ["3"]])
      let alone = try await visit.page(
        visit.client.post(left.action, last), from: left.action, last)
      let end = try await visit.send(alone, pressing: Self.answer)
      #expect(end.text.contains("3 for Ada, paid: false"))
    }
  }

  @Test func `Enter in one of several questions and another language lose nothing`()
    async throws
  {
    try await begun("order") { visit in
      let path = "/session/\(visit.session)"
      let page = try await visit.get(path)
      let name = try Self.several(page, "name")
      let paid = try Self.several(page, "paid")
      #expect(name.form.action == path)
      for button in [BrowserForm.Button(name: "do", value: "show"), Self.russian] {
        let sent = name.form.sent(
          pressing: button, changing: [name.field: ["Ada"], paid.field: ["no"]])
        let shown = try await visit.client.post(path, sent)
        #expect(shown.status == .ok)
        let again = try Self.several(try BrowserPage(shown.text, at: path), "name")
        #expect(again.form.fields(named: again.field).map(\.value) == ["Ada"])
        let radios = again.form.fields(named: paid.field).filter(\.isSent)
        #expect(radios.map(\.value) == ["no"])
      }
    }
  }

  @Test func `Enter in one of several questions says that nothing was sent, and what to press`()
    async throws
  {
    try await begun("order") { visit in
      let path = "/session/\(visit.session)"
      let page = try await visit.get(path)
      let name = try Self.several(page, "name")
      // The first button of the form is what Enter presses; its address begins at what is said.
      let (form, address) = try page.way { $0["aria-hidden"] != nil }
      #expect(address == "\(path)?notice=choose-button#notice")
      let shows = BrowserForm.Button(name: "do", value: "show")
      let sent = form.sent(pressing: shows, changing: [name.field: ["Ada"]])
      let reply = try await visit.client.post("\(path)?notice=choose-button", sent)
      #expect(reply.status == .ok)
      let again = try BrowserPage(reply.text, at: path)
      #expect(again.text.contains("Nothing was sent. Press Continue under the question"))
      let said = try #require(again.root.all("div").first { $0["id"] == "notice" })
      #expect(said["tabindex"] == "-1" && said["data-focus"] != nil)
      let kept = try Self.several(again, "name")
      #expect(kept.form.fields(named: kept.field).map(\.value) == ["Ada"])
      #expect(!kept.action.contains("notice"))
    }
  }

  // MARK: - Reading

  @Test func `of several texts for one question the newest counts`() throws {
    func page(_ token: String, _ answer: String, step: String = "order/name") -> PostedBody {
      PostedBody(["step": step, "token": token, "answer": answer])
    }
    var carried = CarriedPages([page("1-a", "old"), page("2-b", "other")])
    carried.add(page("1-a", "same name"))
    #expect(carried.pages.map { $0["answer"] } == ["other", "same name"])
    // In another language, or after another answer, the same step has another name.
    carried.add(page("1-c", "same place"))
    #expect(carried.pages.map { $0["answer"] } == ["other", "same place"])
    carried.add(CarriedPages([page("1-d", "newer"), page("1-d", "x", step: "order/count")]))
    #expect(carried.pages.map { $0["answer"] } == ["other", "newer", "x"])
    // A form may have sent several.
    let prompt = try #require(Stage(Forms.TwoFlow()).controller.placedPrompts.first?.prompt)
    let step = prompt.pageID
    let several = CarriedPages([
      page("0-a", "first", step: step), page("0-b", "second", step: step),
      page("7-c", "of later", step: step),
    ])
    let token = try #require(StepToken("1-f"))
    #expect(several.page(of: prompt, token)?["answer"] == "second")
  }

  @Test func `nothing sensitive of any page is shown again`() {
    let body = PostedBody(
      [
        "sensitive": "answer", "answer": "a", "answer/day": "b", "page.1.sensitive": "field.pin",
        "page.1.field.pin": "c", "page.1.field.name": "Ada", "page.2.answer": "d",
      ],
      files: [
        PostedBody.File(
          name: "page.2.answer",
          contents: FileContents(Array("e".utf8), named: "a.txt"))
      ])
    let pages = CarriedPages(body).pages
    #expect(
      pages.map { $0.fields.map(\.name) } == [
        ["sensitive", "field.name", "untold"], ["answer", "lost"],
      ])
    #expect(pages.last?.hasLost("answer") == true)
    // That a secret was typed is known, however often it is left out.
    #expect(pages.first?.withoutSecrets == pages.first)
    #expect(pages.first?.hasTypedSecret("field.pin") == true)
    #expect(body.withoutSecrets.fields.allSatisfy { !["a", "b", "c"].contains($0.value) })
    #expect(body.withoutSecrets.files.isEmpty)
  }

  @Test func `the oldest pages are left out if there are too many`() {
    let page = PostedBody(["token": "1-a", "answer": String(repeating: "x", count: 90_000)])
    let carried = CarriedPages([page, page, page])
    #expect(carried.fields.count == 4)
    var again = PostedBody()
    again.fields = carried.fields
    #expect(CarriedPages(again).pages == [page, page])
  }

  @Test func `work under way keeps what comes along, and is looked at by a button`() throws {
    let stage = Stage(Forms.PayeeFlow())
    let field = PostedBody.Field(name: FieldName.inPage("left0", "answer"), value: "Ada")
    let work = WorkPage(
      session: stage.session, flow: "pay", work: [], shown: ShownState(""), carried: [field])
    let page = work.page(in: stage.context)
    #expect(page.refresh == nil && MarkupCheck(page.html(in: stage.context)).faults.isEmpty)
    let text = String(decoding: page.document(in: stage.context), as: UTF8.self)
    let form = try BrowserPage(text, at: "/").form(with: "do", "show")
    #expect(form.fields(named: field.name).map(\.value) == ["Ada"])
  }

  @Test func `a button below what comes along does what it says`() throws {
    let stage = Stage(Forms.PayeeFlow())
    let field = PostedBody.Field(name: FieldName.inPage("left0", "answer"), value: "Ada")
    let work = WorkPage(
      session: stage.session, flow: "pay", work: [], shown: ShownState(""), canStop: true,
      carried: [field])
    // A browser sends the fields of a form, with its button, in the order of the page.
    let text = String(
      decoding: work.page(in: stage.context).document(in: stage.context), as: UTF8.self)
    let shows = try #require(text.firstRange(of: "id=\"carried\""))
    let stops = try #require(text.firstRange(of: "value=\"stop\""))
    #expect(shows.lowerBound < stops.lowerBound)
  }

  @Test func `what was filled in on the page itself comes before what came along`() throws {
    let token = try #require(StepToken("1-abc"))
    let body = PostedBody([
      "token": "1-abc", "answer": "b", "page.left0.token": "1-abc", "page.left0.answer": "a",
    ])
    #expect(body.addressed(to: token).values("answer") == ["b"])
    var shared = PostedBody(["page.q1.token": "1-abc", "page.q1.answer": "a"])
    #expect(shared.addressed(to: token).values("answer") == ["a"])
    let other = try #require(StepToken("1-def"))
    shared.rename(token, to: other)
    #expect(shared.addressed(to: other).values("answer") == ["a"])
  }
}
