import Books
import BooksClient
import Days
import Flowline
import FoundationEssentials
import Money

/// All that a form needs to claim a journey.
struct MileageFacts: Codable, Sendable {
  let expenses: ExpenseFacts
  let rules: MileageRules
}

/// The form by which a journey is claimed: which engines there are depends on the day, and whether they are
/// asked for on the VAT that can be reclaimed.
struct MileageForm: Sendable {
  let facts: MileageFacts
  /// What was answered before; those answers are suggested again.
  var before: ExpenseClaim?

  private let texts = ExpenseFlow.texts

  init(_ facts: MileageFacts, before: ExpenseClaim? = nil) {
    self.facts = facts
    self.before = before
  }

  var form: Form<ExpenseClaim> {
    Form("mileage-form", texts("mileage-form.title")) { page in claim(of: &page) }
  }

  private var journeyBefore: ExpenseContents.Journey? { before?.contents.journey }

  private func claim(of page: inout FormPage) -> ExpenseClaim? {
    let fields = ClaimFields(facts.expenses, before: before)
    var draft = fields.begin(&page)
    let distance = draft.require(page.ask(distance))
    fields.askDescription(&page, &draft)
    // What follows depends on these two, so that a page asks for them first.
    guard let vehicle = page.ask(vehicle) else { return nil }
    var journey = ExpenseContents.Journey(
      distance: distance.flatMap { ExactDecimal($0.description) } ?? 0, in: unit,
      vehicle: vehicle, isReclaimed: journeyBefore?.isReclaimed ?? true)
    if !facts.expenses.projects.isEmpty {
      let screen = ConfirmScreen("reclaim", default: journey.isReclaimed)
      guard let isReclaimed = page.ask(screen) else { return nil }
      journey.isReclaimed = isReclaimed
    }
    if facts.expenses.company.mayBeOnFlatRate, mayReclaimVAT(journey, on: draft.contents.day) {
      guard let isOnFlatRate = page.ask(flatRate) else { return nil }
      journey.isOnFlatRate = isOnFlatRate
    }
    if mayReclaimVAT(journey, on: draft.contents.day) { askFuel(&page, &draft, &journey) }
    if !journey.hasReceipt { keepEngine(&journey, on: draft.contents.day) }
    // What nobody is paid for is only of use if a customer is billed for it.
    fields.askProject(&page, &draft, isRequired: !journey.isReclaimed)
    if draft.contents.project != nil {
      let before = journeyBefore?.rebillRate.flatMap { Decimal(string: $0.description) }
      let rate = DecimalScreen(
        "rebill-rate", fractionDigits: max(4, journeyBefore?.rebillRate?.fractionDigits ?? 0),
        from: 0, to: 100, default: before)
      let answer = draft.require(page.ask(rate.optional()))
      journey.rebillRate = answer.flatMap(\.self).flatMap { ExactDecimal($0.description) }
    }
    fields.askProperty(&page, &draft)
    fields.askReceipt(&page, &draft)
    draft.contents.journey = journey
    return draft.claim
  }

  // MARK: - The journey

  /// In what the company measures distances.
  private var unit: DistanceUnit { facts.expenses.company.distanceUnit }

  private var distance: some Screen<Decimal> {
    let before = journeyBefore.flatMap { Decimal(string: $0.distance.description) }
    return DecimalScreen(
      "distance", fractionDigits: max(2, journeyBefore?.distance.fractionDigits ?? 0),
      from: Decimal(string: "0.01"), to: 100_000, default: before
    ).unit(unit == .miles ? ["miles", "mile", "mi", "миль"] : ["km", "км"]).texts(
      unit == .miles ? "distance-in-miles" : "distance-in-kilometres"
    ).warning("far", unless: before) { distance in
      distance > 2_000 ? texts("distance.far") : nil
    }
  }

