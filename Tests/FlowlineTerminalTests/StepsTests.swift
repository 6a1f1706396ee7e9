import Flowline
import Testing

@testable import FlowlineTerminal

/// Leaping to an answered step, and the drafts that are left.
struct StepsTests {
  @Test(arguments: ["kind", "KIND", "tea/kind", "1", "Kind"])
  func `a step is named by id, path, number or label`(name: String) throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", .line(":goto \(name)"), "2", "y"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "black", "milk": 3])
    #expect(source.requests[3].initialText == "Green")
  }

  @Test(arguments: [
    (":goto knid", "Error: There is no answered step “knid”. To list the"),
    (":goto drops", "Error: “drops” is the current question."),
    (":goto 9", "Error: There is no answered step “9”. To list the answers,"),
    (":goto", "Error: “:goto” needs an answered step: its number, id or"),
  ])
  func `what is no answered step is told, with the nearest`(
    line: String, message: String
  ) throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), "1", .line(line), ":quit")
    #expect(stage.messages.contains(message), "\(stage.messages)")
  }

  @Test(arguments: [String(Int.min), String(Int.max), "\(Int.min)0", "-1", "-0", "+0", "0"])
  func `rule 11: no number that is typed behind a command ends the program`(
    number: String
  ) throws {
    let stage = try Stage()
    stage.columns = 200
    var events: [LineEvent] = ["1"]
    events += [":goto", ":review", ":history"].map { LineEvent.line("\($0) \(number)") }
    events += [.line(number), ":quit"]
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(events))
    #expect(
      stage.messages.contains {
        $0.hasPrefix("Error: There is no answered step “\(number)”.")
      }, "\(stage.messages)")
  }

  @Test func `a slip of the keys is told with the step that was meant`() throws {
    let stage = try Stage()
    stage.columns = 200
    _ = try stage.walk(TeaFlow(), "1", ":goto knid", ":quit")
    #expect(stage.messages.contains { $0.hasSuffix("Did you mean “kind”?") })
  }

  @Test func `without answers there is nowhere to go`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), ":goto kind", ":goto x", ":quit")
    #expect(stage.messages.contains("Error: “kind” is the current question."))
    #expect(stage.messages.contains("Error: Nothing has been answered yet."))
  }

  @Test func `a name that several steps bear is told with their numbers`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "2", ":goto drops", ":goto milk/drops", "5"])
    let report = try stage.walk(TwiceFlow(), from: source)
    #expect(
      stage.messages.contains {
        $0.hasPrefix("Error: “drops” could be any of the answers 1, 2. Type")
      })
    #expect(source.requests[4].initialText == "1")
    #expect(report.journal.answers.map(\.value) == [5, 2])
  }

  @Test func `answered steps complete, each by the shortest name that tells it`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "2", ":quit"])
    _ = try stage.walk(TwiceFlow(), from: source)
    let completion = try #require(source.requests[2].completion)
    #expect(completion(":goto ", "").candidates.map(\.text) == ["milk/drops", "cream/drops"])
    #expect(completion(":goto c", "").candidates.map(\.text) == ["cream/drops"])
    #expect(completion(":review ", "").candidates.map(\.text) == ["1", "2"])
  }

  @Test func `drafts of answers that were taken back are shown, and the line not taken`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), ":draft", "1", "3", ":goto 1", "mint", ":draft", ":quit")
    #expect(stage.messages.contains("There are no drafts."))
    #expect(stage.messages.contains("  Kind          Green"), "\(stage.messages)")
    #expect(stage.messages.contains("  Milk › Drops  3"))
    #expect(stage.messages.contains("Typed but not accepted: “mint”."))
  }

  @Test func `rule 22: a secret is no draft`() throws {
    let stage = try Stage()
    _ = try stage.walk(PayFlow(), "1.50", "abc", ":draft", ":back", ":draft", ":quit")
    #expect(!stage.messages.joined().contains("abc"))
    #expect(stage.messages.contains("There are no drafts."))
    #expect(stage.messages.contains { $0.hasPrefix("  amount") && $0.contains("1.50") })
  }
}

/// Asks for the drops of two things.
private struct TwiceFlow: Flow {
  let id: FlowID = "twice"

  func run(_ context: FlowContext) async throws -> Int {
    let milk = try await context.run(DropsFlow(id: "milk"))
    let cream = try await context.run(DropsFlow(id: "cream"))
    _ = try await context.run(ConfirmScreen("stir", "Stir?"))
    return milk + cream
  }
}

private struct DropsFlow: Flow {
  let id: FlowID

  func run(_ context: FlowContext) async throws -> Int {
    try await context.run(NumberScreen("drops", "How many?", in: 0...9))
  }
}
