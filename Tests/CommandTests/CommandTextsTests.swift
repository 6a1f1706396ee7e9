import ArgumentParser
import FlowlineTerminal
import Foundation
import Testing

@testable import BankProgram
@testable import Flowline
@testable import FlowlineProgram

/// A catalogue of texts, with the folders of the code that says them.
struct SpokenTexts: CustomTestStringConvertible {
  let name: String
  let texts: TextCatalog
  let folders: [String]

  var testDescription: String { name }

  static let all = [
    SpokenTexts(name: "program", texts: Program.texts, folders: ["FrontEnds/FlowlineProgram"]),
    SpokenTexts(
      name: "bank", texts: BankProgram.texts,
      folders: ["Commands/BankProgram", "Commands/FlowlineCommand", "Commands/OnlineCommand"]),
  ]

  /// The code that says them.
  func code() throws -> String {
    var code = ""
    for folder in folders {
      let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/\(folder)").standardizedFileURL
      let files = try #require(FileManager.default.enumerator(atPath: url.path))
      for case let name as String in files where name.hasSuffix(".swift") {
        let file = try String(contentsOf: url.appending(path: name), encoding: .utf8)
        // Examples in doc comments have texts of their own.
        code += file.replacing(/(?m)^ *\/\/\/.*$/, with: "")
      }
    }
    return code
  }
}

/// The commands' texts are whole: both languages, the same gaps, every plural form.
struct CommandTextsTests {
  @Test(arguments: SpokenTexts.all)
  func `the file is in order`(spoken: SpokenTexts) {
    #expect(spoken.texts.faults == [])
    #expect(spoken.texts.sourceLanguage == "en")
  }

  @Test(arguments: SpokenTexts.all)
  func `every text is in both languages, with the same gaps and all plural forms`(
    spoken: SpokenTexts
  ) {
    let texts = spoken.texts
    let categories = ["en": ["one", "other"], "ru": ["few", "many", "one", "other"]]
    for key in texts.keys {
      #expect(texts.languages(of: key) == ["en", "ru"], "\(key)")
      var gaps: Set<[String]> = []
      for (language, entry) in texts.entries(of: key) ?? [:] {
        switch entry {
        case .single(let template): gaps.insert(template.gaps.sorted())
        case .plural(let templates):
          #expect(templates.keys.sorted() == categories[language], "\(key) \(language)")
          gaps.formUnion(templates.values.map { $0.gaps.sorted() })
        }
      }
      #expect(gaps.count == 1, "\(key): \(gaps)")
    }
  }

  @Test(arguments: SpokenTexts.all)
  func `every key of the code is in the file, and every key of the file in the code`(
    spoken: SpokenTexts
  ) throws {
    let code = try spoken.code()
    let keys = spoken.texts.keys
    for key in keys
    where !key.hasPrefix("exit.") && !key.hasPrefix("manual.variable.")
      && !key.hasPrefix("replay.count.")
    {
      #expect(code.contains("\"\(key)\""), "nobody says \(key)")
    }
    for match in code.matches(of: /(?:words|fault|texts)\(\s*"([a-z-]+\.[a-z.-]+)"/) {
      let key = String(match.output.1)
      let isTerminals = key.hasPrefix("session.") || key.hasPrefix("record.")
      #expect(keys.contains(key) || isTerminals, "\(key) has no words")
    }
  }

  @Test func `every exit code has words`() {
    for status in ExitStatus.allCases {
      #expect(Program.texts.keys.contains("exit.\(status.rawValue)"))
    }
  }

  @Test(arguments: [("en", "There is no command “x”."), ("ru", "Команды «x» нет.")])
  func `a wrong command line is told in its own language`(language: String, text: String) {
    for arguments in [["--lang", language], ["run", "--lang=\(language)"]] {
      #expect(Usage.words(for: arguments)("usage.unknown-command", .string("x")) == text)
    }
  }

  @Test(arguments: [
    (
      ["--lang", "ru", "run"], "Ошибка:", "Использование: flows run [",
      "Подробнее: «flows run --help»."
    ),
    (["run", "--lang", "en"], "Error:", "Usage: flows run [", "See “flows run --help” for more."),
    (["--lang", "en", "--x"], "Error:", "Usage: flows <", "See “flows --help” for more."),
  ])
  func `a wrong command line is followed by how it is written`(
    arguments: [String], error: String, usage: String, more: String
  ) {
    let message = RootCommand<NoProgramOptions>.usageError("Unknown option", in: arguments)
    #expect(message.hasPrefix("\(error) Unknown option\n\(usage)"))
    #expect(message.hasSuffix("\n  \(more)"))
  }

  /// What the parser of this version says is recognised: a new version that says it otherwise fails here.
  @Test(arguments: [
    (["run", "x", "--foo"], "There is no option “--foo”.", "Параметра «--foo» нет."),
    (
      ["run", "x", "--answr", "y"], "There is no option “--answr”. Did you mean “--answer”?",
      "Параметра «--answr» нет. Может быть, «--answer»?"
    ),
    (
      ["run", "x", "--record"], "--record needs a value, and none follows it.",
      "После --record нужно значение."
    ),
    (
      ["run", "x", "--timeout"], "--timeout needs a number of seconds above 0.",
      "Для --timeout нужно число секунд больше 0."
    ),
    (
      ["run", "x", "--timeout", "soon"], "--timeout needs a number of seconds above 0.",
      "Для --timeout нужно число секунд больше 0."
    ),
    (
      ["list", "--color", "pink"],
      "“pink” is not a value of --color. Values: auto, always, never.",
      "Значение «pink» для --color не подходит. Значения: auto, always, never."
    ),
    (
      ["list", "--plain=yes"], "--plain takes no value: leave out “yes”.",
      "У --plain нет значения: уберите «yes»."
    ),
    (["run"], "The argument <flow> is missing.", "Не хватает аргумента <flow>."),
    (["list", "x"], "Not expected here: x.", "Лишнее: x."),
    (["list", "it's"], "Not expected here: it's.", "Лишнее: it's."),
    (["list", "x", "y"], "Not expected here: x, y.", "Лишнее: x, y."),
  ])
  func `what the parser finds wrong is said in the language of the line`(
    line: [String], english: String, russian: String
  ) {
    #expect(Self.fault(of: line + ["--lang", "en"]).hasPrefix("Error: \(english)\n"))
    #expect(Self.fault(of: line + ["--lang", "ru"]).hasPrefix("Ошибка: \(russian)\n"))
  }

  @Test func `a value that begins with a hyphen is a wrong value, and not a missing one`() {
    let fault = Self.fault(of: ["run", "x", "--timeout", "-1"])
    #expect(fault.contains(Usage.words()("usage.timeout")), "\(fault)")
  }

  private static func fault(of line: [String]) -> String {
    typealias Root = RootCommand<NoProgramOptions>
    do {
      _ = try Root.parseAsRoot(line)
      return ""
    } catch {
      return Root.usageError(Root.message(for: error), in: line)
    }
  }
}
