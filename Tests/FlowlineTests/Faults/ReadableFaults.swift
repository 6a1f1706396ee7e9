import Flowline
import Testing

/// Rules 17 and 18: whatever an author and a person put into a session, its record can be read.
struct ReadableFaults {
  /// Expects that a journal's text can be read and written again.
  private func expectReadable(
    _ controller: FlowController, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = controller.journal.text
    let read = try Script(parsing: text).journal(or: .test)
    #expect(read.text == text, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["two words", "", "two\nlines", "a\ttab"])
  func `rule 18: the code of a refusal is not one word`(code: String) throws {
    let controller = FlowController()
    controller.start(
      ClosureFlow("asking") { context in
        try await context.run(ask().refusing(Refusal.Code(rawValue: code), "No.") { $0 == 1 })
      }, .test)
    #expect(controller.answer("1").code?.rawValue == code)
    try expectReadable(controller)
  }

  private struct KindScreen: Screen {
    typealias Output = Int

    var question = Question("kind", "Of which kind?")
    let name: String

    func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

    func outline(in environment: FlowEnvironment) -> PromptOutline { PromptOutline(kind: name) }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<Int>, Refusal> { .success(Accepted(1, recorded: 1)) }
  }

  @Test(arguments: ["two words", "", "two\nlines"])
  func `rule 18: the kind of a program's own screen is not one word`(name: String) throws {
    let controller = FlowController()
    controller.start(ClosureFlow("asking") { try await $0.run(KindScreen(name: name)) }, .test)
    try expectReadable(controller)
  }

  @Test(arguments: [257, 1000])
  func `rules 11 and 18: a refused answer is nested deeper than a script may be`(depth: Int) throws
  {
    var value = JSONValue.null
    for _ in 0..<depth { value = .array([value]) }
    let controller = FlowController()
    controller.start(ClosureFlow("asking") { try await $0.run(ask()) }, .test)
    #expect(controller.answer(.json(value)).code != nil)
    try expectReadable(controller)
  }

  /// Takes any JSON, as it is.
  private struct AnyScreen: Screen {
    typealias Output = Int

    var question = Question("any", "Which?")

    func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

    func outline(in environment: FlowEnvironment) -> PromptOutline { PromptOutline(kind: "any") }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<Int>, Refusal> {
      guard case .json(let json) = answer else { return .success(Accepted(1, recorded: 1)) }
      return .success(Accepted(1, recorded: json))
    }
  }

  @Test(arguments: [257, 1000])
  func `rule 18: an answer is recorded deeper than a script may be`(depth: Int) throws {
    var value = JSONValue.null
    for _ in 0..<depth { value = .array([value]) }
    let controller = FlowController()
    controller.start(ClosureFlow("asking") { try await $0.run(AnyScreen()) }, .test)
    #expect(controller.answer(.json(value)) == .accepted)
    try expectReadable(controller)
  }

  @Test(arguments: [240, 256, 1000])
  func `rules 14 and 18: an event is nested as deep as what is read, or deeper`(depth: Int) throws {
    var value = JSONValue.null
    for _ in 0..<depth { value = .array([value]) }
    let flow = ClosureFlow("asking") { try await $0.run(ask()) }
    let controller = FlowController()
    controller.start(flow, .test)
    #expect(controller.deliver("approval", json: value, key: "1") == .accepted)
    try expectReadable(controller)
    // In a session that is rebuilt it is still the same event.
    let text = controller.journal.text
    let again = FlowController()
    again.start(flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(again.deliver("approval", json: value, key: "1") == .accepted)
    #expect(again.journal.text == text)
  }
}
