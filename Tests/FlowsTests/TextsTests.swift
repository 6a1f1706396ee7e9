import Bank
import FlowTestSupport
import FlowlineTesting
import FoundationEssentials
import Money
import Testing

@testable import BankFlows
@testable import Flowline
@testable import SampleBank

/// The texts of the flows are whole: both languages, the same gaps, every plural form.
struct TextsTests {
  struct Feature: Sendable, CustomTestStringConvertible {
    /// Where the code is, from the folder of the flows.
    let folder: String
    let texts: TextCatalog
    /// The keys that the code makes of values, by what they begin with.
    var made: [String: [String]] = [:]

    /// All keys that are made of values.
    var madeKeys: Set<String> {
      Set(made.flatMap { beginning, ends in ends.map { "\(beginning).\($0)" } })
    }

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
        code.matches(of: /[tT]exts\("([^"\\]+)"(?!, of:)|"([a-z-]+(?:\.[a-z-]+)+)"(?!, of:)/)
          .map { String($0.output.1 ?? $0.output.2 ?? "") })
    }

    /// What the keys begin with whose ends are values: `result` of `texts("result", of: reason)` and of
    /// `texts["result.\(reason)"]`.
    func madeBeginnings() throws -> Set<String> {
      Set(
        try code().matches(of: /[tT]exts[(\[]"([a-z.-]+)(?:\.\\\(|", of:)/)
          .map { String($0.output.1) })
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
    Feature(
      folder: "BankSteps", texts: sharedTexts,
      made: [
        "trouble": BankError.Code.all.map(\.rawValue) + ["other"],
        // What is not listed has the text “other”.
        "remedy": [
          "unavailable", "unknown-account", "not-logged-in", "insufficient-scope",
          "too-many-requests", "unreadable-answer", "earlier-order", "in-use", "order-under-way",
          "storage", "not-a-bank", "other", "outcome-unknown.wants-token", "unavailable.no-tls",
          "unavailable.certificate-refused",
        ],
        "age": [
          "unavailable", "too-many-requests", "not-logged-in", "insufficient-scope", "other",
        ],
        "settled": OpenOrderFlow.End.allCases.filter { $0 != .open }.map(\.rawValue),
        "signs": [OrderSigns.one, .several, .none, .unreadable].map(\.rawValue),
        "open-order.again": ["transfer", "goal", "deletion"],
        "give-up": ["goal", "deletion"],
        "cause": CodedTexts.codes.filter { sharedTexts["advice.\($0)"] == nil },
        "advice": CodedTexts.codes.filter { sharedTexts["advice.\($0)"] != nil },
      ]),
    Feature(folder: "../../Sources/Commands/SampleBank", texts: FileBank.texts),
    Feature(folder: "Accounts", texts: AccountsFlow.texts),
    Feature(
      folder: "Account", texts: AccountFlow.texts,
      made: [
        "status": [
          "upcoming", "upcoming-cancelled", "pending", "reversed", "declined", "refunded",
          "retrying", "account-check", "other",
        ]
      ]),
    Feature(
      folder: "Goal", texts: GoalFlow.texts,
      made: [
        "refused": ends(
          of: [
            TransferRefusal.insufficientFunds(available: money, needed: money),
            .goalNotActive(state: .archived), .amountMustBePositive,
            .currencyMismatch(expected: .gbp), .keyReused, .alreadyCovered(payments: []),
          ], in: GoalFlow.texts)
      ]),
    Feature(
      folder: "CreateGoal", texts: CreateGoalFlow.texts,
      made: [
        "refused": ends(
          of: [
            GoalRefusal.nameLength(length: 31, limit: 30), .nameUnprintable, .targetNotPositive,
            .currencyMismatch(expected: .gbp), .keyReused, .unknownAccount,
          ], in: CreateGoalFlow.texts)
      ]),
    Feature(
      folder: "RoundUp", texts: RoundUpFlow.texts,
      made: [
        "result": RoundUpReceipt.NothingMoved.allCases.map(\.rawValue),
        // Why a week gives nothing.
        "review.row": ["no-payments", "nothing-counts", "not-settled", "already-moved"],
        "reason": RoundUpExclusion.allCases.map { exclusion in
          exclusion.rawValue.replacing(/[A-Z]/) { "-\($0.output.lowercased())" }
        },
        "refused": ends(
          of: [
            TransferRefusal.amountMustBePositive, .currencyMismatch(expected: .gbp), .keyReused,
            .insufficientFunds(available: money, needed: money),
          ], in: RoundUpFlow.texts),
      ]),
  ]

  private static let money = Money(minorUnits: 1, currency: .gbp)

  /// The ends of the keys under which refusals are found.
  private static func ends(of refusals: [some Encodable], in texts: TextCatalog) -> [String] {
    refusals.map { refusal in
      let text = texts("refused", of: refusal).resolved(in: World.environment("en_GB"))
      return String((text.key ?? "").dropFirst("refused.".count))
    }
  }

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
    #expect(inCode.union(feature.madeKeys).subtracting(keys).sorted() == [])
    #expect(try feature.madeBeginnings() == Set(feature.made.keys))
    // A text by place has the names of its step and of its row, section, option or refusal.
    let roles: Set<String> = [
      "question", "title", "summary", "label", "help", "reason", "example", "activity", "row",
      "section", "option", "detail", "refusal",
    ]
    let unused = keys.subtracting(inCode).subtracting(feature.madeKeys).filter { key in
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

  @Test func `the codes of causes are found in the code`() {
    #expect(CodedTexts.codes.count > 35)
    #expect(Set(CodedTexts.codes).isSuperset(of: ["server-silent", "token-close", "no-reason"]))
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

/// The causes and the advice that services and the bank's client have codes for.
enum CodedTexts {
  static let codes: [String] = {
    let sources = flowsFolder.appending(path: "../../Sources").standardizedFileURL
    let files = ["Services", "Bank"].flatMap { folder in
      let folder = sources.appending(path: folder)
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      // At a bank nobody logs in by OAuth.
      return paths.filter { $0.hasSuffix(".swift") && !$0.contains("OAuth/") }.map {
        folder.appending(path: $0)
      }
    }
    let code = files.map { String(decoding: (try? Data(contentsOf: $0)) ?? Data(), as: UTF8.self) }
    return Set(code.joined().matches(of: /CodedText\(\s*"([a-z-]+)"/).map { String($0.output.1) })
      .sorted()
  }()
}

extension BankError.Code {
  /// All codes that there are now.
  fileprivate static let all: [BankError.Code] = [
    .unavailable, .unknownAccount, .storage, .notABank, .invalidRecord, .notLoggedIn,
    .insufficientScope, .token, .tooManyRequests, .unreadableAnswer, .refused, .outcomeUnknown,
    .earlierOrder, .inUse, .orderUnderWay,
  ]
}
