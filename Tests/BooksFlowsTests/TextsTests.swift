import Books
import BooksClient
import FlowTestSupport
import Flowline
import FlowlineTesting
import FoundationEssentials
import SampleBooks
import Testing

@testable import BooksFlows
@testable import ServiceSteps

/// The texts of the flows are whole: the code, the scripts and the walks need them all, and no others.
struct TextsTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Flows/Books")

  private static let serviceSteps = folder.deletingLastPathComponent()
    .appending(path: "ServiceSteps")

  /// Where what people are told of books is named, below the folder of the package.
  private static let places = [
    "Sources/Services/ServiceBasics", "Sources/Services/ServiceCalls",
    "Sources/Services/ServiceOrders", "Sources/Services/ServiceStorage",
    "Sources/Books/BooksClient", "Sources/Books/BooksHTTP", "Sources/Commands/BooksConnection",
    "Sources/Commands/BankProgram", "Flows/Books",
  ]

  /// The same as folders.
  private static let sources = places.map {
    folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: $0)
  }

  private static let coded = CodedTexts(in: places)

  private static let catalogs = [
    sharedTexts, HomeFlow.texts, ExplainFlow.texts, ApproveFlow.texts, ExpenseFlow.texts,
    EmailDocumentFlow.texts, BooksLogInFlow.texts, serviceTexts,
  ]

  private static func feature(
    _ name: String, _ texts: TextCatalog, made: [String: [String]] = [:], named: [String] = []
  ) -> FeatureTexts {
    FeatureTexts(
      in: folder.appending(path: name), texts,
      // Errors find their texts there.
      over: texts == sharedTexts ? serviceSteps : nil,
      // What flows share shows texts of theirs; theirs show the texts that they share.
      sharedCode: texts == sharedTexts ? folder : folder.appending(path: "BooksSteps"),
      otherTexts: catalogs, made: made, named: named)
  }

  private static let documents = OutgoingDocument.Kind.allCases.map(\.rawValue)

  private static let engines = [
    "petrol", "diesel", "lpg", "electric", "electric-home-charger", "electric-public-charger",
  ].map { "engine.option.\($0)" }

  static let features = [
    feature(
      "BooksSteps", sharedTexts,
      made: [
        "trouble": BooksError.Code.all.map(\.rawValue) + ["other", "unavailable.logging-out"],
        "remedy": BooksError.Code.all.map(\.rawValue) + ["other"] + ends(of: "remedy"),
        "cause": ends(of: "cause"),
        "ec-status.option": ECStatus.allCases.map(\.word),
        "rebill.option": ExplanationDraft.Rebilling.allCases.map(\.rawValue),
      ],
      named: (0...8).map { "level.\($0)" }),
    feature(
      "Home", HomeFlow.texts,
      made: [
        "document.question": documents,
        "notices": Notice.Kind.allCases.map(\.rawValue),
        "overview": OverviewPart.allCases.map(\.rawValue),
        "overview.row": [
          "incoming", "outgoing", "balance", "income", "expenses", "profit", "loss",
        ],
        // Of e-mails.
        "form": [],
      ],
      named: documents.map { "kind.option.\($0)" }
        + OverviewPart.allCases.map { "place.option.again-\($0.rawValue)" }),
    feature(
      "Explain", ExplainFlow.texts,
      made: [
        "type.option": ExplanationKind.allCases.map(\.word),
        // What can be emptied by another answer.
        "field": ExplanationField.allCases.map(\.rawValue).filter {
          ExplainFlow.texts["field.\($0)"] != nil
        },
      ]),
    feature("Approve", ApproveFlow.texts),
    feature("LogIn", BooksLogInFlow.texts),
    feature(
      "Email", EmailDocumentFlow.texts,
      made: [
        "form": documents, "none": documents,
        "status": [
          "approved", "draft", "invoiced", "open", "overdue", "overpaid", "paid",
          "part-written-off", "refunded", "rejected", "scheduled-to-email", "sent", "written-off",
          "zero-value",
        ],
      ]),
    feature(
      "Expenses", ExpenseFlow.texts,
      made: [
        "change.option": ["save", "leave"],
        "recurring.option": Recurrences.words.map { $0.key },
        "size.option": [
          "up-to-1400cc", "1401-2000cc", "up-to-1600cc", "1601-2000cc", "over-2000cc",
        ],
        "vehicle.option": Vehicle.allCases.map(\.word),
      ],
      named: ["result.owed-to.vat", "result.owed-by.vat"] + engines),
  ]

  /// The ends of the keys that codes of causes are found under.
  private static func ends(of beginning: String) -> [String] {
    [sharedTexts, serviceTexts].flatMap {
      (try? FeatureTexts.ends(of: beginning, in: $0, saidIn: sources)) ?? []
    }
  }

  @Test(arguments: features)
  func `the catalogue has what the code names`(feature: FeatureTexts) throws {
    try feature.expectAllThatIsNamed()
  }

  @Test func `no text is missing or left over, and no gap is left open`() throws {
    try FeatureTexts.expectWhole(Self.features) {
      for script in try ScriptCase.all(in: "../../Flows/Books") {
        script.expectMatch(.recorded) { environment in
          BooksFlows.catalog(SampleBooks.lazy(in: environment))
        }
      }
      for locale in ["en_GB", "ru_RU"] { try walkEmailsAndClaims(in: locale) }
    }
  }

  @Test func `the codes of causes are found in the code`() {
    let codes = Set(Self.ends(of: "cause"))
    #expect(codes.isSuperset(of: ["server-silent", "no-trace", "redirected"]))
    #expect(Self.coded.causes.isSuperset(of: ["server-silent", "no-trace", "redirected"]))
  }

  @Test func `each cause has its text`() {
    let known = Set(sharedTexts.keys + serviceTexts.keys)
    #expect(Self.coded.causes.filter { !known.contains("cause.\($0)") } == [])
  }

  @Test func `what a client says to people has a code`() {
    #expect(Self.coded.uncoded == [])
  }

  @Test func `a cause that all services share has one text`() {
    let shared = Set(serviceTexts.keys).intersection(sharedTexts.keys)
    #expect(shared.filter { $0.hasPrefix("cause.") } == [])
  }

  // MARK: - Walks

  private func walkEmailsAndClaims(in locale: String) throws {
    for kind in ["invoice", "credit-note", "estimate"] {
      try walk("email-document", ["kind": .text(kind), "subject": "A", "body": "B"], locale)
    }
    try walk("email-document", ["document": "invoice-7"], locale)
    try walk("email-document", ["document": "invoice-8", "unusual": "y"], locale)
    for answers in details {
      let world = try BooksWorld(locale: locale)
      try world.start("expense")
      try world.fill(["category": "285", "amount": "10", "description": "A"])
      world.answer("details")
      try world.fill(answers)
      world.answer("save")
      #expect(world.output != nil)
    }
    for vehicle in ["car", "motorcycle", "bicycle"] {
      try walk(
        "mileage", ["distance": "60", "description": "A", "vehicle": .text(vehicle)], locale)
    }
    try walk(
      "mileage",
      ["distance": "1", "description": "A", "fuel-receipt": "y", "project": "project-1"], locale)
    for claim in ["claim-6", "claim-8"] {
      let world = try BooksWorld(locale: locale)
      try world.walk("books", "expenses", .text(claim), "change")
      try world.fill(claim == "claim-6" ? ["category": "285"] : ["vehicle": "bicycle"])
      world.answer("save", "receipt")
      #expect(world.step.hasSuffix("new-receipt"))
    }
  }

  private var details: [[String: Answer]] {
    [
      ["project": "project-1", "rebill": "markup", "markup": "10", "recurring": "weekly"],
      [
        "project": "project-1", "rebill": "price", "price": "10", "vat": "amount",
        "vat-amount": "1",
      ],
      ["currency": "EUR", "amount": "10", "direction": "refund", "reference": "7"],
      ["category": "609", "stock": "stock-1", "quantity": "2"],
    ]
  }

  /// Walks a flow to its end, whatever it asks.
  private func walk(_ flow: FlowID, _ answers: [String: Answer], _ locale: String) throws {
    let world = try BooksWorld(locale: locale)
    try world.start(flow)
    try world.fill(answers)
    #expect(!world.page.isEmpty)
    world.answer("change")
    try world.fill([:])
    world.answer("")
    #expect(world.output != nil, "\(world.step) \(world.page)")
  }
}

extension BooksError.Code {
  /// All codes that there are now.
  fileprivate static let all: [BooksError.Code] = [
    .unavailable, .busy, .notLoggedIn, .logInFailed, .client, .portTaken, .notAllowed, .gone,
    .refused, .unreadable, .storage, .orderUnderWay, .outcomeUnknown, .earlierOrder,
  ]
}
