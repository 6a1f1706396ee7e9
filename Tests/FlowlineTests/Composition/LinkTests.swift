import Flowline
import FoundationEssentials
import TestSupport
import Testing

/// Answers that are given before their questions are asked.
struct LinkTests {
  private static let trip = ClosureFlow("trip") { context in
    let place = try await context.run(TextScreen("place", "Where to?"))
    let days = try await context.load("longest") { 9 }
    let length = try await context.run(NumberScreen("days", "How long?", in: 1...days))
    let guests = try await context.run(ProductFlow())
    return try await context.run(ConfirmScreen("sure", "\(place), \(length), \(guests)?"))
  }

  private func start(_ link: String) throws -> FlowController {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = try FlowLink(link).answers
    controller.start(Self.trip, options)
    controller.waitUntilSettled()
    return controller
  }

  @Test func `filled answers are taken as they are asked, loads and nested flows between them`()
    throws
  {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    var options = SessionOptions.test
    options.given = try FlowLink("flow:trip?place=St%20Ives&days=3&product/left=2&right=4").answers
    controller.start(Self.trip, options)
    controller.waitUntilSettled()
    #expect(controller.prompt?.question.text == "St Ives, 3, 8?")
    #expect(presenter.log.all.filter { $0.hasPrefix("present") }.count == 1)
    #expect(controller.unusedAnswers.isEmpty)
    let typed = FlowController()
    typed.start(Self.trip, .test)
    for answer in ["St Ives", "3", "2", "4"] {
      typed.answer(.text(answer))
      typed.waitUntilSettled()
    }
    #expect(controller.journal.text == typed.journal.text, "the journal is that of typed answers")
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `a bad one is recorded as refused and asked, and the rest still waits`() throws {
    let controller = try start("flow:trip?place=Oslo&days=40&right=4")
    #expect(controller.prompt?.id == "days")
    #expect(controller.prompt?.refused?.answer == "40")
    #expect(controller.prompt?.refused?.code == .tooHigh)
    #expect(controller.journal.text.contains("refuse days \"40\" too-high"))
    controller.answer("4")
    #expect(controller.prompt?.id == "left" && controller.prompt?.refused == nil)
    #expect(controller.unusedAnswers.map(\.description) == ["right"])
    controller.answer("2")
    #expect(controller.prompt?.id == "sure")
  }

  @Test func `a step that is gone back to is asked and not filled in again`() throws {
    let controller = try start("flow:trip?place=Oslo&days=4")
    controller.back()
    #expect(controller.prompt?.id == "days" && controller.prompt?.draft == "4")
    controller.back()
    #expect(controller.prompt?.id == "place" && controller.prompt?.draft == "Oslo")
  }

  @Test func `of two that fit, the one that says more about the path is meant`() throws {
    let controller = try start("flow:trip?place=Oslo&days=3&left=9&right=9&product/left=2")
    #expect(controller.prompt?.question.text == "Oslo, 3, 18?")
    #expect(controller.unusedAnswers.map(\.description) == ["left"])
  }

  @Test func `what no step asked for is told`() throws {
    let controller = try start("flow:trip?plaice=Oslo&product/days=3")
    #expect(controller.prompt?.id == "place")
    #expect(controller.unusedAnswers.map(\.description) == ["plaice", "product/days"])
  }

  @Test func `rule 22: a sensitive step takes nothing from a link`() throws {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = try FlowLink("flow:pin?pin=0451").answers
    controller.start(TextScreen("pin", "PIN?").sensitive(), options)
    #expect(controller.prompt?.id == "pin")
  }

  @Test func `answers may be given while the flow runs`() throws {
    let controller = FlowController()
    controller.start(ProductFlow(), .test)
    #expect(
      controller.give([GivenAnswer("right", answer: "3"), GivenAnswer("left", answer: "2")])
        == .accepted)
    #expect(controller.journal.isEnded)
    #expect(controller.give([]).code == .notRunning)
  }

