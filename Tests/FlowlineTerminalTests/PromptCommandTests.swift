import Flowline
import Testing

@testable import FlowlineTerminal

/// The table that parser, help, completion and manual are made from.
struct PromptCommandTests {
  @Test func `every command stands in the table once`() {
    #expect(
      PromptCommand.table.map(\.id).sorted { $0.rawValue < $1.rawValue }
        == PromptCommand.ID.allCases.sorted { $0.rawValue < $1.rawValue })
  }

  @Test func `no two commands share a name`() {
    let names = PromptCommand.table.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() && !$0.contains(" ") })
  }

  @Test(arguments: PromptCommand.table.map(\.id))
  func `a command has its words in both languages and is read by each of its names`(
    id: PromptCommand.ID
  ) throws {
    let command = try #require(PromptCommand.of(id))
    for isInside in [false, true] {
      let key = command.summaryKey(inside: isInside)
      #expect(Words.catalog.languages(of: key) == ["en", "ru"])
    }
    #expect(Words.catalog.languages(of: command.topic.textKey) == ["en", "ru"])
    #expect((command.example == nil) == command.arguments.isEmpty)
    for argument in command.arguments {
      #expect(Words.catalog.languages(of: argument.kind.nameKey) == ["en", "ru"])
      #expect(Words.catalog.languages(of: argument.kind.textKey) == ["en", "ru"])
    }
    for name in command.names {
      for isInside in [false, true] where command.place.holds(inside: isInside) {
        let line = [":" + name, command.example].compactMap { $0 }.joined(separator: " ")
        guard case .success(let call) = PromptCommand.read(line, inside: isInside) else {
          Issue.record("\(line)")
          continue
        }
        #expect(call.id == id)
      }
    }
  }

  @Test func `the catalogue's own words are those of the code`() {
    #expect(PromptCommand.table.allSatisfy { $0.name(in: "en") == $0.id.rawValue })
    #expect(PromptCommand.Topic.allCases.allSatisfy { $0.name(in: "en") == $0.rawValue })
    #expect(Setting.allCases.allSatisfy { $0.name(in: "en") == $0.rawValue })
    for setting in Setting.allCases {
      for value in setting.values {
        let words = TypedWords("setting.value.\(value)")
        #expect(words.all.first == value)
        #expect(words.all.allSatisfy { setting.value(of: $0.uppercased()) == value })
      }
    }
  }

  @Test func `words of any language are taken, and those of another fall back`() {
    #expect(PromptCommand.of(.quit)?.names == ["quit", "exit", "выход"])
    #expect(PromptCommand.of(.quit)?.name(in: "ru") == "выход")
    #expect(PromptCommand.of(.quit)?.name(in: "de") == "quit")
    #expect(TypedWords("language.region").usual(onlyIn: "de") == nil)
    #expect(TypedWords("no.such.key").all.isEmpty)
  }

  @Test func `what may be left out comes last`() {
    for command in PromptCommand.table {
      let optional = command.arguments.map(\.isOptional)
      #expect(optional == optional.sorted { !$0 && $1 }, "\(command.name)")
    }
  }

  @Test(arguments: PromptCommand.Topic.allCases)
  func `every topic has its text, and is found by both names`(topic: PromptCommand.Topic) {
    #expect(Words.catalog.languages(of: topic.textKey) == ["en", "ru"])
    #expect(topic.names.compactMap { PromptCommand.Topic(named: $0) } == [topic, topic])
  }
}

/// Help: short, by topic, about one command, all.
struct CommandHelpTests {
  private func lines(_ events: LineEvent..., language: String = "en") throws -> [String] {
    let stage = try Stage(language)
    stage.columns = 200
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(events + [":quit"]))
    return stage.messages
  }

  @Test func `the short help shows what one needs most, and how to learn more`() throws {
    let lines = try lines(":help")
    #expect(lines.contains { $0.hasPrefix("  :back ") })
    #expect(!lines.contains { $0.hasPrefix("  :state") })
    #expect(lines.contains { $0.hasPrefix("“:help all” lists every command, “:help TOPIC”") })
    #expect(lines.contains("Both are from Yunnan."))
  }

  @Test func `all of the help shows every command that holds here, by topic`() throws {
    let lines = try lines(":help all")
    for command in PromptCommand.table {
      let isShown = lines.contains { $0.hasPrefix("  :\(command.name)") }
      #expect(isShown == command.place.holds(inside: true), "\(command.name)")
    }
    #expect(lines.contains("Moving:") && lines.contains("Recording:"))
    #expect(!lines.contains("Sessions:"), "they are for outside of flows")
  }

  @Test func `help about a topic, in both languages`() throws {
    let english = try lines(":help moving")
    #expect(english.contains { $0.hasPrefix("You can go back to any answer") })
    #expect(english.contains { $0.hasPrefix("  :back") && $0.hasSuffix("(not now)") })
    let russian = try lines(":помощь переходы", language: "ru")
    #expect(russian.contains { $0.hasPrefix("  :назад") })
    let sessions = try lines(":help sessions")
    #expect(
      sessions.contains { $0.hasPrefix("  resume [SESSION]") && $0.hasSuffix("(outside of flows)") }
    )
    #expect(sessions.count { $0.contains("list the saved sessions") } == 1, "\(sessions)")
    let command = try lines(":help :sessions")
    #expect(command.contains { $0.hasPrefix("sessions: list the saved sessions") }, "\(command)")
  }

  @Test func `help about a command says how it is typed, with an example`() throws {
    let lines = try lines(":help record", ":help :back")
    #expect(
      lines.contains { $0.hasPrefix(":record FILE: record this session to a file: a script,") }
    )
    #expect(lines.contains("  FILE  the name of a file"))
    #expect(lines.contains("For example: :record walk.flow"))
    #expect(!lines.contains { $0.hasPrefix("Other names") }, "those of other languages")
    #expect(lines.contains { $0.hasPrefix("Not available now. This is the first step") })
  }

  @Test(arguments: ["en", "ru"])
  func `too many words are told with an example that is taken`(language: String) throws {
    let words = try Stage(language).words
    for command in PromptCommand.table {
      guard let kind = command.arguments.last?.kind, !kind.isNumber, !kind.takesRest else {
        continue
      }
      let name = command.name(in: language)
      let text = words(PromptCommand.Fault.tooMany(name, command.id, kind))
      let example = try #require(text.split(separator: language == "en" ? "“" : "«").last)
      let typed = example.prefix { $0 != "”" && $0 != "»" }
      guard case .success(let call) = PromptCommand.read(typed, inside: command.place == .inside)
      else {
        Issue.record("\(text)")
        continue
      }
      #expect(call.id == command.id && call.arguments.count == 1, "\(text)")
    }
  }

  @Test func `what ends something for good is never what a colon and Enter choose`() throws {
    let stage = try Stage()
    var firsts: [String] = []
    var lasts: [String] = []
    try stage.walk(TeaFlow()) { controller, round in
      let menu = PromptCompletion(legal: controller.legalInputs, words: stage.words).complete(":")
      firsts.append(menu.candidates.first?.display ?? "")
      lasts.append(menu.candidates.last?.display ?? "")
      return round == 0 ? "1" : ":cancel"
    }
    #expect(firsts == [":help", ":back"])
    #expect(lasts == [":cancel", ":cancel"])
  }

  @Test func `help about nothing that is known suggests the nearest`() throws {
    let lines = try lines(":help recrod", ":help plugh")
    #expect(lines.contains("Error: There is no help on “recrod”. Did you mean “record”?"))
    #expect(lines.contains("Error: There is no help on “plugh”."))
  }
}
