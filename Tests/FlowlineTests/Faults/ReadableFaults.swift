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
}
