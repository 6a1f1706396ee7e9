import Flowline
import TestSupport
import Testing

@testable import FlowlineWeb

/// What is posted comes to the engine as its vocabulary, and is shown again as it was.
struct AnswerTests {
  private static let pdf = FileContents(Array("%PDF-1.7 lunch".utf8), named: "lunch.pdf")
  private static let upload = PostedBody(
    [:], files: [PostedBody.File(name: "answer", contents: pdf)])

  struct Case: Sendable, CustomTestStringConvertible {
    let kind: Kinds.Kind
    let body: PostedBody
    let recorded: JSONValue
    var testDescription: String { "\(kind.name) \(recorded.text)" }

    init(_ kind: Kinds.Kind, _ fields: KeyValuePairs<String, String>, _ recorded: JSONValue) {
      self.init(kind, PostedBody(fields), recorded)
    }

    init(_ kind: Kinds.Kind, _ body: PostedBody, _ recorded: JSONValue) {
      self.kind = kind
      self.body = body
      self.recorded = recorded
    }
  }

  private static let cases = [
    Case(Kinds.text, ["answer": " ada@example.com "], "ada@example.com"),
    Case(Kinds.longText, ["answer": "One\r\ntwo"], "One\ntwo"),
    Case(Kinds.longText, ["answer": ""], nil), Case(Kinds.number, ["answer": "3"], 3),
    Case(Kinds.decimal, ["answer": "12.5"], "12.50"),
    Case(
      Kinds.amount, ["answer": "£2,000"], ["currency": "GBP", "minorUnits": 200_000]),
    Case(Kinds.choice, ["answer": "c2"], "c2"), Case(Kinds.choice, ["answer": ""], nil),
    Case(Kinds.choice, [:], nil), Case(Kinds.longChoice, ["answer": "c20"], "c20"),
    Case(Kinds.menuChoice, ["answer": "c200"], "c200"),
    Case(Kinds.choices, ["answer": "c1", "answer": "c4"], ["c1", "c4"]),
    Case(Kinds.confirm, ["answer": "yes"], true), Case(Kinds.confirmPage, ["answer": "no"], false),
    Case(Kinds.date, ["answer": "20 Nov 1999"], "1999-11-20"),
    Case(
      Kinds.date, ["answer/day": "5", "answer/month": "9", "answer/year": "1990"], "1990-09-05"),
    Case(
      Kinds.date, ["answer/day": "5", "answer/month": "May", "answer/year": "1990"], "1990-05-05"),
    Case(
      Kinds.date,
      [
        "answer": "1980-01-01", "answer/shown": "1980-01-01", "answer/day": "5",
        "answer/month": "9", "answer/year": "1990",
      ], "1990-09-05"),
    Case(
      Kinds.date,
      [
        "answer": "", "answer/shown": "1980-01-01", "answer/day": "5", "answer/month": "9",
        "answer/year": "1990",
      ], "1990-09-05"),
    Case(
      Kinds.date,
      [
        "answer": "1990-09-05", "answer/shown": "", "answer/day": "5", "answer/month": "9",
        "answer/year": "1990",
      ], "1990-09-05"),
    Case(Kinds.path, ["answer": "/srv/a b"], "/srv/a b"), Case(Kinds.file, upload, pdf.file.json),
    Case(Kinds.review, [:], true),
    Case(Kinds.custom, ["answer": "gb33 BUKB 2020 1555 5555 55"], "GB33BUKB20201555555555"),
    Case(Kinds.menu, ["answer": "save"], "save"),
  ]

  @Test(arguments: cases)
  func `an answer of each kind is taken`(example: Case) throws {
    let stage = Stage(at: example.kind)
    let refused = try stage.post(example.body)
    #expect(refused == nil, "\(String(describing: refused?.refusal))")
    #expect(stage.controller.journal.answers.dropFirst().first?.value == example.recorded)
  }

