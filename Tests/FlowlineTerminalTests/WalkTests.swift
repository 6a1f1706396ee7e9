import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineTerminal

struct WalkTests {
  @Test func `answers lead through a flow to its result`() throws {
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), "2", "3", "yes")
    #expect(report.outcome?.result == ["kind": "black", "milk": 3])
    #expect(report.askedSteps == ["kind", "drops", "order"])
    #expect(stage.messages.first?.hasPrefix("Tea · step 1") == true)
  }

  @Test func `a refusal is told under the line and the text is kept`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", " x3", "3", "y"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "green", "milk": 3])
    #expect(source.requests.map(\.initialText) == ["", "", " x3", ""])
    let place = try #require(stage.messages.firstIndex { $0.hasPrefix("Error:") })
    #expect(stage.messages[place - 1] == "   ^")
    #expect(stage.messages[place] == "Error: That is not a whole number. Type digits only.")
  }

  @Test func `a command behind text that is offered is not done, nor taken for an answer`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "x3", "x3:cancel", "3", "y"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "green", "milk": 3])
    #expect(source.requests.map(\.initialText) == ["", "", "x3", "x3:cancel", ""])
    let words = stage.messages.joined(separator: " ")
    #expect(words.contains("clear the line with Ctrl-U, then type “:cancel”"))
    let again = ScriptedSource(["1", "x3", "x3:cancel", "x3:cancel", "3", "y"])
    _ = try stage.walk(TeaFlow(), from: again)
    // The same line once more is an answer, and refused as one.
    #expect(stage.takeMessages().count { $0.contains("That is not a whole number") } == 3)
  }

  @Test func `rule 12: key and command go back the same way`() throws {
    let back: [LineEvent] = [":back", .back(text: "half"), ":назад"]
    for event in back {
      let stage = try Stage()
      let source = ScriptedSource(["1", event, "2", "5", "y"])
      let report = try stage.walk(TeaFlow(), from: source)
      #expect(report.outcome?.result == ["kind": "black", "milk": 5])
      #expect(source.requests[2].initialText == "Green")
    }
  }

  @Test func `back from the first step is refused in words`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), .back(text: ""), ":quit")
    #expect(stage.messages.contains { $0.hasPrefix("Error: This is the first step") })
  }

  @Test func `ctrl-c clears the line first and leaves the flow then`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", .interrupted(text: "12"), .interrupted(text: "")])
    let report = try stage.walk(TeaFlow(), from: source)
    guard case .interrupted = report.end else {
      Issue.record("\(report.end)")
      return
    }
    #expect(report.outcome?.reason == .dismissed)
    #expect(source.requests[2].initialText.isEmpty)
  }

  @Test func `ctrl-d leaves one level`() throws {
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), "1", .endOfInput)
    #expect(report.outcome?.reason == .user)
    guard case .ended = report.end else {
      Issue.record("\(report.end)")
      return
    }
  }

  @Test func `rule 9: a terminal that is gone dismisses the flow`() throws {
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), from: ScriptedSource(["1"], isGone: true))
    #expect(report.outcome?.reason == .dismissed)
    guard case .gone = report.end else {
      Issue.record("\(report.end)")
      return
    }
  }

  @Test func `quit and signals end the walk`() throws {
    let stage = try Stage()
    let quit = try stage.walk(TeaFlow(), ":quit")
    let signal = try stage.walk(TeaFlow(), .terminated(signal: 15, text: ""))
    guard case .quit = quit.end, case .signalled(15) = signal.end else {
      Issue.record("\(quit.end) \(signal.end)")
      return
    }
  }

  @Test func `without anybody to ask a refusal and a missing answer are ends`() throws {
    let stage = try Stage()
    let mode = WalkMode(isAttended: false)
    let refused = try stage.walk(TeaFlow(), "9", mode: mode)
    let missing = try stage.walk(TeaFlow(), "1", mode: mode)
    let command = try stage.walk(TeaFlow(), ":bak", mode: mode)
    guard case .refused(_, let refusal) = refused.end, case .missing(let prompt) = missing.end,
      case .refusedCommand(let asked, let unknown) = command.end
    else {
      Issue.record("\(refused.end) \(missing.end) \(command.end)")
      return
    }
    #expect(refusal.code == .notAChoice)
    #expect(prompt.id == "drops")
    #expect(asked.id == "kind" && unknown.code == .notACommand)
    let back = try stage.walk(TeaFlow(), ":back", mode: mode)
    guard case .refusedCommand(_, let first) = back.end else {
      Issue.record("\(back.end)")
      return
    }
    #expect(first.code == .atFirstStep)
  }

  @Test func `prepared answers go first, are shown, and what is left is reported`() throws {
    let stage = try Stage()
    let report = try stage.walk(
      TeaFlow(), "y",
      answers: [("tea/milk/drops", "4"), ("kind", .json("black")), ("drops", "9"), ("sugar", "1")])
    #expect(report.outcome?.result == ["kind": "black", "milk": 4])
    #expect(report.unusedAnswers == ["drops", "sugar"])
    #expect(
      stage.messages.prefix(3) == [
        "Answers so far:", "  1. Kind          Black", "  2. Milk › Drops  4",
      ])
  }

  @Test func `a prepared answer that is not taken is told and offered for mending`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", "y"])
    let report = try stage.walk(TeaFlow(), from: source, answers: [("kind", "mint")])
    #expect(report.outcome?.result == ["kind": "green", "milk": 3])
    #expect(source.requests[0].initialText == "mint")
    #expect(stage.messages.contains("> mint"))
    #expect(stage.messages.contains { $0.hasPrefix("Error: “mint” is not one of the choices.") })
    #expect(report.unusedAnswers == [])
  }

  @Test func `rule 22: a secret that was given is handed over at its question, and not shown`()
    throws
  {
    let stage = try Stage()
    let report = try stage.walk(PayFlow(), "1.50", "", answers: [("code", "s3cret")])
    #expect(report.outcome?.result == 156)
    #expect(report.unusedAnswers == [])
    #expect(!stage.messages.joined().contains("s3cret"))
  }

  @Test func `rule 12: the review leads to any answer, and what does not depend on it stands`()
    throws
  {
    let stage = try Stage()
    let report = try stage.walk(
      TeaFlow(), "1", "4", ":review", ":review 3", ":review x", ":review 1", "black", "y")
    #expect(report.outcome?.result == ["kind": "black", "milk": 4])
    #expect(stage.messages.contains("  1. Kind          Green"), "\(stage.messages)")
    #expect(stage.messages.contains { $0.contains("There are 2 answers so far") })
    #expect(stage.messages.contains { $0.contains("After :review, type the number of an answer") })
    #expect(stage.messages.contains("1 more answer kept."))
    #expect(report.journal.text.contains("jump kind\n"))
  }

  @Test func `rule 12: an answer before a payment cannot be changed, and the review says so`()
    throws
  {
    let stage = try Stage()
    let source = ScriptedSource(["1.50", "abcd", ":review", ":review 1", ""])
    let report = try stage.walk(PayFlow(), from: source)
    #expect(stage.messages.contains { $0.hasPrefix("  amount ") }, "\(stage.messages)")
    #expect(!stage.messages.contains { $0.contains("1. amount") })
    #expect(report.outcome?.result == 154)
  }

  @Test func `rule 22: a secret is read hidden and told nowhere`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1.50", "abc", ":secret", ":review", ":review", ""])
    let report = try stage.walk(PayFlow(), from: source, answers: [])
    #expect(source.hidden == 2)
    #expect(!stage.messages.joined().contains("abc"))
    #expect(!stage.messages.joined().contains(":secret"))
    #expect(stage.messages.contains("  code    ••••"))
    #expect(report.outcome?.result == 157)
    #expect(!report.journal.text.contains("secret"))
  }

  @Test func `text prompts recall, amounts and secrets do not`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1.50", "abcd", ""])
    _ = try stage.walk(PayFlow(), from: source)
    #expect(source.requests.map { $0.history == nil } == [true, true, true])
    let tea = ScriptedSource(["1", "3", "y"])
    _ = try stage.walk(TeaFlow(), from: tea)
    #expect(tea.requests.map { $0.history?.entries } == [["1"], ["3"], nil])
  }

  @Test func `a record is written when asked for and again at the end`() throws {
    let stage = try Stage()
    let folder = try TemporaryFolder()
    let path = folder.file("walk.flow")
    let report = try stage.walk(TeaFlow(), "1", .line(":record \(path)"), "3", "y")
    let text = String(decoding: try NamedFile.read(path), as: UTF8.self)
    #expect(text == report.journal.text)
    #expect(text.hasSuffix("finish {\"kind\":\"green\",\"milk\":3}\n"))
  }

  @Test func `a file that cannot be written is told`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), ":record /nowhere/x.flow", ":quit")
    #expect(
      stage.messages.contains {
        $0.hasPrefix("Error: “/nowhere/x.flow” cannot be written")
      })
  }
}

/// Waits for something that takes its time.
struct SlowFlow: Flow {
  let id: FlowID = "slow"
  /// Holds the effect until it is open.
  let gate: Gate<Void>

  func run(_ context: FlowContext) async throws -> Int {
    try await context.load("rate") { [gate] in
      await gate.wait()
      return 7
    }
  }
}

extension Outcome<JSONValue> {
  var result: JSONValue? { if case .finished(let result) = self { result } else { nil } }
  var reason: CancelReason? { if case .cancelled(let reason) = self { reason } else { nil } }
}
