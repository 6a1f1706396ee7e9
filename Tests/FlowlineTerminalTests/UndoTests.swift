import Flowline
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Taking back and doing again.
struct UndoTests {
  /// What stands at each question of a walk.
  private func standings(
    of flow: some Flow, _ events: LineEvent..., on stage: Stage
  ) throws -> [[JSONValue]] {
    var standings: [[JSONValue]] = []
    let left = events
    try stage.walk(flow) { controller, round in
      standings.append(controller.journal.answers.map(\.value))
      return left.indices.contains(round) ? left[round] : ":quit"
    }
    return standings
  }

  @Test func `an answer, a back and a goto are taken back and done again`() throws {
    let stage = try Stage()
    let standings = try standings(
      of: TeaFlow(), "1", "3", ":undo", ":redo", ":back", ":undo", ":goto kind", ":undo", ":redo",
      ":undo", on: stage)
    let (one, two): ([JSONValue], [JSONValue]) = (["green"], ["green", 3])
    #expect(standings == [[], one, two, one, two, one, two, [], two, [], two])
    #expect(stage.messages.count { $0 == "Undone. 2 answers kept." } == 3)
  }

  @Test func `something new forgets what could have been done again`() throws {
    let stage = try Stage()
    let standings = try standings(of: TeaFlow(), "1", "3", ":undo", "4", ":redo", on: stage)
    #expect(standings.last == ["green", 4])
    #expect(stage.messages.contains("Error: There is nothing to redo."))
  }

  @Test func `doing by hand what was taken back leaves the rest to be done again`() throws {
    let stage = try Stage()
    let standings = try standings(
      of: TeaFlow(), "1", "3", ":undo", ":undo", "1", ":redo", on: stage)
    #expect(standings.suffix(2) == [["green"], ["green", 3]])
  }

  @Test func `at the start there is nothing to take back`() throws {
    let stage = try Stage()
    _ = try standings(of: TeaFlow(), ":undo", ":redo", on: stage)
    #expect(stage.messages.contains("Error: There is nothing to undo."))
  }

  @Test func `answers that were given are taken back one by one`() throws {
    let stage = try Stage()
    let source = ScriptedSource([":undo", ":undo", ":redo", ":redo", "y"])
    let report = try stage.walk(
      TeaFlow(), from: source, answers: [("kind", "black"), ("drops", "2")])
    #expect(report.outcome?.result == ["kind": "black", "milk": 2])
    #expect(source.requests.map(\.initialText) == ["", "2", "Black", "2", ""])
  }

  @Test func `rule 14: what was paid is not taken back, and the refusal says why`() throws {
    let stage = try Stage()
    let report = try stage.walk(PayFlow(), "1.50", "abcd", ":undo", ":undo", "")
    #expect(
      stage.messages.count { $0.hasPrefix("Error: This has already been sent, so the answers") }
        == 2,
      "\(stage.messages)")
    #expect(report.outcome?.result == 154)
  }

  @Test func `secrets that the engine keeps are not typed again`() throws {
    let stage = try Stage()
    let standings = try standings(
      of: DoorFlow(), "Ann", "1234", "hall", ":undo", ":redo", on: stage)
    #expect(standings.suffix(2).map(\.count) == [2, 3])
    #expect(!stage.messages.contains { $0.hasPrefix("This secret") })
  }

  @Test func `rule 22: a secret behind a jump is not typed again, and not shown`() throws {
    let stage = try Stage()
    let standings = try standings(
      of: DoorFlow(), "Ann", "1234", "hall", ":goto name", ":undo", on: stage)
    #expect(standings.map(\.count) == [0, 1, 2, 3, 0, 3])
    #expect(standings.last?.last == "hall")
    #expect(!stage.messages.contains { $0.hasPrefix("This secret") })
    #expect(!stage.messages.joined().contains("1234"))
  }

  @Test func `a jump that is undone leads back to where it was left`() throws {
    let stage = try Stage()
    let standings = try standings(
      of: DoorFlow(), "Ann", "1234", "hall", ":goto name", ":undo", ":back", "Bob", on: stage)
    #expect(standings.suffix(2).map(\.count) == [2, 3])
    #expect(standings.last?.last == "Bob")
  }

  /// A plain list of what stood, and a place in it.
  private struct Model {
    var stood: [[RecordedAnswer]] = [[]]
    var place = 0

    mutating func take(_ line: String, leavingAt standing: [RecordedAnswer]) -> Bool {
      switch line {
      case ":undo": place = max(place - 1, 0)
      case ":redo": place = min(place + 1, stood.count - 1)
      case _ where standing == stood[place]: break
      case _ where stood.indices.contains(place + 1) && stood[place + 1] == standing: place += 1
      default:
        stood.removeSubrange((place + 1)...)
        stood.append(standing)
        place += 1
      }
      return stood[place] == standing
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `any sequence of doing, taking back and doing again is as in a list of what stood`(
    seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    var model = Model()
    var last: String?
    let stage = try Stage()
    try stage.walk(EndlessFlow()) { controller, round in
      let standing = controller.journal.answers
      if let last, !model.take(last, leavingAt: standing) {
        Issue.record("after \(last): \(standing.map(\.value)), round \(round)")
        return ":quit"
      }
      guard round < 120 else { return ":quit" }
      let line =
        switch random.below(10) {
        case 0: ":back"
        case 1: ":goto \(random.below(max(standing.count, 1)) + 1)"
        case 2, 3: ":undo"
        case 4: ":redo"
        default: "\(random.below(9))"
        }
      last = line
      return .line(line)
    }
    #expect(model.stood.count > 3)
  }
}

/// Asks for a name, a code and a room, and then for ever what to do.
private struct DoorFlow: Flow {
  let id: FlowID = "door"

  func run(_ context: FlowContext) async throws -> Int {
    _ = try await context.run(TextScreen("name", "Who?", length: 1...9))
    _ = try await context.run(TextScreen("code", "Code?", length: 4...8).sensitive())
    _ = try await context.run(TextScreen("room", "Where?", length: 1...9))
    return try await context.run(NumberScreen("hour", "When?", in: 0...23))
  }
}

/// Asks on and on; what it asks next depends on what was answered.
private struct EndlessFlow: Flow {
  let id: FlowID = "endless"

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    while true {
      let number = try await context.run(NumberScreen("number", "How many?", in: 0...8))
      sum += number
      if number > 5 { sum += try await context.run(HalfFlow()) }
      if sum % 3 == 0 {
        _ = try await context.run(TextScreen("word", "The word for \(sum)?", length: 1...9))
      }
    }
  }
}

private struct HalfFlow: Flow {
  let id: FlowID = "half"

  func run(_ context: FlowContext) async throws -> Int {
    try await context.run(NumberScreen("half", "And a half?", in: 0...8))
  }
}