  @Test(arguments: cases.filter { !["review", "menu", "file"].contains($0.kind.name) })
  func `what was answered is in the fields after going back`(example: Case) throws {
    let stage = Stage(at: example.kind)
    try stage.post(example.body)
    stage.controller.back()
    let asked = try #require(stage.asked)
    // What is in the fields means the same when it is sent as it is.
    var body = PostedBody()
    for (name, values) in asked.shown.values {
      for value in values { body.fields.append(PostedBody.Field(name: name, value: value)) }
    }
    #expect(try stage.post(body) == nil)
    #expect(stage.controller.journal.answers.dropFirst().first?.value == example.recorded)
  }

  @Test(arguments: [Kinds.secret, Kinds.sensitive])
  func `rule 22: what is sensitive is not shown again`(kind: Kinds.Kind) throws {
    let stage = Stage(at: kind)
    let refused = try #require(try stage.post(PostedBody(["answer": "hunter2\u{1}"])))
    #expect(refused.shown.values.isEmpty)
    let page = stage.page(refused).page(in: stage.context).document(in: stage.context)
    #expect(!String(decoding: page, as: UTF8.self).contains("hunter2"))
    try stage.post(PostedBody(["answer": kind.name == "secret" ? "hunter2hunter2" : "1234"]))
    #expect(stage.controller.journal.answers.count == 2)
    stage.controller.back()
    #expect(stage.asked?.shown.values.isEmpty == true)
  }

  @Test(arguments: [
    (Kinds.text, PostedBody(["answer": ""]), "Type an answer."),
    (Kinds.number, PostedBody(["answer": "13"]), "That is too high: it must be at most 12."),
    (Kinds.longChoice, PostedBody(["answer": "zz"]), "Choose an answer."),
    (Kinds.menuChoice, PostedBody(["answer": ""]), "Choose an answer."),
    (Kinds.choices, PostedBody(), "You chose 0. Choose from 1 to 3."),
    (Kinds.choices, PostedBody(["answer": "zz"]), "Choose from the list."),
    (Kinds.confirm, PostedBody(), "Choose yes or no."),
    (Kinds.file, PostedBody(), "Choose a file."),
    (
      Kinds.date, PostedBody(["answer/day": "5"]),
      "The date must include a day, a month and a year."
    ),
    (
      Kinds.date, PostedBody(["answer/day": "5", "answer/month": "9"]),
      "The date must include a year."
    ),
    (
      Kinds.date,
      PostedBody([
        "answer": "1981-01-01", "answer/shown": "1980-01-01", "answer/day": "5",
        "answer/month": "9", "answer/year": "1990",
      ]), "The date is typed twice. Empty the line, or day, month and year."
    ),
  ])
  func `what is not taken is said in the words of a page`(
    kind: Kinds.Kind, body: PostedBody, message: String
  ) throws {
    let refused = try #require(try Stage(at: kind).post(body))
    #expect(refused.refusal?.messages.map(\.text) == [message])
    for name in Set(body.fields.map(\.name)) where !kind.name.hasPrefix("choice") {
      #expect(refused.shown.values[name] == body.values(name))
    }
  }

  @Test(
    arguments: [
      ([:], .answer), (["do": "back"], .back), (["do": "answer", "do": "refresh"], .refresh),
      (["language": "ru", "do": "answer"], .language), (["do": "zz"], nil), (["do": ""], nil),
    ] as [(KeyValuePairs<String, String>, PageAction?)])
  func `a button says what is asked for`(fields: KeyValuePairs<String, String>, action: PageAction?)
  {
    #expect(PageAction(PostedBody(fields)) == action)
  }

  @Test func `a warning is taken if the same answer is sent again`() throws {
    let stage = Stage(at: Kinds.amount)
    let asked = try #require(try stage.post(PostedBody(["answer": "20,000"])))
    let warned = try #require(asked.refusal?.warned)
    #expect(asked.refusal?.isWarning == true)
    #expect(asked.echoes[PostedAnswers.single]?.hasPrefix("£20,000.00") == true)
    let other = PostedBody(["answer": "30,000", "warned": warned, "do": "acknowledge"])
    #expect(try stage.post(other)?.refusal?.isWarning == true)
    let same = PostedBody(["answer": "20,000", "warned": warned, "do": "acknowledge"])
    #expect(try stage.post(same) == nil)
  }

