import FlowlineTesting
import FoundationEssentials
import Testing

@testable import AccountFeature
@testable import AccountsFeature
@testable import BankDesk
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

    /// Every string in the feature's code that looks like a key, and those that are handed over.
    func keysInCode() throws -> Set<String> {
      let folder = flowsFolder.appending(path: folder)
      var keys: Set<String> = []
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        let file = try Data(contentsOf: folder.appending(path: name))
        // `.texts("…")` names a step, whose texts are found where they are shown.
        let code = String(decoding: file, as: UTF8.self).replacing(".texts(", with: "")
        for match in code.matches(of: /texts\("([^"]+)"|"([a-z-]+(?:\.[a-z-]+)+)"/) {
          keys.insert(String(match.output.1 ?? match.output.2 ?? ""))
        }
      }
      return keys
    }
  }

  static let features = [
    Feature(folder: "BankDesk", texts: BankDesk.texts),
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

  /// What is shown while all walks are walked.
  private static let shown: Result<TextCheck, any Error> = Result {
    let check = TextCheck(of: features.map(\.texts))
    for walk in Walk.all { _ = try walk.record() }
    return check
  }

  @Test func `no text is missing in any walk`() throws {
    #expect(try Self.shown.get().missing == [])
  }

  @Test(arguments: features)
  func `every text is in the code, or shown in a walk`(feature: Feature) throws {
    let inCode = try feature.keysInCode()
    let keys = Set(feature.texts.keys)
    #expect(inCode.subtracting(keys).sorted() == [])
    let unused = Set(try Self.shown.get().unused)
    #expect(keys.subtracting(inCode).intersection(unused).sorted() == [])
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
