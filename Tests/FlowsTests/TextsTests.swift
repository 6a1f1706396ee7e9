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
        "trouble": BankError.Code.all.map(\.rawValue) + [
          "other", "not-logged-in.no-token", "unavailable.logging-out",
        ],
        // What is not listed has the text “other”.
        "remedy": [
          "unavailable", "unknown-account", "not-logged-in", "insufficient-scope",
          "too-many-requests", "unreadable-answer", "earlier-order", "in-use", "order-elsewhere",
          "order-under-way", "storage", "not-a-bank", "other", "outcome-unknown.wants-token",
          "unavailable.no-tls", "unavailable.logging-out", "unavailable.certificate-refused",
          "refused.not-found", "too-many-requests.retry-in",
          "too-many-requests.retry-at",
        ],
        "age": [
          "unavailable", "too-many-requests", "not-logged-in", "insufficient-scope", "other",
        ],
        "settled": OpenOrderFlow.End.allCases.filter { $0 != .open }.map(\.rawValue),
        "signs": [OrderSigns.one, .several, .none, .unreadable].map(\.rawValue),
        "open-order.again": ["transfer", "goal", "deletion"],
        "give-up": ["goal", "deletion"],
        "cause": Array(coded.causes), "advice": Array(coded.advice),
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

  /// What services and the bank say to people; at a bank nobody logs in by OAuth.
  private static let coded = CodedTexts(
    in: ["Sources/Services", "Sources/Bank"], leavingOut: "OAuth/")

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
    #expect(Self.coded.causes.count > 35)
    #expect(Self.coded.causes.isSuperset(of: ["server-silent", "no-reason"]))
    #expect(Self.coded.advice.contains("token-close"))
  }

  @Test func `what a client says to people has a code`() {
    let services = ["ServiceCalls", "ServiceOrders", "ServiceStorage"].map {
      "Sources/Services/\($0)"
    }
    let code = CodedTexts(
      in: services + [
        "Sources/Bank/BankClient", "Sources/Commands/ServeCommand/CustomerBanks.swift",
      ])
    // What contradicts the bank's records is for logs.
    #expect(
      code.uncoded.filter { !$0.contains("the key of an order must be a UUID") } == [])
  }

  @Test func `a cause that all services share has one text`() {
    let shared = Set(serviceTexts.keys).intersection(sharedTexts.keys)
    #expect(shared.filter { $0.hasPrefix("cause.") } == [])
  }
}

extension BankError.Code {
  /// All codes that there are now.
  fileprivate static let all: [BankError.Code] = [
    .unavailable, .unknownAccount, .storage, .notABank, .invalidRecord, .notLoggedIn,
    .insufficientScope, .token, .tooManyRequests, .unreadableAnswer, .refused, .outcomeUnknown,
    .earlierOrder, .orderElsewhere, .inUse, .orderUnderWay,
  ]
}