  @Test(arguments: [
    ("flow:round-up?account=personal&week=last", "round-up", ["account", "week"]),
    ("flow:round-up", "round-up", []),
    (
      "FLOW:accounts/create-goal?target=100&name=A%26B", "accounts",
      ["create-goal/target", "create-goal/name"]
    ),
    ("flow:a?b=c=d", "a", ["b"]),
    ("flow:a?b=", "a", ["b"]),
    ("flow:a?б=%D0%B4%D0%B0", "a", ["б"]),
  ])
  func `a link is read`(text: String, flow: String, steps: [String]) throws {
    let link = try FlowLink(text)
    #expect(link.flow.rawValue == flow)
    #expect(link.answers.map(\.description) == steps)
    #expect(!link.answers.contains { $0.mayConfirm })
    #expect(try FlowLink(link.description).answers == link.answers)
  }

  @Test(arguments: [
    ("flow:a?/=yes", 7), ("flow:a?=yes", 7), ("flow:a?b//c=1", 9), ("flow:a?b/=1", 9),
    ("flow:a?b=1&/c=2", 11), ("flow:a?b=1&&c=2", 11), ("flow:a?b=1&", 11), ("flow:a?b", 8),
    ("flow:a//b?c=1", 7), ("flow:/a", 5), ("flow:a/", 7), ("flow:a?b=%zz", 9), ("flow:a?b=%4", 9),
    ("flow:a?%ff=1", 7), ("flow:a?b=1%c3", 9), ("flow:a%2?b=1", 5), ("flow:a#b", 6),
    ("flow://host/a", 5), ("round-up", 0), ("", 0), ("flow:", 5), ("flow:?a=b", 5),
  ])
  func `what is no link is refused at its place, without what was answered`(
    text: String, column: Int
  ) throws {
    let fault = #expect(throws: FlowLink.Fault.self) { try FlowLink(text) }
    #expect(fault?.offset == column, "\(fault as Any)")
    #expect(fault?.description.isEmpty == false)
  }

  @Test(arguments: [
    ("x", FlowLink.Fault.Part.link, "ссылка вида"), ("flow:a#b", .numberSign, "%23 вместо «#»"),
    ("flow:/a", .flow, "сценария"), ("flow:a?b//c=1", .step, "шага"),
    ("flow:a?=yes", .stepAndAnswer, "ШАГ=ОТВЕТ"), ("flow:a?b", .answer, "«=» и ответ"),
    ("flow:a?b=%zz", .escape, "в виде %20"),
  ])
  func `what a link lacks is told in every language`(
    link: String, part: FlowLink.Fault.Part, russian: String
  ) throws {
    let fault = try #require(#expect(throws: FlowLink.Fault.self) { try FlowLink(link) })
    #expect(fault.part == part)
    let texts = ["en_GB", "ru_RU"].map { locale in
      fault.expected.resolved(
        in: FlowEnvironment(locale: Locale(identifier: locale), timeZone: .gmt, now: .distantPast)
      ).text
    }
    #expect(texts[1].contains(russian), "\(texts)")
    #expect("\(fault)" == "expected \(texts[0]) at character \(fault.offset + 1)")
  }

  @Test func `rule 22: a fault of a link tells no answer`() {
    for link in ["flow:a?pin=04%51%", "flow:a?pin=0451&", "flow:a?pin=0451#0451", "x:a?pin=0451"] {
      let fault = #expect(throws: FlowLink.Fault.self) { try FlowLink(link) }
      #expect(fault.map { "\($0)".contains("04") } == false)
    }
  }

  @Test(arguments: ["a/b", "a?b", "a=b", "a&b", "a%b", "a#b", "a b", "б", "a+b"])
  func `any id and any answer comes back from a link`(text: String) throws {
    let link = FlowLink(
      FlowID(text),
      answers: [
        GivenAnswer(path: [StepID(text), StepID(text)], answer: .text(text)),
        GivenAnswer("again", answer: .text(text)), GivenAnswer("again", answer: .text("")),
      ])
    #expect(try FlowLink(link.description) == link)
  }

  @Test func `an answer for no step is taken by none`() {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = [GivenAnswer(path: [], answer: "2")]
    controller.start(ProductFlow(), options)
    #expect(controller.prompt?.id == "left")
    #expect(controller.unusedAnswers.count == 1)
  }

  @Test(arguments: [
    "", "round-up", "http://round-up", "flow:", "flow://host/round-up", "flow:?a=b", "flow:a?b",
    "flow:a?=b", "flow:a#b",
  ])
  func `what is no link is refused`(text: String) {
    #expect(throws: FlowLink.Fault.self) { try FlowLink(text) }
  }
}
