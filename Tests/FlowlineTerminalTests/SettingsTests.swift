import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Settings and the language, changed while the program runs.
struct SettingsTests {
  private func stage(_ variables: [String: String] = [:]) throws -> Stage {
    let stage = try Stage()
    stage.columns = 200
    let program = stage.shared.program
    program.variable = { variables[$0] }
    program.facts = { color in
      TerminalFacts(
        environment: variables, terminals: .init(input: true, prompt: true, output: true),
        color: color)
    }
    return stage
  }

  private func shown(_ stage: Stage, _ lines: LineEvent...) throws -> [String] {
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(lines + [":quit"]))
    return stage.messages
  }

  @Test func `settings are listed with their values and where they came from`() throws {
    let lines = try shown(
      try stage(["TERM": "xterm", "LANG": "en_GB.UTF-8", "COLORFGBG": "0;15"]), ":set")
    #expect(lines.contains("  plain       off (the default)"))
    #expect(lines.contains("  color       no colours (the option --color)"))
    #expect(lines.contains("  background  not known (the variable COLORFGBG)"))
    #expect(lines.contains("  lang        en (the variable LANG)"))
    #expect(lines.contains("  width       200 (the terminal)"))
    #expect(lines.contains("  timeout     off (the default)"))
  }

  @Test func `a setting that is changed holds from there on, and says so`() throws {
    let stage = try stage(["TERM": "xterm-256color"])
    let lines = try shown(
      stage, ":set color always", ":set background light", ":set timeout 90", ":set width 40",
      ":set plain on", ":set")
    #expect(stage.shared.look.depth == .indexed && stage.shared.look.background == .light)
    #expect(stage.shared.timeout == .after(.seconds(90)))
    #expect(stage.surface.columns() == 40)
    #expect(stage.shared.look.isPlain)
    #expect(lines.contains("color: 256 colours (set here)."))
    #expect(lines.contains("timeout: 90\u{A0}s (set here)."), "\(lines)")
    #expect(lines.contains("width: 40 (set here)."))
  }

  @Test(arguments: [
    (":set plane", "Error: There is no setting “plane”. Did you mean “plain”? Settings: plain,"),
    (
      ":set color alwais",
      "Error: “alwais” is not a value of “color”. Did you mean “always”? Values: auto"
    ),
    (
      ":set width 5",
      "Error: “5” is not a value of “width”. Values: auto, or a whole number from 20"
    ),
    (":set timeout never", "Error: “never” is not a value of “timeout”."),
    (":lang fr", "Error: “fr” is not a value of “lang”."),
  ])
  func `what is not taken is told, with what would be`(line: String, message: String) throws {
    let lines = try shown(try stage(), .line(line))
    #expect(lines.contains { $0.hasPrefix(message) }, "\(lines)")
  }

  @Test func `a setting alone tells its value and what it takes`() throws {
    let lines = try shown(try stage(), ":set timeout")
    #expect(lines.contains("timeout: off (the default)."))
    #expect(lines.contains("How many seconds a question waits for its answer."))
    #expect(lines.contains("Values: off, or a whole number from 1 to 86400."))
  }

  @Test func `values are said in the person's language`() throws {
    let lines = try shown(try stage(), ":set lang ru", ":set", ":set timeout")
    #expect(lines.contains { $0.hasPrefix("  просто") && $0.contains("выкл (") }, "\(lines)")
    #expect(lines.contains("Значения: выкл или целое число от 1 до 86400."), "\(lines)")
    #expect(!lines.contains { $0.contains(" off") })
  }

  @Test func `settings and values complete`() throws {
    let stage = try stage()
    let source = ScriptedSource([":quit"])
    _ = try stage.walk(TeaFlow(), from: source)
    let completion = try #require(source.requests[0].completion)
    #expect(completion(":set c", "").candidates.map(\.text) == ["color"])
    #expect(completion(":set color a", "").candidates.map(\.text) == ["auto", "always"])
    #expect(completion(":lang ", "").candidates.map(\.text) == ["en", "ru"])
  }

  @Test(arguments: Setting.allCases)
  func `every setting has its words and takes what it says`(setting: Setting) {
    #expect(Words.catalog.languages(of: setting.summaryKey) == ["en", "ru"])
    for value in setting.values { #expect(setting.value(of: value.uppercased()) == value) }
    for name in setting.names { #expect(Setting(named: name) == setting) }
    for number in [setting.numbers?.lowerBound, setting.numbers?.upperBound].compactMap({ $0 }) {
      #expect(setting.value(of: String(number)) == String(number))
    }
    #expect(setting.value(of: "0") == nil)
  }

  @Test func `another language holds at once, for the program's words and the flow's`() throws {
    let stage = try stage()
    let source = ScriptedSource(["1", ":lang ru", "x", "4", ":язык en", ":quit"])
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(stage.messages.contains("язык: ru (задано здесь)."), "\(stage.messages)")
    #expect(stage.messages.contains { $0.hasPrefix("Ошибка: ") })
    #expect(stage.messages.contains("lang: en (set here)."))
    #expect(stage.messages.count { $0.hasPrefix("Tea › Milk · ") } == 2, "it is asked again")
    #expect(report.journal.text.contains("\nlanguage ru\n"), "\(report.journal.text)")
    #expect(stage.shared.program.language == "en")
  }

  @Test func `what is set inside of a flow holds outside, and in the next flow`() throws {
    let stage = try stage()
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    let source = ScriptedSource(["tea", ":lang ru", ":cancel", "help", "tea", "9", ":quit"])
    _ = Repl("shop", catalog, on: stage.surface, from: source, histories: stage.histories, wake: {})
    {
      stage.environment
    }.run()
    #expect(stage.messages.contains("Сценарии:"))
    #expect(stage.messages.count { $0.hasPrefix("Ошибка: ") } == 1)
  }
}

/// What was typed before, and what has failed.
struct LookingBackTests {
  @Test func `the lines of this kind of question are numbered, the newest last`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), "1", "4", ":quit")
    _ = try stage.walk(TeaFlow(), "2", ":history", ":quit")
    _ = try stage.walk(TeaFlow(), ":history 1", ":history 2", ":quit")
    #expect(stage.messages.contains("  1  4"))
    #expect(stage.messages.count { $0 == "  1  1" } == 1)
    #expect(stage.messages.count { $0 == "  2  2" } == 2)
  }

  @Test func `a kind without a history says why`() throws {
    let stage = try Stage()
    stage.columns = 200
    let source = ScriptedSource([":history", "1.50", ":history", "abcd", ":history", ""])
    _ = try stage.walk(PayFlow(), from: source)
    let reasons = stage.messages.filter { $0.hasPrefix("There is no history here: ") }
    #expect(Set(reasons).count == 3)
    #expect(reasons[1] == "There is no history here: secrets are never saved.")
  }

  private func failed(_ stage: Stage, _ flow: some Flow, _ lines: LineEvent...) throws -> [String] {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    _ = Repl(
      "shop", catalog, on: stage.surface, from: ScriptedSource(lines + ["errors", "quit"]),
      histories: stage.histories, wake: {}
    ) { stage.environment }.run()
    let start = stage.messages.firstIndex(of: "The last failure:") ?? stage.messages.endIndex
    return Array(stage.messages[start...])
  }

  @Test func `the last failure is told in full, outside and inside`() throws {
    let stage = try Stage()
    stage.columns = 300
    let lines = try failed(stage, BrokenFlow(), "errors", "broken", "abcd")
    #expect(stage.messages.contains("Nothing has failed."))
    #expect(lines.contains("  flow     broken"), "\(lines)")
    #expect(lines.contains("  path     broken"))
    #expect(lines.contains { $0.hasPrefix("  type     ") && $0.hasSuffix("Breakage") })
    #expect(lines.contains { $0.hasPrefix("  in full  ") && $0.contains("valve") })
    #expect(lines.contains("  journal  not saved"))
  }

  @Test func `rule 22: the last failure tells no secret that was typed`() throws {
    let stage = try Stage()
    stage.columns = 300
    let lines = try failed(stage, BrokenFlow(), "broken", "s3cret")
    #expect(!lines.isEmpty && !lines.joined().contains("s3cret"))
    #expect(lines.contains { $0.contains("(hidden)") })
  }

  @Test func `a failure of a kept session tells where its journal is`() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.file("sessions")
    let stage = try Stage()
    stage.columns = 300
    var catalog = FlowCatalog()
    catalog.add(BrokenFlow(), summary: "")
    _ = Repl(
      "shop", catalog, on: stage.surface,
      from: ScriptedSource(["broken", "abcd", "errors", "quit"]),
      histories: stage.histories, library: SessionLibrary(FileStore(folder: folder)), wake: {}
    ) { stage.environment }.run()
    #expect(
      stage.messages.contains { $0.hasPrefix("  journal  \(folder)/") && $0.hasSuffix(".flow") })
    #expect(stage.messages.contains { $0.hasPrefix("  session  ") })
  }
}

