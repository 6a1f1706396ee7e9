import Flowline
import Testing

@testable import FlowlineTerminal

struct PromptLineTests {
  @Test(
    arguments: [
      ("12", .answer("12")), ("", .answer("")), (" :back ", .command(.init(.back))),
      (":BACK", .command(.init(.back))), (":назад", .command(.init(.back))),
      (":прекратить", .command(.init(.cancel))), (":помощь", .command(.init(.help))),
      (":help keys", .command(.init(.help, "keys"))), (":зачем", .command(.init(.why))),
      (":обзор", .command(.init(.review))), (":review 2", .command(.init(.review, "2"))),
      (":review two", .faulty(.noNumber(":review", .number))),
      (":review 0", .faulty(.noNumber(":review", .number))),
      (":review 1 2", .faulty(.noNumber(":review", .number))),
      (":состояние", .command(.init(.state))), (":выход", .command(.init(.quit))),
      (":exit", .command(.init(.quit))),
      (":record a b.flow", .command(.init(.record, "a b.flow"))),
      (":запись  ~/x.flow ", .command(.init(.record, "~/x.flow"))),
      (":record", .faulty(.missing(":record", .record, .file))),
      (":back 2", .faulty(.needless(":back"))),
      (":help a b", .faulty(.tooMany(":help", .help, .subject))),
      (":list", .faulty(.elsewhere(":list", .outside))),
      ("::back", .answer(":back")), (" ::x", .answer(":x")), (":::", .answer("::")),
      (":bak", .faulty(.unknown(":bak", nearest: ":back"))),
      (":помщь", .faulty(.unknown(":помщь", nearest: ":помощь"))),
      (":", .faulty(.unknown(":", nearest: nil))),
      (":xyzzy-plugh", .faulty(.unknown(":xyzzy-plugh", nearest: nil))),
      ("a:b", .answer("a:b")),
    ] as [(String, PromptLine)])
  func `a line is an answer or a command`(line: String, meaning: PromptLine) {
    #expect(PromptLine(line) == meaning)
  }

  @Test(arguments: [
    ("rund-up", "round-up"), ("roundup", "round-up"), ("acounts", "accounts"),
    ("acc", "accounts"), ("goal-create", nil), ("q", nil), ("", nil),
  ])
  func `the nearest word is found`(typed: String, expected: String?) {
    #expect(Nearest.word(to: typed, among: ["round-up", "create-goal", "accounts"]) == expected)
  }

  @Test(arguments: [
    ("de", "en", false), ("foo", "goto", false), ("hepl", "help", true), ("taa", "tea", true),
    ("xable", "table", true), ("xxble", "table", false), ("recrod", "record", true),
  ])
  func `no more than a third of a word’s letters may be wrong`(
    typed: String, word: String, isNear: Bool
  ) {
    #expect((Nearest.word(to: typed, among: [word]) != nil) == isNear)
  }
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
    ("g", ["Green"]), ("", ["Green", "Black"]),
    (":re", [":review", ":redo", ":record ", ":report "]),
    (":выо", []), (":выхо", [":выход"]), ("::b", []), ("x", []),
  ])
  func `choices and commands complete`(before: String, expected: [String]) throws {
    #expect(try complete(before) == expected)
  }

  @Test(arguments: [
    (":", true), (":rev", true), (":goto", true), (":goto a", false), ("g", false), ("::b", false),
    (":zzz", false),
  ])
  func `commands that are begun are a menu with what they do`(typed: String, isMenu: Bool) throws {
    let source = ScriptedSource(["1", ":quit"])
    _ = try Stage().walk(TeaFlow(), from: source)
    let completion = try #require(source.requests[1].completion)
    let result = completion(typed, typed)
    #expect(result.isMenu == isMenu)
    #expect(!isMenu || result.candidates.allSatisfy { !$0.detail.isEmpty })
    let isCommand = typed.hasPrefix(":") && !typed.hasPrefix("::")
    #expect((result.keys != nil) == isCommand)
    #expect(!isCommand || result.keys?.last == "Enter run")
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

  @Test func `yes and no complete where they are legal, once one is begun`() throws {
    #expect(try complete("y", after: ["1", "2"]) == ["yes"])
    #expect(try complete("", after: ["1", "2"]).isEmpty)
    #expect(try complete("y", after: ["1"]).isEmpty)
  }

  @Test func `files complete after record`() throws {
    #expect(try complete(":record /us").contains("usr/"))
    #expect(try complete(":back /us").isEmpty)
  }

  @Test(arguments: [
    (":help mov", "en", ["moving"]), (":help :", "en", []), (":help wh", "en", ["why"]),
    (":помощь перех", "ru", ["переходы"]), (":help moving x", "en", []), (":xyzzy b", "en", []),
  ])
  func `topics and commands complete after help`(
    before: String, language: String, expected: [String]
  ) throws {
    #expect(try complete(before, language) == expected)
  }
}
