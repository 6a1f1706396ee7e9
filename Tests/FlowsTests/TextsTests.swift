import Bank
import FlowTestSupport
import FoundationEssentials
import Money
import Testing

@testable import BankFlows
@testable import Flowline
@testable import SampleBank
@testable import ServiceSteps

/// The texts of the flows are whole: the code and the walks need them all, and no others.
struct TextsTests {
  static let features = [
    feature(
      "BankSteps", sharedTexts,
      made: [
        "trouble": BankError.Code.all.map(\.rawValue) + ["other"],
        // What is not listed has the text “other”.
        "remedy": [
          "unavailable", "unknown-account", "not-logged-in", "insufficient-scope",
          "too-many-requests", "unreadable-answer", "earlier-order", "in-use", "order-elsewhere",
          "order-under-way", "storage", "not-a-bank", "other", "outcome-unknown.wants-token",
          "unavailable.no-tls",
          "unavailable.certificate-refused", "refused.not-found",
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
    feature("../../Sources/Commands/SampleBank", FileBank.texts),
    feature("Accounts", AccountsFlow.texts),
    feature(
      "Account", AccountFlow.texts,
      made: [
        "status": [
          "upcoming", "upcoming-cancelled", "pending", "reversed", "declined", "refunded",
          "retrying", "account-check", "other",
        ]
      ]),
    feature(
      "Goal", GoalFlow.texts,
      made: [
        "refused": ends(
          of: [
            TransferRefusal.insufficientFunds(available: money, needed: money),
            .goalNotActive(state: .archived), .amountMustBePositive,
            .currencyMismatch(expected: .gbp), .keyReused, .unknownGoal,
            .alreadyCovered(payments: []),
          ], in: GoalFlow.texts)
      ]),
    feature(
      "CreateGoal", CreateGoalFlow.texts,
      made: [
        "refused": ends(
          of: [
            GoalRefusal.nameLength(length: 31, limit: 30), .nameBlank, .nameUnprintable,
            .targetNotPositive, .currencyMismatch(expected: .gbp), .keyReused, .unknownAccount,
          ], in: CreateGoalFlow.texts)
      ]),
    feature(
      "RoundUp", RoundUpFlow.texts,
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

  private static func feature(
    _ folder: String, _ texts: TextCatalog, made: [String: [String]] = [:]
  ) -> FeatureTexts {
    let steps = flowsFolder.appending(path: "../ServiceSteps").standardizedFileURL
    return FeatureTexts(
      in: flowsFolder.appending(path: folder).standardizedFileURL, texts,
      // Errors find their texts there.
      over: texts == sharedTexts ? steps : nil, otherTexts: [serviceTexts], made: made)
  }

  @Test func `no text is missing or left over in the walks, and no gap is left open`() throws {
    let look: (World) -> Void = { _ = $0.controller.prompt }
    try FeatureTexts.expectWhole(Self.features) {
      for walk in Walk.all { try walk.walk(beforeMove: { world, _ in look(world) }, atEnd: look) }
    }
  }

  @Test(arguments: features)
  func `the catalogue has what the code names`(feature: FeatureTexts) throws {
    try feature.expectAllThatIsNamed()
  }

  @Test func `the codes of causes are found in the code`() {
    #expect(CodedTexts.codes.count > 35)
    #expect(Set(CodedTexts.codes).isSuperset(of: ["server-silent", "token-close", "no-reason"]))
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
    .earlierOrder, .orderElsewhere, .inUse, .orderUnderWay,
  ]
}
