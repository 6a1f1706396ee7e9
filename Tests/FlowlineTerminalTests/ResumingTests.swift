import Flowline
import Foundation
import Testing

@testable import FlowlineTerminal

/// What a person sees when resuming a session.
final class ResumingTests {
  private let folder = NSTemporaryDirectory() + "flowline-resuming-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

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
