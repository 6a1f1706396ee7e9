import FoundationEssentials
import Testing

@testable import Flowline

/// The second script format, and what becomes of scripts and sessions of the first.
struct ScriptFormatTests {
  /// Asks four numbers under ids of their own, and says how they were answered.
  private static let numbers = ClosureFlow("numbers") { context in
    var said = ""
    for step: StepID in ["a", "b", "c", "d"] {
      said += "\(try await context.run(ask(step))) "
    }
    return said
  }

  /// A session with a jump to its first answer, in the first format.
  private static let first = """
    flow numbers 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    session 01020304-0506-0708-090a-0b0c0d0e0f10

    show a number
    answer a 1
    show b number
    answer b 2
    show c number
    answer c 3
    show d number
    back a
    show a number
    answer a 9
    show b number
    answer b 2
    show c number

    """

  private func journal(_ text: String) throws -> Journal {
    try Script(parsing: text).journal(or: .test)
  }

  // MARK: - The head

  @Test func `a new session begins with its format and ends its head with its id`() throws {
    let controller = FlowController()
    let options = SessionOptions(
      environment: .test, session: UUID(uuidString: "00000000-0000-4000-8000-000000000007"),
      world: "Starling sandbox, “Ada”")
    controller.start(Self.numbers, options)
    #expect(
      controller.journal.text == """
        format 2
        flow numbers 1
        locale en_GB Europe/London
        now 2026-11-20T12:00:00Z
        world "Starling sandbox, “Ada”"
        session 00000000-0000-4000-8000-000000000007

        show a number

        """)
    let script = try Script(parsing: controller.journal.text)
    #expect(script.world == "Starling sandbox, “Ada”")
    #expect(script.journal(or: .test).text == controller.journal.text)
  }

  @Test(arguments: [
    ("format two\nflow a 1\n", 1, "the number of a script format"),
    ("format\nflow a 1\n", 1, "the number of a script format"),
    ("format 0\nflow a 1\n", 1, "the number of a script format"),
    ("format -3\nflow a 1\n", 1, "the number of a script format"),
    ("format +3\nflow a 1\n", 1, "the number of a script format"),
    ("format 03\nflow a 1\n", 1, "the number of a script format"),
    ("format 3.0\nflow a 1\n", 1, "the number of a script format"),
    ("format 99999999999999999999\nflow a 1\n", 1, "the number of a script format"),
    ("format 3 more\nflow a 1\n", 1, "the end of the line"),
    ("format 2\nformat 3\n", 2, "“flow ID VERSION”"),
    ("flow a 1\nformat 3\n", 2, "“format NUMBER” in the first line"),
    ("format 2\nformat 2\nflow a 1\n", 2, "“flow ID VERSION”"),
    ("format 2\nanswer a 1\n", 2, "“flow ID VERSION”"),
    ("format 2\nflow a 1\nformat 2\n", 3, "no second “format”"),
    ("format 2\nflow a 1\nanswer a 1\n", 3, "“session UUID” in the head"),
    ("flow a 1\nformat 2\n", 2, "“format NUMBER” in the first line"),
  ])
  func `a head that is none is refused with its line`(text: String, line: Int, expected: String)
    throws
  {
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: text) }
    let fault = try #require(script?.damage, "\(String(describing: script))")
    #expect(fault.line == line)
    #expect(fault.expected.hasPrefix(expected), "\(fault)")
    #expect(
      SessionSummary(record: Array(text.utf8)).standing == .damaged(fault), "lists say otherwise")
  }

  @Test func `rule 18: a head that was cut off anywhere is continued`() throws {
    let controller = FlowController()
    var options = SessionOptions.test
    options.world = "here"
    controller.start(Self.numbers, options)
    let whole = controller.journal.text
    let head = try #require(whole.firstRange(of: "\n\n")).lowerBound
    let lines = whole[..<head].split(separator: "\n", omittingEmptySubsequences: false)
    for count in 2...lines.count {
      let record = MemoryRecord()
      record.text = lines[..<count].map { $0 + "\n" }.joined() + "loc"
      let resumed = FlowController()
      try FlowCatalog(of: Self.numbers).resume(record, in: resumed, world: "here")
      resumed.waitUntilSettled()
      #expect(resumed.prompt?.id == "a")
      #expect(resumed.journal.head.session == record.session)
      #expect(resumed.journal.head.world == "here")
      #expect(record.text == resumed.journal.text)
    }
  }

  // MARK: - The first format

  @Test func `rule 17: a session of the first format goes on in it, line for line`() throws {
    let record = MemoryRecord()
    record.text = Self.first
    let controller = FlowController()
    try FlowCatalog(of: Self.numbers).resume(record, in: controller)
    controller.waitUntilSettled()
    #expect(controller.journal.text == Self.first)
    #expect(record.text == Self.first)
    controller.settle("5")
    controller.back(to: controller.journal.answers[0])
    controller.settle("6")
    #expect(
      record.text == Self.first.dropLast("show c number\n".count) + """
        show c number
        answer c 5
        show d number
        back a
        show a number
        answer a 6
        show b number
        answer b 2
        show c number
        answer c 5
        show d number

        """)
    #expect(record.setAside.isEmpty)
    #expect(try journal(record.text).text == record.text)
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a jump that the first format tells as a step back is played`(
    mode: ScriptReplay.Mode
  ) throws {
    let report = try replayed(Self.numbers, from: Self.first, mode)
    #expect(report.matches, "\(report.mismatch?.description ?? "")")
    #expect(report.journal.text.contains("\njump a\n"))
    #expect(report.journal.text.hasPrefix("format 2\n"))
  }

  @Test func `rule 15: a step back in the second format leads nowhere else than the flow's`() throws
  {
    let text = "format 2\n" + Self.first
    let report = try replayed(Self.numbers, from: text, .recorded)
    #expect(report.mismatch?.expected == "back a")
    #expect(report.mismatch?.got == "back c")
    let jump = text.replacing("\nback a\n", with: "\njump a\n")
    #expect(try replayed(Self.numbers, from: jump, .recorded).matches)
    let nowhere = text.replacing("\nback a\n", with: "\njump d\n")
    #expect(try replayed(Self.numbers, from: nowhere, .recorded).mismatch?.expected == "jump d")
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: leaving a flow while something is read is played`(mode: ScriptReplay.Mode) throws {
    let held = Held<Int>()
    let isHeld = Box<Bool>()
    isHeld.value = true
    let flow = ClosureFlow("outer") { context in
      let inner = ClosureFlow("inner") { context in
        let first = try await context.run(ask("first"))
        return try await context.load("rate") {
          if isHeld.value == true { await held.wait() } else { 3 }
        } + first
      }
      let outcome = try await context.outcome(of: inner)
      let last = try await context.run(ask("last"))
      if case .finished(let value) = outcome { return value + last }
      return last
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("1")
    controller.cancel()
    isHeld.value = false
    held.release(5, controller)
    controller.settle("2")
    let text = controller.journal.text
    #expect(text.contains("\ncancel inner user\n") && text.contains("\nfinish 2\n"), "\(text)")
    let report = try replayed(flow, from: text, mode)
    #expect(report.matches, "\(report.mismatch?.description ?? "")\n\(text)")
    #expect(report.journal.text == text)
  }
}

/// Rule 28: a session knows its world.
struct WorldRules {
  private func begun(_ world: String?) -> MemoryRecord {
    let record = MemoryRecord()
    var options = SessionOptions.test
    (options.record, options.world) = (record, world)
    let controller = FlowController()
    controller.start(SumFlow(), options)
    controller.settle("1")
    controller.unload()
    controller.waitUntilSettled()
    return record.reopened()
  }

  @Test func `rule 28: a session is not resumed in another world, and both are named`() throws {
    let record = begun("bank A")
    let before = record.text
    let controller = FlowController()
    let fault = #expect(throws: ResumeFault.self) {
      try FlowCatalog(of: SumFlow()).resume(record, in: controller, world: "bank B")
    }
    guard case .otherWorld(recorded: "bank A", current: "bank B")? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(record.text == before && record.isClosed)
    #expect(controller.prompt == nil)
  }

  @Test func `rule 28: a journal of another world is refused, and both are named`() throws {
    let record = begun("bank A")
    let before = record.text
    let options = SessionOptions(
      world: "bank B", journal: try Script(parsing: before).journal(or: .test), record: record)
    let controller = FlowController()
    guard case .refused(let refusal) = controller.start(SumFlow(), options) else {
      Issue.record("it was started")
      return
    }
    #expect(refusal.code == .otherWorld)
    let text = refusal.message.resolved(in: .test).text
    #expect(text.contains("bank A") && text.contains("bank B"))
    #expect(record.text == before)
  }

  @Test(arguments: [("bank A", "bank A"), ("bank A", nil), (nil, "bank A"), (nil, nil)])
  func `rule 28: the same world fits, and so does one that nobody names`(
    recorded: String?, current: String?
  ) throws {
    let record = begun(recorded)
    let before = record.text
    let controller = FlowController()
    try FlowCatalog(of: SumFlow()).resume(record, in: controller, world: current)
    controller.settle("2")
    #expect(controller.journal.head.world == recorded)
    #expect(record.text.hasPrefix(before) && record.text.contains("\nanswer left 2\n"))
    #expect(record.setAside.isEmpty)
    let stored = StoredSession(
      record.session, record: record.contents(), changed: Date(), isInUse: false)
    #expect(stored.world == recorded)
  }

  @Test func `rule 28: a replay of a script bears its world`() throws {
    let text = begun("bank A").text
    let report = try replayed(SumFlow(), from: text, .live)
    #expect(report.matches, "\(report.mismatch?.description ?? "")")
    #expect(report.journal.text == text)
  }

  @Test func `rule 16: the journal of another flow is refused by its code`() throws {
    let journal = try Script(parsing: begun(nil).text).journal(or: .test)
    let reception = FlowController().start(
      ClosureFlow("other") { try await $0.run(ask()) }, SessionOptions(journal: journal))
    #expect(reception.code == .otherFlow)
  }
}
