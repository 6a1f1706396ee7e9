import FlowlineTesting
import FoundationEssentials
import Testing

@testable import AccountFeature
@testable import AccountsFeature
@testable import BankSteps
@testable import CreateGoalFeature
@testable import Flowline
@testable import GoalFeature
@testable import RoundUpFeature

/// The texts of the flows are whole: both languages, the same gaps, every plural form.
struct TextsTests {
  struct Feature: Sendable, CustomTestStringConvertible {
    let folder: String
    let texts: TextCatalog

    var testDescription: String { folder }

    /// The feature's code.
    func code() throws -> String {
      let folder = flowsFolder.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .map { String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self) }
        .joined()
    }

    /// Every string in the code that looks like a key, and those that are handed over.
    func keysInCode() throws -> Set<String> {
      // `.texts("…")` names a step, whose texts are found where they are shown.
      let code = try code().replacing(".texts(", with: "")
      return Set(
        code.matches(of: /texts\("([^"]+)"|"([a-z-]+(?:\.[a-z-]+)+)"/)
          .map { String($0.output.1 ?? $0.output.2 ?? "") })
    }

    /// The ids of steps, and the names of rows, sections, options and refusals: all short strings of
    /// the code, and the names of its cases.
    func namesInCode() throws -> Set<String> {
      let code = try code()
      let strings = code.matches(of: /"([a-z+-]+)"/).map { String($0.output.1) }
      let cases = code.matches(of: /(?:\.|case |, )([a-z][A-Za-z]*)/).map { match in
        match.output.1.reduce(into: "") {
          $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1)
        }
      }
      return Set(strings + cases)
    }
  }

  static let features = [
    Feature(folder: "BankSteps", texts: BankSteps.texts),
    Feature(folder: "Accounts", texts: AccountsFeature.texts),
    Feature(folder: "Account", texts: AccountFeature.texts),
    Feature(folder: "Goal", texts: GoalFeature.texts),
    Feature(folder: "CreateGoal", texts: CreateGoalFeature.texts),
    Feature(folder: "RoundUp", texts: RoundUpFeature.texts),
  ]

  private static let categories = ["en": ["one", "other"], "ru": ["few", "many", "one", "other"]]

  @Test(arguments: features)
  func `the file is in order`(feature: Feature) {
    #expect(feature.texts.faults == [])
    #expect(feature.texts.sourceLanguage == "en")
  }

  @Test func `no text is missing in any walk`() throws {
    let check = TextCheck(of: Self.features.map(\.texts))
    let look: (World) -> Void = { _ = $0.controller.prompt }
    for walk in Walk.all { try walk.walk(beforeMove: { world, _ in look(world) }, atEnd: look) }
    #expect(check.missing == [])
  }

  @Test(arguments: features)
  func `code and file have the same texts`(feature: Feature) throws {
    let (inCode, names) = (try feature.keysInCode(), try feature.namesInCode())
    let keys = Set(feature.texts.keys)
    #expect(inCode.subtracting(keys).sorted() == [])
    // A text by place has the names of its step and of its row, section, option or refusal.
    let roles: Set<String> = [
      "question", "title", "summary", "label", "help", "reason", "example", "activity", "row",
      "section", "option", "detail", "refusal",
    ]
    let unused = keys.subtracting(inCode).filter { key in
      !key.split(separator: ".").map(String.init).allSatisfy {
        roles.contains($0) || names.contains($0)
      }
    }
    #expect(unused.sorted() == [])
  }

  @Test(arguments: features)
  func `every text is in both languages, with the same gaps and all plural forms`(
    feature: Feature
  ) throws {
    for key in feature.texts.keys {
      #expect(feature.texts.languages(of: key) == ["en", "ru"], "\(key)")
      var gaps: Set<[String]> = []
      for (language, entry) in feature.texts.entries(of: key) ?? [:] {
        switch entry {
        case .single(let template): gaps.insert(template.gaps)
        case .plural(let templates):
          #expect(templates.keys.sorted() == Self.categories[language], "\(key) \(language)")
          gaps.formUnion(templates.values.map(\.gaps))
        }
      }
      #expect(gaps.count == 1, "\(key): \(gaps)")
    }
  }

  @Test(arguments: features)
  func `every key has words`(feature: Feature) {
    for locale in ["en_GB", "ru_RU"] {
      for key in feature.texts.keys {
        let words = feature.texts(key).resolved(in: World.environment(locale)).text
        #expect(!words.isEmpty && words != key, "\(key) \(locale)")
      }
    }
  }
}