  @Test func `what a check warns of is taken if the page is sent as it is shown`() throws {
    let stage = Stage(Forms.CheckedFlow())
    #expect(try stage.post(PostedBody(["answer": "5000"])) == nil)
    var asked = try #require(stage.asked)
    var warned = try #require(asked.refusal?.warned)
    #expect(asked.refusal?.isWarning == true && asked.shown.value("answer") == "5000")
    let other = PostedBody(["answer": "6000", "warned": warned, "do": "acknowledge"])
    #expect(try stage.post(other) == nil)
    asked = try #require(stage.asked)
    warned = try #require(asked.refusal?.warned)
    #expect(asked.shown.value("answer") == "6000")
    #expect(
      try stage.post(
        PostedBody(["answer": "6000", "warned": warned, "do": "acknowledge"])) == nil)
    #expect(stage.asked?.form?.id == "trip")
    // A day and a choice are shown as they are posted.
    var page = PostedBody(["field.day": "5 May 2031", "field.way": "sea"])
    #expect(try stage.post(page) == nil)
    asked = try #require(stage.asked)
    page = asked.shown.posted
    page.fields.append(PostedBody.Field(name: "warned", value: asked.refusal?.warned ?? ""))
    page.fields.append(PostedBody.Field(name: "do", value: "acknowledge"))
    #expect(try stage.post(page) == nil)
    #expect(stage.controller.inspection.state == .ended)
  }

  @Test func `fields appear with what is chosen, and nothing is answered by it`() throws {
    let stage = Stage(Forms.PayeeFlow())
    func fields(_ question: AskedQuestion?) -> [String]? {
      question?.form?.fields.map(\.id.rawValue)
    }
    #expect(fields(stage.asked) == ["name", "country", "urgent", "limit", "pin"])
    let chosen = PostedBody(["field.name": "Ada", "field.country": "fr", "do": "refresh"])
    let wider = try stage.post(chosen)
    #expect(fields(wider) == ["name", "country", "iban", "urgent", "limit", "pin"])
    #expect(wider?.shown.value("field.name") == "Ada" && wider?.refusal == nil)
    #expect(stage.controller.journal.answers.isEmpty)
    let whole = PostedBody([
      "field.name": "Ada", "field.country": "fr", "field.iban": "FR7630006000011234567890189",
      "field.urgent": "", "field.limit": "10", "field.pin": "1234",
    ])
    #expect(try stage.post(whole) == nil)
    #expect(stage.controller.journal.answers.count == 6)
  }

  @Test func `a form is refused field by field, and warned of as a whole`() throws {
    let stage = Stage(Forms.PayeeFlow())
    let body = PostedBody(["field.country": "uk", "field.limit": "x", "field.pin": "12"])
    let refused = try #require(try stage.post(body))
    #expect(refused.refusal?.messages.map(\.id.rawValue) == ["name", "limit", "pin"])
    #expect(refused.shown.value("field.limit") == "x" && refused.shown.value("field.pin").isEmpty)
    var whole = PostedBody([
      "field.name": "Ada", "field.country": "uk", "field.limit": "5,000", "field.pin": "1234",
    ])
    let warned = try #require(try stage.post(whole)?.refusal)
    #expect(warned.isWarning && warned.messages.map(\.id.rawValue) == ["limit"])
    whole.fields.append(PostedBody.Field(name: "warned", value: warned.warned ?? ""))
    whole.fields.append(PostedBody.Field(name: "do", value: "acknowledge"))
    #expect(try stage.post(whole) == nil)
  }

  @Test func `what was understood is said of what could be taken`() throws {
    let stage = Stage(Forms.PayeeFlow())
    let body = PostedBody([
      "field.name": "", "field.country": "uk", "field.limit": "1.5k", "field.pin": "1234",
    ])
    let refused = try #require(try stage.post(body))
    #expect(refused.refusal?.messages.map(\.id.rawValue) == ["name"])
    #expect(Array(refused.echoes.keys) == ["limit"])
    #expect(refused.echoes["limit"]?.hasPrefix("£1,500.00") == true)
    let page = stage.page(refused).page(in: stage.context).document(in: stage.context)
    let root = try MarkupReader.read(String(decoding: page, as: UTF8.self))
    let said = try #require(root.all("p").first { $0["class"] == "understood" })
    #expect(said.text.hasPrefix("Understood as: £1,500.00"))
    let field = try #require(root.all("input").first { $0["name"] == "field.limit" })
    let described = field["aria-describedby"]?.split(separator: " ").map(String.init) ?? []
    #expect(described.contains(said["id"] ?? "none"))
    // What is refused is not understood, and neither is said of what reads as it was typed.
    let wrong = PostedBody(["field.name": "Ada", "field.country": "uk", "field.limit": "x"])
    #expect(try stage.post(wrong)?.echoes.isEmpty == true)
    let alone = Stage(at: Kinds.number)
    #expect(try alone.post(PostedBody(["answer": "13"]))?.echoes.isEmpty == true)
  }

  @Test(
    arguments: [
      (Kinds.amount, ["answer": "2k", "do": "refresh"], "£2,000.00"),
      (Kinds.decimal, ["answer": "12", "do": "refresh"], nil),
      (
        Kinds.date,
        ["answer/day": "5", "answer/month": "9", "answer/year": "1990", "do": "refresh"],
        "Wednesday"
      ),
      (Kinds.sensitive, ["answer": "1,234", "do": "refresh"], nil),
    ] as [(Kinds.Kind, KeyValuePairs<String, String>, String?)])
  func `a question that comes back alone says so, too`(
    kind: Kinds.Kind, fields: KeyValuePairs<String, String>, beginning: String?
  ) throws {
    let again = try #require(try Stage(at: kind).post(PostedBody(fields)))
    let echo = again.echoes[PostedAnswers.single]
    #expect((echo == nil) == (beginning == nil))
    #expect(echo?.contains(beginning ?? "") != false)
  }

  @Test func `a file that was sent is not asked for again`() throws {
    let stage = Stage(at: Kinds.file)
    let text = PostedBody(
      [:],
      files: [
        PostedBody.File(name: "answer", contents: FileContents(Array("x".utf8), named: "x.pdf"))
      ])
    let refused = try #require(try stage.post(text))
    let kept = try #require(refused.shown.kept["answer"])
    #expect(kept.name == "x.pdf")
    #expect(try stage.post(PostedBody(["answer/kept": kept.json.text])) != nil)
    #expect(try stage.post(PostedBody(["answer/kept": "{}"])) != nil)
    #expect(try stage.post(Self.upload) == nil)
  }

  @Test func `the file that was there stays if another one is refused`() throws {
    let stage = Stage(at: Kinds.file)
    let other = FileContents(Array("x".utf8), named: "x.pdf")
    let refused = try #require(
      try stage.post(
        PostedBody(
          ["answer/kept": Self.pdf.file.json.text],
          files: [PostedBody.File(name: "answer", contents: other)])))
    let page = stage.page(refused).page(in: stage.context).html(in: stage.context)
    let shown = try BrowserPage(String(decoding: page.document, as: UTF8.self), at: "/")
    let kept = try #require(shown.question).fields(named: "answer/kept").map(\.value)
    #expect(kept == [Self.pdf.file.json.text])
    #expect(shown.text.contains("Uploaded: lunch.pdf"))
  }

  @Test(arguments: 0..<20)
  func `whatever is posted, the engine is handed an answer`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let names = [
      "answer", "answer/day", "answer/month", "answer/year", "answer/kept", "do", "warned", "zz",
    ]
    let values = ["", " ", "yes", "c1", "5", "31", "{}", "\u{0}", "é", "acknowledge", "[\"c1\"]"]
    for kind in Kinds.all {
      let stage = Stage(at: kind)
      for _ in 0..<10 {
        var body = PostedBody()
        for _ in 0..<random.below(5) {
          body.fields.append(
            PostedBody.Field(name: random.pick(names), value: random.pick(values)))
        }
        let refused = try stage.post(body)
        let page = stage.page(refused).page(in: stage.context)
        #expect(!page.document(in: stage.context).isEmpty)
      }
    }
  }
}
