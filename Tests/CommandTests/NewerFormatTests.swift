import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineProgram

/// What commands say of a file that a newer version of the program wrote.
struct NewerFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a script for its owner alone; returns its path.
  private func write(_ text: String) throws -> String {
    try folder.write(text, to: "tea.flow")
  }

  private static let newer = "format 3\nstory tea@1\n"

  private func replay(
    _ path: String, of catalog: FlowCatalog = FlowCatalog(), in language: String
  ) throws -> ReplayFile.Result {
    try Program.$current.withValue(Program(name: "book", world: ProgramWorld(catalog))) {
      let world = try World(Settings(language: language), NoProgramOptions(), for: .listing)
      return ReplayFile(
        path: path, world: world, isLive: false, isUpdating: true, secrets: [:]
      ).run()
    }
  }

  @Test(arguments: [("en", "It is not damaged"), ("ru", "Она не повреждена")])
  func `rule 16: a script of a newer version is not replayed, and not called damaged`(
    language: String, words: String
  ) throws {
    let path = try write(Self.newer)
    let result = try replay(path, in: language)
    #expect(result.verdict == .unusable && result.lines.count == 1)
    let line = try #require(result.lines.first)
    #expect(line.hasPrefix("\(path): ") && line.contains(words), "\(line)")
    #expect(line.contains("3") && line.contains("2"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.newer, "it is updated")
    let damaged = try replay(try write("format x\n"), in: language)
    #expect(damaged.lines.first?.contains(words) == false)
  }

  /// Runs a flow of its own, which asks.
  private struct Tea: Flow {
    struct Milk: Flow {
      let id: FlowID = "milk"

      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("kind", "Which milk?"))
      }
    }

    let id: FlowID = "tea"

    func run(_ context: FlowContext) async throws -> String { try await context.run(Milk()) }
  }

  @Test(
    arguments: [
      (
        "flow tea 2\nanswer kind \"oat\"\n",
        ["recorded by version 2 of “tea”", "версией 2 сценария «tea»"]
      ),
      (
        "flow tea 1\nenter milk 3\nanswer kind \"oat\"\n",
        ["recorded by version 3 of “milk”", "версией 3 сценария «milk»"]
      ),
      (
        "flow pot 1\nvariant green\nanswer kind \"oat\"\n",
        ["“pot” has no variant “green”", "У сценария «pot» нет варианта «green»"]
      ),
      (
        "flow coffee 1\n",
        ["There is no flow “coffee”. Flows: tea, pot.", "«coffee» нет. Сценарии: tea, pot."]
      ),
      ("flow tea 1\n", ["nothing to compare", "сравнивать нечего"]),
    ] as [(String, [String])])
  func `what keeps a script from being replayed is said in the person's language`(
    script: String, words: [String]
  ) throws {
    var catalog = FlowCatalog()
    catalog.add(Tea())
    let black: any Flow<String> = Tea().named("black")
    catalog.add("pot", variants: [black], choosing: .languages([:], else: "black"))
    let path = try write(script)
    for (language, wanted) in zip(["en", "ru"], words) {
      let result = try replay(path, of: catalog, in: language)
      #expect(result.verdict == .unusable && result.lines.count == 1)
      let line = try #require(result.lines.first)
      #expect(line.hasPrefix("\(path): ") && line.contains(wanted), "\(line)")
    }
  }

  @Test(arguments: [("en", "It is not damaged"), ("ru", "Она не повреждена")])
  func `rule 16: a script of a newer version is not said to hold no answers`(
    language: String, words: String
  ) throws {
    let path = try write(Self.newer)
    let texts = Usage.words(for: ["--lang", language])
    var answers = PreparedAnswers()
    let fault = #expect(throws: AnswersFault.self) {
      try AnswersFile(path: path, flow: "tea", words: texts).add(to: &answers)
    }
    let message = try #require(fault?.message)
    #expect(message.contains(path) && message.contains(words), "\(message)")
    #expect(!message.contains("holds no answers") && !message.contains("нет ответов"))
  }
}
