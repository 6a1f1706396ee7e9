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
        code += try String(contentsOf: url.appending(path: name), encoding: .utf8)
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
}
