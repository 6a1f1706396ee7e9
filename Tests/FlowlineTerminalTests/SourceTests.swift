import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Commands and answers from files.
struct SourceTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func file(_ name: String, _ lines: String...) throws -> String {
    let path = "\(folder)/\(name)"
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func repl(_ stage: Stage, _ source: ScriptedSource) -> Repl.End {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    catalog.add(PayFlow(), summary: "Pay.")
    return Repl(
      "shop", catalog, on: stage.surface, from: source, histories: stage.histories, wake: {}
    ) { stage.environment }.run()
  }

  @Test func `a file answers as if it were typed, and is shown`() throws {
    let path = try file("walk.txt", "# tea", "", "2", "  # drops", "3", ":back", ":undo", "y")
    let stage = try Stage()
    let source = ScriptedSource([.line(":source \(path)"), ":quit"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "black", "milk": 3])
    #expect(stage.messages.contains("> 2") && stage.messages.contains("> :undo"))
    #expect(!stage.messages.contains { $0.contains("# tea") })
    #expect(source.requests.count == 1)
  }

  @Test func `a file works outside of flows and across them`() throws {
    let path = try file("all.txt", "tea", "1", "4", "y", "list", "tea", "2", "5", "y")
    let stage = try Stage()
    let end = repl(stage, ScriptedSource([.line("source \(path)"), "quit"]))
    guard case .left = end else { throw FlowCancelled() }
    #expect(stage.results == ["kind green, milk 4", "kind black, milk 5"])
    #expect(stage.messages.contains("shop> tea"))
    #expect(stage.histories.history(of: "commands").entries.count == 2, "the file's are not kept")
  }

  @Test func `the first refusal stops it, with its place and what is left`() throws {
    let path = try file("bad.txt", "1", "many", "", "4", "y")
    let stage = try Stage()
    stage.columns = 300
    let source = ScriptedSource([.line(":source \(path)"), "7", "y"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(stage.messages.contains("Stopped at \(path):2. Not done: 2 lines of \(path) (4–5)."))
    #expect(source.requests[1].initialText == "many", "it is offered for mending")
    #expect(report.outcome?.result == ["kind": "green", "milk": 7])
  }

  @Test(arguments: [":bakc", ":goto x", ":review 9", ":back", ":set plane on", ":redo", ":list"])
  func `a command that is refused stops it too`(command: String) throws {
    let path = try file("bad.txt", command, "1")
    let stage = try Stage()
    stage.columns = 300
    let source = ScriptedSource([.line(":source \(path)"), ":quit"])
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(stage.messages.contains("Stopped at \(path):1. Not done: 1 line of \(path) (2)."))
    #expect(source.requests.count == 2)
  }

  @Test(arguments: ["tae", "resume 77", "list 2", ":back", "set plane on"])
  func `outside of flows a refusal stops it as well`(line: String) throws {
    let path = try file("bad.txt", "list", line)
    let stage = try Stage()
    stage.columns = 300
    _ = repl(stage, ScriptedSource([.line("source \(path)"), "quit"]))
    #expect(stage.messages.contains("Stopped at \(path):2, the last line."), "\(stage.messages)")
  }

  @Test func `a file may read another, and none may read itself`() throws {
    let inner = try file("inner.txt", "3")
    let outer = try file("outer.txt", "1", ":source \(inner)", ":source \(folder)/./outer.txt", "y")
    let stage = try Stage()
    stage.columns = 400
    let source = ScriptedSource([.line(":source \(outer)"), ":quit"])
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(stage.messages.contains("> 3"))
    #expect(stage.messages.contains { $0.hasSuffix("a file cannot run itself.") })
    #expect(stage.messages.contains("Stopped at \(outer):3. Not done: 1 line of \(outer) (4)."))
  }

  @Test func `a file that reads itself through another tells what is left of both`() throws {
    let outer = "\(folder)/outer.txt"
    let inner = try file("inner.txt", ":source \(outer)", "5")
    _ = try file("outer.txt", ":source \(inner)", "6", "7")
    let stage = try Stage()
    stage.columns = 500
    _ = try stage.walk(TeaFlow(), .line(":source \(outer)"), ":quit")
    let left = "1 line of \(inner) (2), 2 lines of \(outer) (2–3)"
    #expect(stage.messages.contains("Stopped at \(inner):1. Not done: \(left)."))
  }

  @Test(arguments: [
    ("", "cannot be read: there is no such file or folder."), ("\u{FF}", "Line 2 of “"),
  ])
  func `a file that cannot be read is told`(bytes: String, message: String) throws {
    let path = "\(folder)/x"
    if !bytes.isEmpty { try Data([0x31, 0x0A, 0xFF, 0x0A]).write(to: URL(filePath: path)) }
    let stage = try Stage()
    stage.columns = 300
    _ = try stage.walk(TeaFlow(), .line(":source \(path)"), ":quit")
    #expect(stage.messages.contains { $0.contains(message) })
  }

  @Test func `rule 22: a secret may come from a file and is not shown`() throws {
    let path = try file("pay.txt", "1.50", "s3cret", "\\", "# the end")
    let stage = try Stage()
    let report = try stage.walk(PayFlow(), .line(":source \(path)"))
    #expect(report.outcome?.result == 156)
    #expect(!stage.messages.joined().contains("s3cret"))
    #expect(stage.messages.contains("> (hidden)"))
  }

  @Test(arguments: [
    ("\\#1", "#1"), ("\\", ""), ("\\\\x", "\\x"), (" a ", " a "), ("\r", nil), ("\\\r", ""),
    ("\u{FEFF}b", "b"),
  ])
  func `a backslash takes the rest of the line as it stands`(
    line: String, text: String?
  ) throws {
    var lines = try LineFile(try file("x.txt", line))
    #expect(lines.next()?.text == text)
    #expect(lines.next() == nil)
  }

  @Test func `ctrl-c stops the reading, and the keyboard goes on`() throws {
    let path = try file("long.txt", "1", "2", "y")
    let stage = try Stage()
    stage.columns = 300
    var waits = 0
    let source = ScriptedSource([.line(":source \(path)"), ":quit"]) { _ in
      waits += 1
      return waits == 2 ? .interrupted : .timedOut
    }
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.journal.answers.map(\.value) == ["green"])
    #expect(stage.messages.contains("Stopped at \(path):1. Not done: 2 lines of \(path) (2–3)."))
  }

  @Test func `without anybody to ask a refusal tells the file's line as well`() throws {
    let path = try file("bad.txt", "9")
    let stage = try Stage()
    let report = try stage.walk(
      TeaFlow(), .line(":source \(path)"), mode: WalkMode(isAttended: false))
    guard case .refused = report.end else { throw FlowCancelled() }
    #expect(stage.messages.joined().contains("bad.txt:1, the last line."))
    #expect(stage.messages.count { $0 == "> 9" } == 1)
  }
}
