import Days
import Flowline
import FoundationEssentials
import Testing

/// Questions that nothing can answer: their flow has an error thrown, and nobody is asked.
struct ScreenFaultTests {
  private struct Case: Sendable {
    let screen: any Screen
    let code: ScreenFault.Code
    let english: String
    let russian: String
  }

  private static let none: [Option<Int>] = []
  private static let two = [Option("a", 1), Option("b", 2)]
  private static let day = Day(year: 2026, month: 11, day: 20)
  private static let dayBefore = Day(year: 2026, month: 11, day: 19)

  private static let nothing = (
    "There is nothing to choose from at “q”, so it cannot be answered. "
      + "The flow must offer an option, or ask only if there is one.",
    "На шаге «q» выбирать не из чего, поэтому ответить нельзя. "
      + "Сценарий должен предложить вариант или задавать вопрос, только если варианты есть."
  )

  private static func range(_ first: String, _ last: String) -> (String, String) {
    (
      "At “q” the first value allowed is \(first) and the last is \(last), so it cannot be answered. "
        + "The flow must put its limits in order.",
      "На шаге «q» первое допустимое значение\u{A0}— \(first), а последнее\u{A0}— \(last), поэтому ответить "
        + "нельзя. Границы в сценарии нужно поставить по порядку."
    )
  }

  private static func limit(_ most: Int) -> (String, String) {
    (
      "At “q” the limit is \(most), which is below 0, so it cannot be answered. "
        + "The flow must allow 0 or more.",
      "На шаге «q» ограничение равно \(most), то есть меньше 0, поэтому ответить нельзя. "
        + "Сценарий должен допускать 0 или больше."
    )
  }

  private static func count(_ least: Int, of options: Int) -> (String, String) {
    (
      "At “q” at least \(least) must be chosen, but the number of options is \(options), so it cannot "
        + "be answered. The flow must ask for fewer, or offer more.",
      "На шаге «q» нужно выбрать не меньше \(least), а вариантов всего \(options), поэтому ответить "
        + "нельзя. Сценарий должен требовать меньше или предлагать больше."
    )
  }

  private static func made(
    _ code: ScreenFault.Code, _ screen: any Screen, _ words: (String, String)
  ) -> Case {
    Case(screen: screen, code: code, english: words.0, russian: words.1)
  }

  private static let cases: [Case] = [
    made(.noOptions, ChoiceScreen("q", "Q?", options: none), nothing),
    made(.noOptions, ChoiceScreen("q", "Q?", options: none, default: "a"), nothing),
    made(.noOptions, ChoiceScreen("q", "Q?", options: none).help("Help.").asMenu(), nothing),
    made(.noOptions, ChoiceScreen("q", "Q?", options: none).refusing { _ in nil }, nothing),
    made(.noOptions, ChoiceScreen("q", "Q?", options: none).sensitive(), nothing),
    made(.noOptions, MultipleChoiceScreen("q", "Q?", options: none, count: 1...2), nothing),
    made(.noOptions, Own(accepted: .choice([])), nothing),
    made(
      .unreachableCount, MultipleChoiceScreen("q", "Q?", options: two, count: 3...5),
      count(3, of: 2)),
    made(
      .impossibleLimit, MultipleChoiceScreen("q", "Q?", options: two, count: -3 ... -1), limit(-1)),
    made(.impossibleLimit, TextScreen("q", "Q?", length: -5 ... -2), limit(-2)),
    made(.impossibleLimit, LongTextScreen("q", "Q?", length: -5 ... -2), limit(-2)),
    made(.impossibleLimit, SecretScreen("q", "Q?", length: -5 ... -2), limit(-2)),
    made(.impossibleLimit, FileScreen("q", "Q?", size: -5 ... -2), limit(-2)),
    made(
      .emptyRange, DateScreen("q", "Q?", from: day, to: dayBefore),
      range("2026-11-20", "2026-11-19")),
    made(.emptyRange, DecimalScreen("q", "Q?", from: 2, to: 1), range("2.00", "1.00")),
    made("closed", Closed(), ("Closed at q.", "Closed at q.")),
  ]

  @Test(arguments: cases.indices)
  func `rule 24: its flow fails with the step, what came and what to do`(index: Int) {
    let faulty = Self.cases[index]
    let log = Log()
    let controller = FlowController()
    controller.start(asking(faulty.screen), .test, handler: log.handler("asking"))
    #expect(controller.prompt == nil && controller.inspection.state == .ended)
    #expect(log.all == ["asking started", "asking failed asking: \(faulty.english)"])
    expectClean(controller)
  }

  @Test(arguments: cases.indices)
  func `it says so to people in their language`(index: Int) {
    let faulty = Self.cases[index]
    let fault = faulty.screen.fault(in: .test)
    #expect(fault?.code == faulty.code && fault?.step == "q")
    #expect(fault?.text.resolved(in: .test).text == faulty.english)
    #expect(fault?.text.resolved(in: .russian).text == faulty.russian)
  }

