import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineTerminal

struct ReplTests {
  private let catalog: FlowCatalog = {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    catalog.add(PayFlow(), summary: "Pay.")
    return catalog
  }()

  private func repl(_ stage: Stage, _ source: ScriptedSource) -> Repl.End {
    Repl("shop", catalog, on: stage.surface, from: source, histories: stage.histories, wake: {}) {
      stage.environment
    }.run()
  }

  @Test func `flows start by name, one after the other`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["tea", "1", "3", "y", "Tea", "1", "4", "n", "quit"])
    guard case .left = repl(stage, source) else { throw FlowCancelled() }
    #expect(stage.messages[0] == "This is shop. To start, type the name of a flow: tea, pay.")
    #expect(stage.messages.contains("Done: Tea."))
    #expect(stage.messages.contains("Tea: you said no, so nothing more will be done."))
    #expect(stage.results == ["kind green, milk 3"])
    #expect(stage.histories.history(of: "commands").entries == ["tea", "Tea", "quit"])
  }

  @Test func `leaving a flow leads back to the prompt`() throws {
    let stage = try Stage()
    let source = ScriptedSource([
      "tea", .interrupted(text: ""), "tea", .endOfInput, .interrupted(text: "x"),
      .interrupted(text: ""),
    ])
    guard case .interrupted = repl(stage, source) else { throw FlowCancelled() }
    #expect(stage.messages.count { $0 == "Tea cancelled. Nothing more will be done." } == 2)
  }

  @Test func `quit inside a flow leaves the program`() throws {
    let stage = try Stage()
    guard case .left = repl(stage, ScriptedSource(["tea", ":quit"])) else { throw FlowCancelled() }
  }

  @Test(arguments: [
    ("taa", "Error: There is no flow “taa”. Did you mean “tea”?"),
    ("something", "Error: There is no flow “something”. To list the flows, type"),
    ("tea 2", "Error: Type nothing after “tea”."),
    (":back", "Error: “:back” works only at a question, and no flow is"),
    (":help", "Flows:"), ("помощь", "Flows:"), ("list", "  tea  Order tea."),
    ("hepl", "Error: There is no flow “hepl”. Did you mean “help”?"),
    (":hepl", "Error: There is no command “:hepl”. Did you mean “:help”?"),
    ("?", "Flows:"), ("? tea", "tea: Order tea."), ("help tea", "tea: Order tea."),
    ("help pay", "To start it, type “pay”. To see its questions first, run"),
    ("help taa", "Error: There is no help on “taa”. Did you mean “tea”?"),
    ("help errors", "errors: show the last failure in detail."),
    ("set", "To change one, type set, its name and a value."),
    ("history x", "Error: After history, type how many lines to show, for"),
    ("help recording", "A session can be recorded to a file and replayed: as a"),
    ("list 2", "Error: Type nothing after “list”."),
    ("forget last x", "Error: Type one session after “forget”, for example “forget"),
    ("resume x y", "Error: Type one session after “resume”, for example “resume"),
    ("lang en ru", "Error: Type one language after “lang”, for example “lang"),
  ])
  func `lines are understood or explained`(line: String, message: String) throws {
    let stage = try Stage()
    _ = repl(stage, ScriptedSource([.line(line), "exit"]))
    #expect(stage.messages.contains(message))
  }

  @Test func `a list of no flows has its heading`() throws {
    let stage = try Stage()
    let repl = Repl(
      "shop", FlowCatalog(), on: stage.surface, from: ScriptedSource(["list", "exit"]),
      histories: stage.histories, wake: {}
    ) { stage.environment }
    guard case .left = repl.run() else { throw FlowCancelled() }
    #expect(stage.messages.contains("Flows:"))
  }

  @Test func `words and flows complete`() throws {
    let words = try Stage().words
    let complete = { (text: String) in
      ReplLine.complete(text, catalog: catalog, words: words).candidates.map(\.text)
    }
    #expect(complete("t") == ["tea"])
    #expect(
      complete("")
        == [
          "tea", "pay", "help", "history", "errors", "list", "sessions", "resume", "source ",
          "report ", "lock", "set", "lang", "quit", "forget ",
        ])
    #expect(complete(":he") == [":help"])
    #expect(complete("выхо") == ["выход"])
    #expect(complete("zz") == [])
    #expect(complete("help sett") == ["settings"])
    let flow = ReplLine.complete("help te", catalog: catalog, words: words) { kind, _ in
      kind == .subject ? ["tea"] : []
    }
    #expect(flow.candidates.map(\.text) == ["tea"])
    #expect(complete("forget l") == ["last"])
  }

  @Test func `without anybody to ask a missing answer ends the program`() throws {
    let stage = try Stage()
    let repl = Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(["tea", "1"], isGone: true),
      histories: stage.histories, mode: WalkMode(isAttended: false), wake: {}
    ) { stage.environment }
    guard case .stopped(let report) = repl.run(), case .missing = report.end else {
      throw FlowCancelled()
    }
  }
}

struct WordsTests {
  @Test func `every text exists in English and Russian`() {
    #expect(Words.catalog.faults.isEmpty)
    for key in Words.catalog.keys {
      #expect(Words.catalog.languages(of: key) == ["en", "ru"], "\(key)")
    }
  }

  @Test(arguments: CancelReason.allCases)
  func `every reason has its words`(reason: CancelReason) {
    #expect(Words.catalog.keys.contains("outcome.\(reason.rawValue)"))
  }

  @Test(arguments: [(1, "1 процент"), (2, "2 процента"), (42, "42 процента"), (11, "11 процентов")])
  func `plurals are right`(count: Int, text: String) throws {
    #expect(try Stage("ru").words("plain.percent", .integer(count)) == text)
  }
}
