import Testing

@testable import Flowline

/// What the reader tells of a script's text, line by line.
struct ScriptTextTests {
  private static let walk = """
    format 2
    flow sum 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    session 01020304-0506-0708-090a-0b0c0d0e0f10

    show first number
    answer first 1
    load rate 7
    show "how many?" choice ["a","b"]
    answer "how many?" "a"
    commit save {"key":"k","of":[1,2]}
    done save {"sum":24}
    finish {"sum":24}

    """

  /// Writes a script's lines as a person or an editor might.
  private static func written(_ lines: [String], _ random: inout SeededGenerator) -> String {
    let blanks = ["", "", " ", "\t", " \t "]
    let ends = [["\n"], ["\r\n"], ["\n", "\r\n"]].randomElement(using: &random) ?? ["\n"]
    var text = Bool.random(using: &random) ? "" : "\u{FEFF}"
    for line in lines {
      if Int.random(in: 0..<4, using: &random) == 0 {
        text += ["# a remark", "", "  ", "\t# answer first 1"].randomElement(using: &random) ?? ""
        text += ends.randomElement(using: &random) ?? ""
      }
      // The first two words are apart however many spaces are between them.
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      text += blanks.randomElement(using: &random) ?? ""
      text += words.joined(separator: " " + (blanks.randomElement(using: &random) ?? ""))
      text += blanks.randomElement(using: &random) ?? ""
      text += ends.randomElement(using: &random) ?? ""
    }
    return text
  }

  @Test(arguments: 0..<50)
  func `random writing: the lines are the bytes, and the script is the same`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let lines = Self.walk.split(separator: "\n").map(String.init)
    let bytes = Array(Self.written(lines, &random).utf8)
    let text = try ScriptText(parsing: bytes)
    let pieces = [text.mark] + text.lines.flatMap { [$0.contents, $0.end] }
    #expect(Array(pieces.joined()) == bytes)
    #expect(text.script.journal(or: .test).text == Self.walk)
    #expect(text.lines.filter { !$0.isRemark }.count == lines.count)
    #expect(
      text.lines.compactMap(\.headWord) == ["format", "flow", "locale", "now", "session"])
    let plain = try ScriptText(parsing: Array(Self.walk.utf8))
    let told = zip(text.lines.filter(text.compares), plain.lines.filter(plain.compares))
    #expect(told.allSatisfy { $0.tells($1) && $1.tells($0) })
  }

  @Test(arguments: ["load rate 7", "commit pay \"k\"", "done pay 1", "fail pay {\"error\":\"x\"}"])
  func `a script records its effects, however its lines are written`(line: String) throws {
    for front in ["", " ", "\t", "\t \t"] {
      for end in ["\n", "\r\n", " \t\n"] {
        let script = try Script(parsing: "flow sum 1\(end)\(front)\(line)\(end)")
        #expect(script.recordsEffects, "\(front)\(line)\(end)")
      }
    }
    #expect(try !Script(parsing: "flow sum 1\n# \(line)\nanswer load 1\n").recordsEffects)
  }

  @Test(arguments: [
    "answer a \"x\"", "answer a {\"b\":1}", "answer a [1]", "answer a true", "answer a null",
    "answer a 1 ", "finish \"x\"", "event paid {\"value\":1}", "# 5", "  ", "commit pay \"k\"\t",
  ])
  func `a last line without an end is kept if it is surely whole`(line: String) throws {
    let text = "flow sum 1\nanswer b 2\n\(line)"
    let file = try Script(parsing: text, from: .file)
    let ended = try Script(parsing: text + "\n")
    #expect(file.notes.isEmpty)
    #expect(file.journal(or: .test).entries == ended.journal(or: .test).entries)
    // A session writes its lines with their ends.
    let record = try Script(parsing: text)
    #expect(record.notes.map(\.line) == [3] && record.lines.count == 1)
  }

  @Test(arguments: [
    "answer a 1", "answer a \"x", "answer", "finish 2", "back b", "show a text", "enter c",
    "refuse a \"x\" empty", "language ru", "variant a", "travel", "answer a {\"b\":1",
  ])
  func `a last line without an end is dropped with a note if it may be cut off`(
    line: String
  ) throws {
    let text = "flow sum 1\n\(line)"
    let script = try Script(parsing: text, from: .file)
    #expect(script.lines.isEmpty && script.variant == nil)
    let note = try #require(script.notes.first)
    #expect(note.line == 2 && note.matter == .unendedLine)
    #expect(note.message.hasPrefix("the last line has no end"))
    #expect(note.text.resolved(in: .russian).text.hasPrefix("у последней строки нет конца"))
    let lines = try ScriptText(parsing: Array(text.utf8)).lines
    #expect(lines.last?.isDropped == true)
  }
}

/// What a replay says of what waits for a person's word.
struct HeldReplayTests {
  private struct Closed: Error, CustomStringConvertible {
    let description = "the bank is closed"
  }

  /// Reads, asks and writes; any of it may go wrong.
  private static func flow(closedFor step: StepID?) -> ClosureFlow<Int> {
    ClosureFlow("pay") { context in
      let rate = try await context.load("rate") {
        if step == "rate" { throw Closed() }
        return 7
      }
      let sum = try await context.run(ask("sum"))
      return try await context.commit("send") { _ in
        if step == "send" { throw CommitNotSent(Closed()) }
        return rate * sum
      }
    }
  }

  private static let walk = "flow pay 1\nload rate 7\nshow sum number\nanswer sum 2\n"

  @Test(arguments: ["rate", "send"])
  func `rule 15: what is held ends the replay, and is no new expectation`(step: StepID) throws {
    let text = Self.walk + "done send 14\nfinish 14\n"
    let report = try replayed(Self.flow(closedFor: step), from: text, .live)
    let held = try #require(report.held)
    #expect(held.step == StepPath(["pay", step]))
    #expect(held.message.contains("the bank is closed"))
    #expect(!report.matches && !report.isUpdatable)
    #expect(report.mismatch?.got != "the flow asks nothing")
    #expect(try replayed(Self.flow(closedFor: nil), from: text, .live).matches)
  }

  @Test func `rule 15: a replay that differs before that is one that differs`() throws {
    let text = Self.walk.replacing("load rate 7", with: "load rate 8") + "done send 16\nfinish 16\n"
    let report = try replayed(Self.flow(closedFor: "send"), from: text, .live)
    #expect(report.held == nil && report.mismatch?.expected == "load rate 8")
  }

  @Test func `a script that ends where something is held matches`() throws {
    let report = try replayed(Self.flow(closedFor: "send"), from: Self.walk, .live)
    #expect(report.matches && report.held == nil)
  }

  @Test func `a variant of a flow that has none is refused`() throws {
    #expect(throws: UnknownVariant(flow: "pay", variant: "long")) {
      try replayed(
        Self.flow(closedFor: nil), from: "flow pay 1\nvariant long\nanswer sum 2\n", .live)
    }
  }
}
