import Flowline
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Looking inside a walk: `:state`, `:why` and `:help`.
struct InsideTests {
  /// What a command shows after these lines.
  private func shown(
    by command: LineEvent, after lines: [LineEvent], of flow: some Flow = TeaFlow(),
    _ language: String = "en", look: Look = .bare, columns: Int = 200
  ) throws -> [String] {
    func messages(_ events: [LineEvent]) throws -> [String] {
      let stage = try Stage(language, look: look)
      stage.columns = columns
      _ = try stage.walk(flow, from: ScriptedSource(events + [":quit"]))
      return stage.messages
    }
    let new = try messages(lines + [command]).dropFirst(try messages(lines).count)
    // How long it took is the machine's matter.
    return new.map { $0.replacing(/\d+\u{A0}(?=[sс]\b)/, with: "0\u{A0}") }
  }

  @Test func `state draws the tree of open flows, with how long they are open`() throws {
    #expect(
      try shown(by: ":state", after: ["1"]) == [
        "Tea (version 1): in progress, for 0\u{A0}s",
        "  Milk (version 1): in progress, for 0\u{A0}s",
        "    Drops: waiting for an answer, for 0\u{A0}s",
        "1 answer so far.",
      ])
  }

  @Test func `state speaks Russian, and in plain mode in sentences`() throws {
    #expect(
      try shown(by: ":состояние", after: ["1"], "ru") == [
        "Tea (версия 1): выполняется, уже 0\u{A0}с",
        "  Milk (версия 1): выполняется, уже 0\u{A0}с",
        "    Drops: ждёт ответа, уже 0\u{A0}с",
        "Дан 1 ответ.",
      ])
    #expect(
      try shown(by: ":state", after: ["1"], look: .plain).prefix(2) == [
        "Tea (version 1): in progress, for 0\u{A0}s.",
        "Milk (version 1): in progress, for 0\u{A0}s, inside Tea.",
      ])
  }

  @Test func `why tells the reason, who asks, and that there is no going back`() throws {
    #expect(
      try shown(by: ":why", after: []) == [
        "Why this is asked: The shop has two.",
        "Asked by “Tea”, path: Tea › Kind.",
        "Step id for tests and scripts: “tea/kind”.",
        "You cannot go back. This is the first step; there is nothing to go back to.",
      ])
    #expect(
      try shown(by: ":why", after: ["1"]) == [
        "No reason is given for this question.",
        "Asked by “Milk”, path: Tea › Milk › Drops.",
        "Step id for tests and scripts: “tea/milk/drops”.",
      ])
  }

  @Test func `why tells what was at fault in the answer that was refused last`() throws {
    #expect(
      try shown(by: ":why", after: ["1", " x3"]).prefix(3) == [
        "The answer “ x3” was not accepted. That is not a whole number. Type digits only.",
        "The problem is “x”, at character 2.",
        "Refusal code: not-a-number.",
      ])
    let russian = try shown(by: ":зачем", after: ["1", "99"], "ru")
    #expect(russian.first?.hasPrefix("Ответ «99» не принят. ") == true)
    #expect(russian.dropFirst().first == "Код отказа: too-high.")
  }

  @Test func `why tells of a line that never came to the flow, until another one does`() throws {
    let unknown = try shown(by: ":why", after: ["1", ":bakc"])
    #expect(unknown.first?.hasPrefix("The command “:bakc” was not accepted. There is no") == true)
    #expect(unknown.contains("Refusal code: not-a-command."))
    let then = try shown(by: ":why", after: ["1", ":bakc", "x"])
    #expect(then.first?.hasPrefix("The answer “x” was not accepted") == true)
  }

  @Test func `why tells that a commit cannot be gone back across`() throws {
    let lines = try shown(by: ":why", after: ["1.50", "abcd"], of: PayFlow())
    #expect(lines.last?.hasPrefix("You cannot go back. ") == true)
    #expect(lines.last?.contains("first step") == false)
  }

  @Test func `rule 22: why and state do not tell a secret that was refused`() throws {
    for command in [":why", ":state", ":help"] as [LineEvent] {
      let lines = try shown(by: command, after: ["1.50", "abc"], of: PayFlow())
      #expect(!lines.joined().contains("abc"))
    }
    #expect(
      try shown(by: ":why", after: ["1.50", "abc"], of: PayFlow()).first?.hasPrefix(
        "The last answer was not accepted. ") == true)
  }

  @Test func `help says which commands are not legal now`() throws {
    let first = try shown(by: ":help", after: [])
    let second = try shown(by: ":help", after: ["1"])
    #expect(first.contains { $0.contains(":back") && $0.hasSuffix("(not now)") })
    #expect(!second.contains { $0.hasSuffix("(not now)") })
    #expect(second.contains("A whole number from 0 to 10."))
  }

  @Test(arguments: [
    (0, "0\u{A0}s"), (59_999, "59\u{A0}s"), (60_000, "1\u{A0}min 0\u{A0}s"),
    (3_599_000, "59\u{A0}min 59\u{A0}s"),
    (3_600_000, "1\u{A0}h 0\u{A0}min"), (90_060_000, "25\u{A0}h 1\u{A0}min"),
  ])
  func `times are told to the second, from an hour on to the minute`(
    milliseconds: Int, text: String
  ) throws {
    #expect(WalkReports(renderer: try Stage().renderer).duration(milliseconds) == text)
  }

  @Test func `an effect under way is told with its key`() throws {
    let stage = try Stage()
    let controller = FlowController()
    let gate = Gate<Void>()
    controller.start(WritingFlow(gate: gate))
    stage.columns = 200
    let lines = WalkReports(renderer: stage.renderer).state(controller.inspection)
    let key = try #require(controller.inspection.effects.first?.key)
    #expect(lines.first == "writing (version 1): working, for 0\u{A0}s")
    #expect(lines[1] == "Carrying out “rate” for 0\u{A0}s, reference \(key).")
    gate.open()
    controller.waitUntilSettled()
    #expect(
      WalkReports(renderer: stage.renderer).state(controller.inspection) == ["The flow has ended."])
  }

  @Test(arguments: [1, 7, 20, 40])
  func `no line is wider than the terminal`(columns: Int) throws {
    for command in [":why", ":state"] as [LineEvent] {
      for line in try shown(by: command, after: ["1", "x"], "ru", columns: columns) {
        #expect(DisplayWidth.of(line) <= columns, "\(line)")
      }
    }
  }
}

/// Writes something that takes its time.
private struct WritingFlow: Flow {
  let id: FlowID = "writing"
  let gate: Gate<Void>

  func run(_ context: FlowContext) async throws -> Int {
    try await context.commit("rate") { [gate] _ in
      await gate.wait()
      return 7
    }
  }
}
