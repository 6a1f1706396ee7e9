import Flowline
import FoundationEssentials
import Testing

/// Slips of a flow's author that do no harm to a person, and are told as diagnostics; and steps without
/// names, which are not run.
struct OddQuestionTests {
  private static let repeated = [
    Option("a", 1, label: "First"), Option("b", 2, label: "Second"),
    Option("a", 3, label: "Third"),
  ]
  private static let suggested = [
    Option("b", 2, label: "Second", detail: "suggested"), Option("a", 1, label: "First"),
    Option("b", 2, label: "Second"),
  ]

  private static let odd: [(screen: any Screen, code: Diagnostic.Code, says: [String])] = [
    (
      ChoiceScreen("q", "Q?", options: repeated), .repeatedOption,
      ["the key “a”", "only the first can be chosen", "a key of its own"]
    ),
    (
      MultipleChoiceScreen("q", "Q?", options: repeated), .repeatedOption,
      ["the key “a”", "only the first can be chosen", "a key of its own"]
    ),
    (
      ChoiceScreen("q", "Q?", options: repeated).mapValues { $0 + 1 }.help("Help."),
      .repeatedOption, ["the key “a”"]
    ),
    (
      ChoiceScreen(
        "q", "Q?",
        options: [
          Option("a", Destination<Int>.again, label: "Again"), Option("a", .leave, label: "Leave"),
        ]), .repeatedOption, ["the key “a”"]
    ),
    (
      ChoiceScreen("q", "Q?", options: [Option("a", 1), Option("", 2)]), .emptyOption,
      ["an empty key", "give it a key"]
    ),
    (
      ChoiceScreen("q", "Q?", options: [Option<Int>]()), .unanswerable,
      ["nothing to choose from at “q”", "It is asked all the same"]
    ),
    (
      MultipleChoiceScreen("q", "Q?", options: [Option("", 2)]), .emptyOption,
      ["an empty key", "give it a key"]
    ),
    (Stubborn(), .refusedDefault, ["its own default (never)", "Enter does not answer it"]),
    (Stubborn().sensitive(), .refusedDefault, ["its own default (never)"]),
    (NumberScreen("a/b", "Q?"), .misleadingID, [#"the id a/b has "/""#, "hyphens"]),
    (NumberScreen("a=b", "Q?"), .misleadingID, [#"the id a=b has "=""#]),
    (NumberScreen("a\nb", "Q?"), .misleadingID, [#"the id "a\nb" has "\n""#]),
  ]

  @Test(arguments: odd.indices)
  func `it is asked, and noted once with its step, however often it is asked`(index: Int) {
    let (screen, code, says) = Self.odd[index]
    let controller = FlowController()
    controller.start(asking(screen), .test)
    controller.answer("1")
    #expect(controller.prompt?.id == screen.id)
    #expect(controller.diagnostics.map(\.code) == [code])
    let path = controller.diagnostics.first?.path
    #expect(path == StepPath(["asking", screen.id]))
    for words in says {
      #expect(controller.diagnostics.first?.message.contains(words) == true, "\(words)")
    }
    #expect(controller.back() == .accepted)
    controller.answer("2")
    #expect(controller.prompt?.id == screen.id && controller.diagnostics.count == 1)
    controller.cancel()
  }

  private static let plain: [any Screen] = [
    ChoiceScreen("q", "Q?", options: suggested),
    MultipleChoiceScreen("q", "Q?", options: suggested),
    ChoiceScreen("q", "Q?", options: [Option(named: "Bike", 1), Option(named: "Bike", 2)]),
    ChoiceScreen(
      "q", "Q?",
      options: [
        Option("a", Destination<Int>.again, label: "Again"), Option("b", .leave, label: "Leave"),
        Option("a", .again, label: "Again"),
      ]),
    // A default that a screen of Flowline's refuses is none: it may come from what was answered before.
    ChoiceScreen("q", "Q?", options: suggested, default: "gone"),
    NumberScreen("q", "Q?", in: 0...9, default: 10), ConfirmScreen("q", "Q?", default: true),
    NumberScreen("pick account", "Q?"), NumberScreen("счёт-1", "Q?"),
  ]

  @Test(arguments: plain.indices)
  func `nothing is noted of what is meant`(index: Int) {
    let controller = FlowController()
    controller.start(asking(Self.plain[index]), .test)
    controller.answer("1")
    #expect(controller.prompt?.id == Self.plain[index].id)
    #expect(controller.diagnostics.isEmpty, "\(controller.diagnostics)")
    controller.cancel()
  }

  @Test func `values are compared once a question is asked, and only those of repeated keys`() {
    let log = Log()
    let options = [
      Option("a", Logged(log: log, number: 1)), Option("b", Logged(log: log, number: 2)),
      Option("a", Logged(log: log, number: 3)),
    ]
    let screen = ChoiceScreen("q", "Q?", options: options).mapValues { $0 }
    let controller = FlowController()
    controller.start(asking(screen), .test)
    #expect(log.all == [])
    for answer: Answer in ["1", "2"] {
      controller.answer(answer)
      #expect(controller.prompt?.id == "q")
      #expect(log.all == ["1", "3"])
      controller.back()
    }
    controller.cancel()
  }

  @Test func `a default is read once, when its question is put, however often that is`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("asking") { context in
      _ = try await context.run(ask("first"))
      return try await context.run(Reading(log: log))
    }
    controller.start(flow, .test)
    #expect(log.all == [])
    for answer: Answer in ["1", "2"] {
      controller.answer(answer)
      #expect(log.all == ["read 7"])
      controller.back()
    }
    controller.answer("1")
    controller.answer("5")
    #expect(controller.journal.isEnded && log.all == ["read 7", "read 5"])
    expectClean(controller)
  }

  @Test func `an observer is told, and the default of a sensitive question is not quoted`() {
    let events = Events()
    let controller = FlowController()
    controller.start(asking(Stubborn().sensitive()), SessionOptions.test.observed(events))
    controller.answer("1")
    let told = events.all.compactMap { event -> Diagnostic? in
      if case .diagnostic(let diagnostic) = event.kind { diagnostic } else { nil }
    }
    #expect(told == controller.diagnostics && told.count == 1)
    #expect(!"\(told)".contains("xyzzy"))
    controller.cancel()
  }

  private typealias Body = @Sendable (FlowContext) async throws -> Void

  private static let unnamed: [(what: String, body: Body)] = [
    ("a question", { _ = try await $0.run(NumberScreen("", "Q?")) }),
    ("a checked one", { _ = try await $0.run(NumberScreen("", "Q?")) { _ in nil } }),
    ("a flow", { _ = try await $0.run(ClosureFlow("") { _ in 1 }) }),
    ("a load", { _ = try await $0.load("") { 1 } }),
    ("a commit", { _ = try await $0.commit("") { _ in 1 } }),
    ("an event", { _ = try await $0.wait("", for: Int.self) }),
    ("a moment", { try await $0.wait("", until: .distantFuture) }),
    ("a load as a flow", { _ = try await $0.run(Load("") { 1 }) }),
    ("one of two at once", { _ = try await $0.all(ask(), Load("") { 1 }) }),
    (
      "a field",
      { _ = try await $0.run(Form("page", "Page") { $0.ask(NumberScreen("", "Q?")) }) }
    ),
  ]

  @Test(arguments: unnamed.indices)
  func `rule 24: a step without a name is not run, and its flow fails`(index: Int) {
    let body = Self.unnamed[index].body
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("flow") { context -> Bool in
      try await body(context)
      return true
    }
    controller.start(flow, .test, handler: log.handler("flow"))
    #expect(controller.inspection.state == .ended)
    let end = log.all.last ?? ""
    #expect(end.hasPrefix("flow failed flow"), "\(Self.unnamed[index].what): \(end)")
    #expect(end.contains("a step has an empty id: give it a name"), "\(end)")
    controller.terminate()
  }

  @Test func `rule 2: a root flow without a name starts and fails`() {
    let log = Log()
    let controller = FlowController()
    controller.start(ClosureFlow("") { _ in 1 }, .test, handler: log.handler("root"))
    #expect(log.all.first == "root started" && log.all.count == 2)
    #expect(log.all.last?.contains("a step has an empty id") == true, "\(log.all)")
  }
}

/// Asks a number, and then a screen of any kind.
private func asking(_ screen: any Screen) -> ClosureFlow<Bool> {
  ClosureFlow("asking") { context in
    _ = try await context.run(ask("first"))
    try await run(screen, context)
    return true
  }
}

private nonisolated(nonsending) func run<Asked: Screen>(
  _ screen: Asked, _ context: FlowContext
) async throws {
  _ = try await context.run(screen)
}

/// A value that notes when it is encoded.
private struct Logged: Encodable, Sendable {
  let log: Log
  let number: Int

  func encode(to encoder: any Encoder) throws {
    log.add("\(number)")
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// A screen that notes what it reads, with a default.
private struct Reading: Screen {
  typealias Output = Int

  var question = Question("q", "Q?")
  let log: Log

  init(log: Log) {
    self.log = log
    question.defaultAnswer = 7
  }

  func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Int>, Refusal> {
    let text = answer.line ?? "7"
    log.add("read \(text)")
    return Int(text).map { .success(Accepted($0, recorded: .integer(Int64($0)))) }
      ?? .failure(Refusal("never", "Never."))
  }
}

/// A screen of a program's own that has a default and refuses it.
private struct Stubborn: Screen {
  typealias Output = Int

  var question = Question("q", "Q?")

  init() { question.defaultAnswer = "xyzzy" }

  func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Int>, Refusal> { .failure(Refusal("never", "Never.")) }
}