  private static let answerable: [any Screen] = [
    ChoiceScreen("q", "Q?", options: none).optional(),
    MultipleChoiceScreen("q", "Q?", options: none),
    MultipleChoiceScreen("q", "Q?", options: none, count: 0...3),
    TextScreen("q", "Q?", length: 0...0), SecretScreen("q", "Q?", length: 0...0),
  ]

  @Test(arguments: answerable.indices)
  func `one that takes nothing at all is asked`(index: Int) {
    let controller = FlowController()
    controller.start(asking(Self.answerable[index]), .test)
    #expect(controller.prompt?.id == "q")
    #expect(controller.answer("") == .accepted)
    #expect(controller.journal.isEnded)
  }

  private static let narrow: [any Screen] = [
    DateScreen("q", "Q?", from: day, to: day), DecimalScreen("q", "Q?", from: 1, to: 1),
    MultipleChoiceScreen("q", "Q?", options: two, count: 2...9), Own(accepted: .number(0...0)),
  ]

  @Test(arguments: narrow.indices)
  func `limits that one value is within are in order`(index: Int) {
    #expect(Self.narrow[index].fault(in: .test) == nil)
  }

  @Test func `a flow may catch it, and ask something else`() {
    let flow = ClosureFlow("parent") { context -> Int in
      do {
        return try await context.choose("q", "Q?", from: Self.none)
      } catch let fault as ScreenFault where fault.code == .noOptions {
        return try await context.run(ask("number"))
      }
    }
    let controller = FlowController()
    controller.start(flow, .test)
    #expect(controller.prompt?.path.description == "parent/number")
    controller.answer("7")
    #expect(controller.journal.isEnded)
    expectClean(controller)
  }

  @Test func `a nested flow is named by its path, and a screen by itself fails as well`() {
    let log = Log()
    let controller = FlowController()
    let inner = asking(ChoiceScreen("q", "Q?", options: Self.none))
    controller.start(
      ClosureFlow("outer") { try await $0.run(inner) }, .test, handler: log.handler("outer"))
    #expect(log.all.last == "outer failed outer/asking: \(Self.nothing.0)")
    controller.start(
      ChoiceScreen("q", "Q?", options: Self.none), .test, handler: log.handler("root"))
    #expect(log.all.last == "root failed q: \(Self.nothing.0)")
  }

  /// A page whose second field has options once the first is answered by more than 0.
  private static let page = Form("page", "Page") { page -> Int? in
    let number = page.ask(ask())
    let options = (0..<(number ?? 0)).map { Option("o\($0)", $0) }
    let choice = page.ask(ChoiceScreen("q", "Q?", options: options))
    return number.flatMap { number in choice.map { number + $0 } }
  }

  @Test func `a field that nothing can answer is not asked, and until then its page is`() {
    let log = Log()
    let controller = FlowController()
    controller.start(Self.page, .test, handler: log.handler("page"))
    #expect(controller.prompt?.form?.fields.map(\.id) == ["number", "q"])
    controller.answer("0")
    #expect(log.all.last == "page failed page: \(Self.nothing.0)")
    controller.start(Self.page, .test, handler: log.handler("page"))
    controller.answer("2")
    controller.answer("1")
    #expect(log.all.last == "page finished 2")
  }

  @Test func `a page that is sent with such a field is refused, and can be sent again`() {
    let controller = FlowController()
    controller.start(Self.page, .test)
    let refusal = controller.fill(["number": "0", "q": "1"]).refusal
    #expect(refusal?.fields.mapValues(\.code) == ["q": .nothingToChoose])
    #expect(controller.fill(["number": "2", "q": "2"]) == .accepted)
    #expect(controller.journal.isEnded)
  }

  @Test func `a page of no fields and without a result says so`() {
    let log = Log()
    let controller = FlowController()
    controller.start(Form<Int>("page", "Page") { _ in nil }, .test, handler: log.handler("page"))
    #expect(log.all.last?.contains("asks for nothing and gives no result") == true, "\(log.all)")
  }
}

/// Asks a screen of any kind.
private func asking(_ screen: any Screen) -> ClosureFlow<Bool> {
  ClosureFlow("asking") { context in
    try await run(screen, context)
    return true
  }
}

private nonisolated(nonsending) func run<Asked: Screen>(
  _ screen: Asked, _ context: FlowContext
) async throws {
  _ = try await context.run(screen)
}

/// A screen of a program's own, of one of Flowline's kinds.
private struct Own: Screen {
  typealias Output = Int

  var question = Question("q", "Q?")
  let accepted: PromptKind

  func kind(in environment: FlowEnvironment) -> PromptKind { accepted }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Int>, Refusal> { .success(Accepted(1, recorded: 1)) }
}

/// A screen that finds by itself that it cannot be answered.
private struct Closed: ScreenWrapper {
  typealias Output = Int

  var base = Own(accepted: .number(0...9))

  func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault("closed", at: question.id, "Closed at q.")
  }
}
