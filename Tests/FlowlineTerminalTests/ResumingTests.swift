import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// What a person sees when resuming a session.
struct ResumingTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }

  init() throws { temporary = try TemporaryFolder() }

  private func repl(_ stage: Stage, _ source: ScriptedSource, _ flow: some Flow) -> Repl.End {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Order.")
    return Repl(
      "shop", catalog, on: stage.surface, from: source, histories: stage.histories,
      library: SessionLibrary(FileStore(folder: folder)), wake: {}
    ) { stage.environment }.run()
  }

  private struct Errands: Flow {
    let id: FlowID = "errands"

    func run(_ context: FlowContext) async throws -> Int {
      var count = 0
      for _ in 0..<12 {
        count += try await context.run(NumberScreen("count", "How many?", in: 0...99))
        _ = try await context.run(
          ChoiceScreen("next", "Where to?", options: [Option("on", "on"), Option("out", "out")])
            .asMenu())
      }
      return count
    }
  }

  /// Asks for a secret first.
  private struct Guarded: Flow {
    let id: FlowID = "guarded"

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(SecretScreen("pin", "PIN?"))
      return try await context.run(TextScreen("name", "Name?"))
    }
  }

  @Test func `the program speaks the language of what lies behind a secret, once it is there`()
    throws
  {
    let stage = try Stage()
    let lines: [LineEvent] = ["guarded", "1234", ":lang ru", .endOfInput, ":quit"]
    _ = repl(stage, ScriptedSource(lines), Guarded())
    // Another process, which does not know what language was asked for.
    let later = try Stage()
    _ = repl(later, ScriptedSource(["resume", "1234", ":xyz", .endOfInput, ":quit"]), Guarded())
    #expect(later.messages.contains { $0.contains("Команды «") }, "\(later.messages)")
    #expect(!later.messages.contains { $0.contains("There is no command") })
  }

  @Test func `the end of a session is told in its language, and the prompt keeps its own`() throws {
    let stage = try Stage("ru")
    _ = repl(stage, ScriptedSource(["tea", "1", .endOfInput, "выход"]), TeaFlow())
    let later = try Stage()
    let lines: [LineEvent] = ["resume", .interrupted(text: ""), "resume", "3", "да", "xyz", "quit"]
    _ = repl(later, ScriptedSource(lines), TeaFlow())
    let told = later.messages.joined(separator: "\n")
    for words in [
      "Продолжение: Tea, уже есть 1 ответ.", "Приостановлено: Tea. Ответы сохранены.",
      "Готово: Tea.", "Error: There is no flow “xyz”.",
    ] {
      #expect(told.contains(words), "\(told)")
    }
    for words in ["Resuming", "Paused", "Done"] { #expect(!told.contains(words), "\(told)") }
  }

  /// Asks with texts of both languages.
  private struct Bilingual: Flow {
    let id: FlowID = "bilingual"
    var title: Text { "Bilingual" }
    let catalog: TextCatalog? = TextCatalog(
      Array(
        """
        {"sourceLanguage":"en","strings":{
        "name.label":{"localizations":{"en":{"stringUnit":{"value":"nickname"}},
        "ru":{"stringUnit":{"value":"прозвище"}}}},
        "name.question":{"localizations":{"en":{"stringUnit":{"value":"What are you called?"}},
        "ru":{"stringUnit":{"value":"Как вас зовут?"}}}},
        "city.label":{"localizations":{"en":{"stringUnit":{"value":"city"}},
        "ru":{"stringUnit":{"value":"город"}}}},
        "city.question":{"localizations":{"en":{"stringUnit":{"value":"Which city?"}},
        "ru":{"stringUnit":{"value":"Какой город?"}}}}}}
        """.utf8))

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name"))
      return try await context.run(TextScreen("city")) + name
    }
  }

  @Test func `answers of before are reviewed in the language of now`() throws {
    let stage = try Stage()
    let lines: [LineEvent] = ["bilingual", "Ada", ":lang ru", ":review", .endOfInput, ":quit"]
    _ = repl(stage, ScriptedSource(lines), Bilingual())
    let told = stage.messages.joined(separator: "\n")
    #expect(told.contains("1. прозвище") && !told.contains("1. nickname"), "\(told)")
  }

  @Test func `a session that is resumed in a language that was asked for is told in it alone`()
    throws
  {
    let stage = try Stage()
    _ = repl(stage, ScriptedSource(["bilingual", "Ada", .endOfInput, ":quit"]), Bilingual())
    let later = try Stage("ru")
    later.shared.program.language = "ru"
    _ = repl(later, ScriptedSource(["resume", ":обзор", .endOfInput, "выход"]), Bilingual())
    let told = later.messages.joined(separator: "\n")
    for words in ["Продолжение: Bilingual, уже есть 1 ответ.", "Какой город?", "1. прозвище"] {
      #expect(told.contains(words), "\(told)")
    }
    for words in ["Resuming", "ickname", "Which city"] {
      #expect(!told.contains(words), "\(told)")
    }
  }

  /// Greets, and says so.
  private struct Greeting: Flow {
    let id: FlowID = "greeting"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Name?"))
    }

    func words(for output: String) -> Text? { "Hello, \(output)." }
  }

  @Test func `an end that was not told yet is told in the flow's own words`() throws {
    let stage = try Stage()
    var catalog = FlowCatalog()
    catalog.add(Greeting(), summary: "Greets.")
    let record = try FileStore(folder: folder).begin(UUID())
    let controller = FlowController()
    let options = SessionOptions(environment: stage.environment, record: record)
    try catalog["greeting"]?.start(in: controller, options)
    controller.waitUntilSettled()
    controller.answer("Ada")
    controller.waitUntilSettled()
    let id = record.session.uuidString.lowercased()
    _ = repl(stage, ScriptedSource([.line("resume \(id)"), "quit"]), Greeting())
    #expect(stage.results == ["Hello, Ada."], "\(stage.messages)")
  }

  @Test func `the answers so far are told, and go when one goes back to them`() throws {
    let stage = try Stage()
    _ = repl(stage, ScriptedSource(["tea", "black", .endOfInput, "quit"]), TeaFlow())
    stage.messages = []
    let source = ScriptedSource(
      ["resume", .back(text: ""), .endOfInput, "quit"], draws: true, columns: 60)
    _ = repl(stage, source, TeaFlow())
    let told = source.screens.filter { $0.contains { $0.contains("Kind: Black") } }
    #expect(!told.isEmpty, "\(source.screens)")
    let after = try #require(source.screens.last { $0.contains { $0.contains("Which tea") } })
    #expect(!after.contains { $0.contains("Kind: Black") }, "\(after)")
  }

  @Test func `of many the last are told, and none that only led somewhere`() throws {
    let stage = try Stage()
    let lines = (1...10).flatMap { [LineEvent.line("\($0)"), .line("on")] }
    _ = repl(stage, ScriptedSource(["errands"] + lines + [.endOfInput, "quit"]), Errands())
    stage.messages = []
    _ = repl(stage, ScriptedSource(["resume", .endOfInput, "quit"]), Errands())
    let counts = stage.messages.filter { $0.contains("Count: ") }
    #expect(counts.count == 8 && counts.first?.contains("Count: 3") == true, "\(stage.messages)")
    #expect(stage.messages.contains("2 earlier answers; :review lists all."))
    #expect(!stage.messages.contains { $0.contains("Next: ") })
  }
}
