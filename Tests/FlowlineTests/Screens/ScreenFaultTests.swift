import Days
import Flowline
import FoundationEssentials
import Testing

/// Questions that nothing can answer: if one could not go back from them, their flow has an error thrown, and
/// nobody is asked.
struct ScreenFaultTests {
  private struct Case: Sendable {
    let screen: any Screen
    let code: ScreenFault.Code
    /// What logs and journals say.
    let description: String
    /// What people are told.
    let words: Words
  }

  private struct Words: Sendable {
    let english: String
    let russian: String

    static let noOptions = Words(
      english:
        "There is nothing to choose from here, so this cannot continue. Report it, so that it can be corrected.",
      russian:
        "Здесь не из чего выбирать, поэтому продолжить нельзя. Сообщите об этом, чтобы это исправили."
    )
    static let tooFew = Words(
      english:
        "There are too few things to choose from here, so this cannot continue. "
        + "Report it, so that it can be corrected.",
      russian:
        "Здесь слишком мало вариантов, чтобы сделать выбор, поэтому продолжить нельзя. "
        + "Сообщите об этом, чтобы это исправили.")
    static let unanswerable = Words(
      english:
        "No answer can be accepted here, so this cannot continue. Report it, so that it can be corrected.",
      russian:
        "Здесь не подойдёт ни один ответ, поэтому продолжить нельзя. Сообщите об этом, чтобы это исправили."
    )
  }

  private static let none: [Option<Int>] = []
  private static let two = [Option("a", 1), Option("b", 2)]
  private static let day = Day(year: 2026, month: 11, day: 20)
  private static let dayBefore = Day(year: 2026, month: 11, day: 19)

  private static let nothing =
    "There is nothing to choose from at “q”, so it cannot be answered. "
    + "The flow must offer an option, or ask only if there is one."

  private static func choice(_ screen: any Screen) -> Case {
    Case(screen: screen, code: .noOptions, description: nothing, words: .noOptions)
  }

  private static func range(_ screen: any Screen, _ first: String, _ last: String) -> Case {
    Case(
      screen: screen, code: .emptyRange,
      description:
        "At “q” the first value allowed is \(first) and the last is \(last), so it cannot be answered. "
        + "The flow must put its limits in order.", words: .unanswerable)
  }

  private static func limit(_ screen: any Screen, _ most: Int) -> Case {
    Case(
      screen: screen, code: .impossibleLimit,
      description:
        "At “q” the limit is \(most), which is below 0, so it cannot be answered. "
        + "The flow must allow 0 or more.", words: .unanswerable)
  }

  private static let cases: [Case] = [
    choice(ChoiceScreen("q", "Q?", options: none)),
    choice(ChoiceScreen("q", "Q?", options: none, default: "a")),
    choice(ChoiceScreen("q", "Q?", options: none).help("Help.").asMenu()),
    choice(ChoiceScreen("q", "Q?", options: none).refusing { _ in nil }),
    choice(ChoiceScreen("q", "Q?", options: none).warning("doubt") { _, _ in nil }),
    choice(ChoiceScreen("q", "Q?", options: none).sensitive()),
    choice(ChoiceScreen("q", "Q?", options: none).sensitive().spentByCheck()),
    choice(MultipleChoiceScreen("q", "Q?", options: none, count: 1...2)),
    Case(
      screen: MultipleChoiceScreen("q", "Q?", options: two, count: 3...5), code: .unreachableCount,
      description:
        "At “q” at least 3 must be chosen, but the number of options is 2, so it cannot be answered. "
        + "The flow must ask for fewer, or offer more.", words: .tooFew),
    limit(MultipleChoiceScreen("q", "Q?", options: two, count: -3 ... -1), -1),
    limit(TextScreen("q", "Q?", length: -5 ... -2), -2),
    limit(LongTextScreen("q", "Q?", length: -5 ... -2), -2),
    limit(SecretScreen("q", "Q?", length: -5 ... -2), -2),
    limit(FileScreen("q", "Q?", size: -5 ... -2), -2),
    range(DateScreen("q", "Q?", from: day, to: dayBefore), "2026-11-20", "2026-11-19"),
    range(DecimalScreen("q", "Q?", from: 2, to: 1), "2.00", "1.00"),
    Case(
      screen: Closed(), code: "closed", description: "Closed at q.", words: .unanswerable),
  ]

  @Test(arguments: cases.indices)
  func `rule 24: its flow fails with the step, what came and what to do`(index: Int) {
    let faulty = Self.cases[index]
    let log = Log()
    let controller = FlowController()
    controller.start(asking(faulty.screen), .test, handler: log.handler("asking"))
    #expect(controller.prompt == nil && controller.inspection.state == .ended)
    #expect(log.all == ["asking started", "asking failed asking: \(faulty.description)"])
    expectClean(controller)
  }