/// Takes a code and breaks, telling it.
private struct BrokenFlow: Flow {
  let id: FlowID = "broken"

  struct Breakage: Error, CustomStringConvertible {
    let code: String
    let part = "valve"
    var description: String { "the \(part) does not take \(code)" }
  }

  func run(_ context: FlowContext) async throws -> Int {
    let code = try await context.run(TextScreen("code", "Code?", length: 4...8).sensitive())
    throw Breakage(code: code.reveal())
  }
}

struct SystemReasonTests {
  @Test(arguments: SystemReason.usual)
  func `a usual reason of the system is said in the person's language`(code: Int32) throws {
    let english = try Stage().words.reason(of: code)
    let russian = try Stage("ru").words.reason(of: code)
    #expect(!english.hasPrefix("system.") && english != SystemReason.systemText(of: code))
    #expect(russian.contains { ("а"..."я").contains($0) } && !russian.hasPrefix("system."))
    let failure = StoreFailure(.unwritable, at: "/there", SystemReason.systemText(of: code))
    #expect(try Stage("ru").words(failure).contains(russian))
  }

  @Test func `a rare one keeps the system's words`() throws {
    #expect(try Stage("ru").words.reason(of: EXDEV) == SystemReason.systemText(of: EXDEV))
    let failure = StoreFailure(.unwritable, at: "/there", "the disk is on fire")
    #expect(try Stage("ru").words(failure).contains("the disk is on fire"))
  }
}
