import Flowline
import Testing

@testable import FlowlineTerminal

struct PromptLineTests {
  @Test(
    arguments: [
      ("12", .answer("12")), ("", .answer("")), (" :back ", .command(.back)),
      (":BACK", .command(.back)), (":назад", .command(.back)), (":отмена", .command(.cancel)),
      (":помощь", .command(.help)), (":зачем", .command(.why)), (":обзор", .command(.review(nil))),
      (":review 2", .command(.review(2))),
      (":review two", .noNumber(command: ":review")),
      (":состояние", .command(.state)), (":выход", .command(.quit)),
      (":record a b.flow", .command(.record(path: "a b.flow"))),
      (":запись ~/x.flow", .command(.record(path: "~/x.flow"))),
      (":record", .missingFile(command: ":record")),
      (":back 2", .needlessArgument(command: ":back")),
      ("::back", .answer(":back")), (" ::x", .answer(":x")), (":::", .answer("::")),
      (":bak", .unknownCommand(":bak", nearest: ":back")),
      (":помщь", .unknownCommand(":помщь", nearest: ":помощь")),
      (":", .unknownCommand(":", nearest: nil)),
      (":xyzzy-plugh", .unknownCommand(":xyzzy-plugh", nearest: nil)),
      ("a:b", .answer("a:b")),
    ] as [(String, PromptLine)])
  func `a line is an answer or a command`(line: String, meaning: PromptLine) {
    #expect(PromptLine(line) == meaning)
  }

  @Test func `every command has a name, an alias and a text in both languages`() {
    for entry in PromptCommand.table {
      #expect(Words.catalog.languages(of: entry.summaryKey) == ["en", "ru"])
      #expect(PromptLine(":" + entry.name + (entry.takesFile ? " f" : "")).isCommand)
      #expect(PromptLine(":" + entry.alias + (entry.takesFile ? " f" : "")).isCommand)
    }
  }

  @Test(arguments: [
    ("rund-up", "round-up"), ("roundup", "round-up"), ("acounts", "accounts"),
    ("acc", "accounts"), ("goal-create", nil), ("q", nil), ("", nil),
  ])
  func `the nearest word is found`(typed: String, expected: String?) {
    #expect(Nearest.word(to: typed, among: ["round-up", "create-goal", "accounts"]) == expected)
  }
}

extension PromptLine {
  fileprivate var isCommand: Bool { if case .command = self { true } else { false } }
}

struct PromptCompletionTests {
  /// Completes at the first question of the tea, or after so many answers.
  private func complete(
    _ before: String, _ language: String = "en", after answers: [LineEvent] = []
  ) throws -> [String] {
    let stage = try Stage(language)
    let source = ScriptedSource(answers + [":quit"])
    _ = try stage.walk(TeaFlow(), from: source)
    let completion = try #require(source.requests[answers.count].completion)
    return completion(before, before).candidates.map(\.text)
  }

  @Test(arguments: [
    ("g", ["Green"]), ("", ["Green", "Black"]), (":re", [":review", ":record "]),
    (":выо", []), (":вы", [":выход"]), ("::b", []), ("x", []),
  ])
  func `choices and commands complete`(before: String, expected: [String]) throws {
    #expect(try complete(before) == expected)
  }

  @Test func `a command that would be refused is not offered`() throws {
    #expect(try complete(":b").isEmpty)
    #expect(try complete(":b", after: ["1"]) == [":back"])
    #expect(try complete(":").contains(":cancel"))
  }

  @Test func `a session in Russian completes Russian commands first`() throws {
    #expect(try complete(":", "ru", after: ["1"]).first == ":назад")
    #expect(try complete(":b", "ru", after: ["1"]) == [":back"])
  }

  @Test func `yes and no complete where they are what is legal`() throws {
    #expect(try complete("", after: ["1", "2"]) == ["yes", "no"])
    #expect(try complete("", after: ["1"]).isEmpty)
  }

  @Test func `files complete after record`() throws {
    #expect(try complete(":record /us").contains("usr/"))
    #expect(try complete(":back /us").isEmpty)
  }
}