  @Test(arguments: cases.indices)
  func `people are told in their language what it means for them, and no step's id`(index: Int) {
    let faulty = Self.cases[index]
    let fault = faulty.screen.fault(in: .test)
    #expect(fault?.code == faulty.code && fault?.step == "q")
    #expect(fault?.text.resolved(in: .test).text == faulty.words.english)
    #expect(fault?.text.resolved(in: .russian).text == faulty.words.russian)
    let told = Box<FlowFailure>()
    FlowController().start(
      asking(faulty.screen), .test,
      handler: FlowHandler { outcome, _ in
        if case .failed(let failure) = outcome { told.value = failure }
      })
    #expect(told.value?.text == faulty.words.english)
    #expect(told.value?.message == faulty.description)
  }

  private static let answerable: [any Screen] = [
    ChoiceScreen("q", "Q?", options: none).optional(),
    MultipleChoiceScreen("q", "Q?", options: none),
    MultipleChoiceScreen("q", "Q?", options: none, count: 0...3),
    TextScreen("q", "Q?", length: 0...0), SecretScreen("q", "Q?", length: 0...0),
    // A screen of a program's own may read more than its kind says, and so may a wrapper.
    Own(accepted: .choice([])), Own(accepted: .text(length: -5 ... -2)),
    OrNothing(base: ChoiceScreen("q", "Q?", options: none)),
    OrNothing(base: DateScreen("q", "Q?", from: day, to: dayBefore)),
  ]

  @Test(arguments: answerable.indices)
  func `one that takes something, or says of nothing that it does not, is asked`(index: Int) {
    let controller = FlowController()
    controller.start(asking(Self.answerable[index]), .test)
    #expect(controller.prompt?.id == "q")
    #expect(controller.answer("") == .accepted)
    #expect(controller.journal.isEnded)
    expectClean(controller)
  }

  private static let narrow: [any Screen] = [
    DateScreen("q", "Q?", from: day, to: day), DecimalScreen("q", "Q?", from: 1, to: 1),
    DateScreen("q", "Q?", from: day), DecimalScreen("q", "Q?", to: 1),
    MultipleChoiceScreen("q", "Q?", options: two, count: 2...9),
  ]

  @Test(arguments: narrow.indices)
  func `limits that one value is within are in order`(index: Int) {
    #expect(Self.narrow[index].fault(in: .test) == nil)
  }

  @Test func `a nested flow is named by its path, and a screen by itself fails as well`() {
    let log = Log()
    let controller = FlowController()
    let inner = asking(ChoiceScreen("q", "Q?", options: Self.none))
    controller.start(
      ClosureFlow("outer") { try await $0.run(inner) }, .test, handler: log.handler("outer"))
    #expect(log.all.last == "outer failed outer/asking: \(Self.nothing)")
    controller.start(
      ChoiceScreen("q", "Q?", options: Self.none), .test, handler: log.handler("root"))
    #expect(log.all.last == "root failed q: \(Self.nothing)")
  }

  /// A page whose second field has options once the first is answered by more than 0.
  private static func page(_ first: some Screen<Int>) -> Form<Int> {
    Form("page", "Page") { page -> Int? in
      let number = page.ask(first)
      let options = (0..<(number ?? 0)).map { Option("o\($0)", $0) }
      let choice = page.ask(ChoiceScreen("q", "Q?", options: options))
      return number.flatMap { number in choice.map { number + $0 } }
    }
  }

  @Test func `rule 23: a field that an earlier one leaves without options refuses either way`() {
    let controller = FlowController()
    controller.start(Self.page(ask()), .test)
    let refusal = controller.fill(["number": "0", "q": "1"]).refusal
    #expect(refusal?.fields.mapValues(\.code) == ["q": .nothingToChoose])
    controller.answer("0")
    #expect(controller.prompt?.id == "q")
    #expect(controller.answer("1").code == .nothingToChoose)
    #expect(controller.fill(["number": "2", "q": "2"]).refusal == nil)
    #expect(controller.journal.isEnded)
    expectClean(controller)
  }

  @Test func `such a field is asked although back passes over the ones before it`() {
    let controller = FlowController()
    controller.start(Self.page(ask().skippedByBack()), .test)
    controller.answer("0")
    #expect(controller.prompt?.id == "q" && controller.prompt?.backRefusal == .atFirstStep)
    #expect(controller.answer("1").code == .nothingToChoose)
    controller.terminate()
    expectClean(controller)
  }

  @Test func `the first field of a page is asked as a question by itself`() {
    let log = Log()
    let controller = FlowController()
    let page = Form("page", "Page") { page -> Int? in
      page.ask(ChoiceScreen("q", "Q?", options: Self.none))
    }
    controller.start(page, .test, handler: log.handler("page"))
    #expect(log.all.last == "page failed page: \(Self.nothing)")
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

/// Takes also nothing, which the screen inside does not.
private struct OrNothing<Base: Screen>: ScreenWrapper {
  typealias Output = Base.Output?

  var base: Base

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Base.Output?>, Refusal> {
    if answer == "" { return .success(Accepted(nil, recorded: .null)) }
    return base.read(answer, in: environment).map { Accepted($0.value, recorded: $0.recorded) }
  }
}

/// A screen that finds by itself that it cannot be answered.
private struct Closed: ScreenWrapper {
  typealias Output = Int

  var base = Own(accepted: .number(0...9))

  func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault("closed", at: question.id, description: "Closed at q.")
  }
}
