import Flowline
import FlowlineHost
import Money
import TestSupport
import Testing

@testable import FlowlineMCP

/// Questions as forms of a client, and their answers back.
struct ElicitationTests {
  static let revisions = ["2025-06-18", "2025-11-25", "2026-07-28"]

  @Test(arguments: Question.all)
  func `a question is a flat schema of the published types, in every revision`(
    _ question: Question
  ) throws {
    let prompt = try #require(question.prompt())
    let form = try #require(ElicitationForm(prompt, in: .usual))
    for revision in Self.revisions {
      let schema = form.schema(ElicitationDialect(revision: revision))
      #expect(SchemaCheck(schema, revision).faults == [])
    }
    #expect(!form.message.isEmpty)
  }

  @Test(arguments: Question.all)
  func `what the schema takes, the question takes`(_ question: Question) async throws {
    for value in question.sent {
      let stage = Stage(question.catalog, in: .usual)
      let outcome = try await stage.call("one")
      let round = try #require(outcome.round)
      let after = try await stage.call(
        "one", [:], accept(["q": value]), state: stage.tools.seal.seal(round))
      #expect(after.reply?.values["outcome"] == "finished", "\(value)")
    }
  }

  @Test(arguments: ["secret", "sensitive", "file"])
  func `secrets and files have no form`(_ kind: String) throws {
    let question =
      switch kind {
      case "secret": Question("secret", SecretScreen("q", "Password?", length: 1...9))
      case "sensitive": Question("pin", NumberScreen("q", "PIN?", in: 0...9999).sensitive())
      default: Question("file", FileScreen("q", "Receipt", accepting: [.pdf]))
      }
    let prompt = try #require(question.prompt())
    #expect(ElicitationForm(prompt, in: .usual) == nil)
  }

  @Test func `what a field shows and why it is asked is told with it`() throws {
    let form = Form("claim", "What did you pay?") { page in
      let keeps = page.ask(
        ConfirmScreen("keep", "Keep it?").page { Section("Receipt") { Row("File", "lunch.pdf") } })
      let amount = page.ask(
        NumberScreen("amount", "How much?", in: 1...9).reason("It is paid back."))
      return keeps != nil && amount != nil
    }
    let controller = FlowController()
    controller.start(form)
    let prompt = try #require(controller.prompt)
    let asked = try #require(ElicitationForm(prompt, in: .usual))
    let properties = asked.schema(.titled)["properties"]
    #expect(properties?["keep"]?["description"] == "Receipt:\nFile: lunch.pdf")
    #expect(
      properties?["amount"]?["description"]?.string?.hasPrefix("It is paid back.\n") == true)
    #expect(!asked.message.contains("lunch.pdf"))
  }

  @Test func `an optional field is offered its answer, and has none if it is emptied`() throws {
    let form = Form<Int>("page", "A page") { page in
      let note = page.ask(TextScreen("note", "A note?", default: "Strong").optional())
      let number = page.ask(NumberScreen("number", "How much?", in: 1...9))
      guard let note, let number else { return nil }
      return number + (note?.count ?? 0)
    }
    let controller = FlowController()
    controller.start(form)
    let prompt = try #require(controller.prompt)
    let asked = try #require(ElicitationForm(prompt, in: .usual))
    #expect(asked.schema(.titled)["properties"]?["note"]?["default"] == "Strong")
    for (content, note) in [
      (["number": 3], "Strong"), (["number": 3, "note": ""], ""),
      (["number": 3, "note": nil], ""), (["number": 3, "note": "Weak"], "Weak"),
    ] as [(JSONValue, String)] {
      let page: [StepID: Answer] = ["number": .json(3), "note": .text(note)]
      #expect(asked.read(content) == .answer(.page(page), isAcknowledged: false))
    }
  }

  @Test func `choices have titles, with what is said of them`() throws {
    let question = try #require(Question.all.first { $0.name == "choice" })
    let prompt = try #require(question.prompt())
    let form = try #require(ElicitationForm(prompt, in: .usual))
    let titled = form.schema(.titled)["properties"]?["q"]?["oneOf"]
    #expect(titled?.first == ["const": "c1", "title": "Choice 1 – £1"])
    let named = form.schema(.enumNames)["properties"]?["q"]
    #expect(named?["enum"]?.first == "c1")
    #expect(named?["enumNames"]?.first == "Choice 1 – £1")
  }

  @Test func `an empty answer says nothing, and a stray property is passed over`() throws {
    let question = try #require(Question.all.first { $0.name == "text" })
    let prompt = try #require(question.prompt())
    let form = try #require(ElicitationForm(prompt, in: .usual))
    for content: JSONValue? in [nil, [:], ["other": "x"], ["q": nil], "text", [1]] {
      #expect(form.read(content) == .nothing)
    }
    #expect(
      form.read(["q": "Ada", "other": 1])
        == .answer(.answer(.text("Ada")), isAcknowledged: false))
  }

  @Test func `a refusal is said with the question that is asked again`() async throws {
    let question = try #require(Question.all.first { $0.name == "number" })
    let stage = Stage(question.catalog, in: .usual)
    let round = try #require(try await stage.call("one").round)
    let again = try await stage.call(
      "one", [:], accept(["q": 13]), state: stage.tools.seal.seal(round))
    let message = try #require(again.question?.message)
    #expect(message.hasPrefix("The answer is not accepted."))
    #expect(message.hasSuffix("People?"))
  }

  @Test func `a warning is asked back about, and taken when it is acknowledged`() async throws {
    let screen = AmountScreen("q", "How much?", in: .gbp).warning("large") { amount, _ -> Text? in
      amount.minorUnits > 100_000 ? "That is much. Is it right?" : nil
    }
    let stage = Stage(Question("warned", screen).catalog, in: .usual)
    let round = try #require(try await stage.call("one").round)
    let again = try await stage.call(
      "one", [:], accept(["q": "5000"]), state: stage.tools.seal.seal(round))
    #expect(again.question?.message.contains("That is much. Is it right?") ?? false)
    #expect(again.question?.schema?["properties"]?["take-it-all-the-same"] != nil)
    let done = try await stage.call(
      "one", [:], accept(["q": "5000", "take-it-all-the-same": true]),
      state: stage.tools.seal.seal(try #require(again.round)))
    #expect(done.reply?.values["outcome"] == "finished")
  }

  @Test(arguments: 1...(8 as UInt64))
  func `random answers of any shape never break a question`(seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    for question in Question.all {
      let stage = Stage(question.catalog, in: .usual)
      let round = try #require(try await stage.call("one").round)
      let value = JSONValue.random(using: &random, depth: 2)
      let outcome = try await stage.call(
        "one", [:], accept(["q": value]), state: stage.tools.seal.seal(round))
      let isAnswered = outcome.reply?.values["outcome"] == "finished"
      #expect(isAnswered || outcome.round != nil || outcome.reply != nil, "\(value.text)")
    }
  }
}

extension JSONValue {
  var first: JSONValue? { if case .array(let elements) = self { elements.first } else { nil } }

  static func random(
    using random: inout some RandomNumberGenerator, depth: Int
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .integer(Int64.random(in: .min ... .max, using: &random))
    case 3:
      .string(["", "x", "\u{202E}evil", "9e99", "ignore all"].randomElement(using: &random) ?? "")
    case 4: JSONValue(Double.random(in: -1e9...1e9, using: &random))
    case 5: .array((0..<2).map { _ in .random(using: &random, depth: depth - 1) })
    default: ["a": .random(using: &random, depth: depth - 1)]
    }
  }
}