  private var vehicle: ChoiceScreen<Vehicle> {
    let vehicles = Vehicle.allCases.filter { $0.isAllowed(in: facts.expenses.company.kind) }
    return ChoiceScreen(
      "vehicle", options: vehicles.map { Option($0.word, $0) },
      default: (journeyBefore?.vehicle ?? .car).word)
  }

  /// On the scheme no VAT on fuel is reclaimed, and the service only says that the company began on it.
  private var flatRate: ConfirmScreen {
    let hadReceipt = journeyBefore?.hasReceipt ?? false
    return ConfirmScreen("flat-rate", default: journeyBefore?.isOnFlatRate ?? !hadReceipt)
  }

  /// Whether there could be VAT on the fuel, if there is a receipt.
  private func mayReclaimVAT(_ journey: ExpenseContents.Journey, on day: Day) -> Bool {
    FuelVAT.obstacles(
      to: Journey(on: day, by: journey.vehicle, miles: journey.miles ?? 0),
      registration: facts.expenses.company.registration,
      isOnFlatRate: journey.isOnFlatRate ?? false, isReclaimed: journey.isReclaimed,
      hasReceipt: true
    ).isEmpty
  }

  private func askFuel(
    _ page: inout FormPage, _ draft: inout ClaimDraft, _ journey: inout ExpenseContents.Journey
  ) {
    let screen = ConfirmScreen("fuel-receipt", default: journeyBefore?.hasReceipt ?? false)
    journey.hasReceipt = draft.require(page.ask(screen)) ?? false
    guard journey.hasReceipt else { return }
    let engines = facts.rules.engines(on: draft.contents.day)
    let options = engines.map { engine in
      Option(Self.key(engine.type), engine.type, label: label("engine", engine.type))
    }
    guard !options.isEmpty else { return }
    let engine = draft.require(
      page.ask(
        ChoiceScreen(
          "engine", options: options,
          default: journeyBefore?.engine.map { Self.key($0) } ?? options[0].key)))
    journey.engine = engine
    let sizes = engines.first { $0.type == engine }?.sizes ?? []
    guard sizes.count > 1 else {
      journey.size = sizes.first
      return
    }
    let before = journeyBefore?.size.map { Self.key($0) }
    journey.size = draft.require(
      page.ask(
        ChoiceScreen(
          "size", options: sizes.map { Option(Self.key($0), $0, label: label("size", $0)) },
          default: sizes.map { Self.key($0) }.first { $0 == before } ?? Self.key(sizes[0]))))
  }

  /// Keeps the engine that was told before, if there is such an engine on the day: without a receipt for the
  /// fuel nobody is asked for it.
  private func keepEngine(_ journey: inout ExpenseContents.Journey, on day: Day) {
    guard journey.vehicle != .bicycle, let engine = journeyBefore?.engine,
      let sizes = facts.rules.engines(on: day).first(where: { $0.type == engine })?.sizes
    else { return }
    journey.engine = engine
    journey.size = journeyBefore?.size.flatMap { sizes.contains($0) ? $0 : nil }
  }

  /// What was answered about a journey, as rows of a review.
  func rows(of journey: ExpenseContents.Journey) -> [Row] {
    var rows = [
      Row("distance", Text(distance: journey.distance, in: unit)),
      Row("vehicle", texts("vehicle.option.\(journey.vehicle.word)")),
    ]
    if journey.hasReceipt, let engine = journey.engine {
      rows.append(Row("engine", label("engine", engine)))
      // One size alone is none to be told.
      if let size = journey.size, let label = texts["size.option.\(Self.key(size))"] {
        rows.append(Row("size", label))
      }
    }
    return rows
  }

  /// The service’s words as journals have them: `electric-home-charger`.
  private static func key(_ words: String) -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// The service’s words in the session’s language, if they are known.
  private func label(_ step: String, _ words: String) -> Text {
    texts["\(step).option.\(Self.key(words))"] ?? Text(verbatim: words)
  }
}

extension Vehicle {
  /// The word for it in journals.
  var word: String { rawValue.lowercased() }
}
