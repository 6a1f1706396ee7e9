import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import Glibc
import Testing

@testable import FlowlineProgram

/// Options of a program that has every subcommand.
private struct EveryOptions: ProgramOptions {
  static let texts = TextCatalog(
    Array(
      #"""
      {"sourceLanguage": "en", "version": "1.0", "strings": {"help.shop": {"localizations": {
        "en": {"stringUnit": {"state": "translated", "value": "The shop’s address."}},
        "ru": {"stringUnit": {"state": "translated", "value": "Адрес магазина."}}}}}}
      """#.utf8))

  @ArgumentParser.Option(
    help: ArgumentHelp(EveryOptions.texts("help.shop"), valueName: "address"))
  var shop: String?

  static let hasSwitches = true
  static let hasWatch = true

  func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
    Program.current.world
  }
}

/// Help, in the language of the person who asks for it.
struct HelpTextTests {
  private typealias Root = RootCommand<EveryOptions>

  /// The help of the program, and that of each subcommand by its name.
  private static func help(in locale: String) -> [String: String] {
    Program.$current.withValue(Program(name: "book", version: "1.2")) {
      HelpText.speaking(Words.ofProgram(in: locale)) {
        var help = ["": Root.helpMessage(includeHidden: false, columns: 1000)]
        for command in Root.configuration.subcommands {
          let name = command.configuration.commandName ?? ""
          help[name] = Root.helpMessage(for: command, includeHidden: false, columns: 1000)
        }
        return help
      }
    }
  }

  @Test func `every text of help is printed, and none is missing`() {
    Program.texts.noteUse()
    for locale in ["en_GB", "ru_RU"] { _ = Self.help(in: locale) }
    let use = Program.texts.use
    let keys = Set(Program.texts.keys.filter { $0.hasPrefix("help.") })
    #expect(keys.count > 50)
    #expect(keys.subtracting(use.shown) == [])
    #expect(use.missing.filter { $0.hasPrefix("help.") } == [])
  }

  @Test(arguments: [
    ("", "en_GB", ["OVERVIEW: Go through guided flows", "130 interrupted.", "Run one flow."]),
    ("", "ru_RU", ["OVERVIEW: Пошаговые сценарии", "130 прервано.", "Запустить один сценарий."]),
    ("", "fr_FR", ["OVERVIEW: Go through guided flows"]),
    (
      "run", "en_GB",
      ["“book resume FILE” resumes", "“book list” shows it.", "The shop’s address.", "<address>"]
    ),
    (
      "run", "ru_RU",
      ["«book resume ФАЙЛ» продолжит", "показывает «book list».", "Адрес магазина.", "<address>"]
    ),
    ("describe", "en_GB", ["(draft 2020-12)", "How many seconds the flow may run. (default: 10)"]),
    ("describe", "ru_RU", ["(черновик 2020-12)", "может выполняться сценарий. (default: 10)"]),
    ("replay", "en_GB", ["may take: by default 60, or 600 if its loads and actions really run"]),
    ("replay", "ru_RU", ["по умолчанию 60, а если", "не на образце, то 600."]),
    ("list", "ru_RU", ["Показать сценарии.", "Вывести массив JSON.", "Часовой пояс"]),
    (
      "completion", "ru_RU",
      ["source <(book completion bash)", "файл _book в одной из папок $fpath"]
    ),
  ])
  func `it is in the language of the person`(
    command: String, locale: String, parts: [String]
  ) throws {
    let help = try #require(Self.help(in: locale)[command])
    for part in parts { #expect(help.contains(part), "\(help)") }
    #expect(help.contains("USAGE: book"))
  }

  @Test func `what a command is for is said in both languages`() {
    let commands = Root.configuration.subcommands
    #expect(commands.count == 13)
    for command in commands {
      let said = ["en_GB", "ru_RU"].map { locale in
        HelpText.speaking(Words.ofProgram(in: locale)) { command.configuration.abstract }
      }
      #expect(said[0].wholeMatch(of: /[A-Z][ -~]+\./) != nil, "\(said)")
      #expect(said[1].wholeMatch(of: /[А-Я][^“”]+\./) != nil, "\(said)")
    }
  }

  @Test func `the words are looked up only while help is printed`() {
    #expect(Root.configuration.abstract == "")
    #expect(CompletionCommand<EveryOptions>.configuration.discussion == "")
    #expect(!Root.helpMessage(for: ListCommand<EveryOptions>.self).contains("JSON"))
  }

  @Test func `the manual is in one language`() throws {
    let words = Words.ofProgram(in: "ru_RU")
    let dump = try HelpText.speaking(words) { try JSONValue(parsing: Root._dumpHelp()) }
    let page = ManualPage(
      root: try #require(dump["command"]), files: [], words: words,
      terminal: Words(words.environment))
    var expected = Roff()
    expected.lines("Сколько секунд может выполняться сценарий.")
    let line = expected.text.dropLast()
    #expect(page.roff.contains(line))
    #expect(!page.roff.contains("How many seconds"))
  }

  @Test func `a process prints it in the language of its line`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      exit(FlowProgram("book", FlowCatalog()).status(of: ["run", "--lang", "ru", "--help"]))
    }
    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(printed.contains("OVERVIEW: Запустить один сценарий."), "\(printed)")
  }

  @Test func `a process prints it in the language of its surroundings`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      unsetenv("LANGUAGE")
      setenv("LC_ALL", "ru_RU.UTF-8", 1)
      exit(FlowProgram("book", FlowCatalog()).status(of: ["help", "list"]))
    }
    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(printed.contains("OVERVIEW: Показать сценарии."), "\(printed)")
  }
}
