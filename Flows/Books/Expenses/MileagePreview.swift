import Books
import BooksClient
import Days
import Flowline
import Money

/// What the first miles of a journey were paid with, before its day or its vehicle was changed.
struct EarlierRate: Sendable {
  let vehicle: Vehicle
  let rate: ExactDecimal

  /// The rate that a claim in the books was paid with; nil if there is none.
  init?(of filed: FiledClaim?) {
    guard let filed, let vehicle = filed.expense.journey?.vehicle, let rate = filed.rate else {
      return nil
    }
    (self.vehicle, self.rate) = (vehicle, rate)
  }

  /// The rate of what was answered before; nil if nothing was, or no rate is known.
  init?(of claim: ExpenseClaim?, by rules: MileageRules) {
    guard let contents = claim?.contents, let journey = contents.journey, journey.isReclaimed,
      let rate = rules.firstRate(of: journey.vehicle, on: contents.day)
    else { return nil }
    (self.vehicle, self.rate) = (journey.vehicle, rate)
  }
}

/// What a journey probably comes to, by the service’s rates and the rules of the tax; the service’s own
/// figures win.
struct MileagePreview: Sendable {
  /// The miles of the tax year before it; nil if they do not count.
  private(set) var miles: MilesSoFar?
  /// What it is paid with; nil if it is not paid, or no rate is known.
  private(set) var allowance: MileageAllowance?
  /// The VAT on the fuel; nil if none can be reclaimed, or its rate is not known.
  private(set) var fuel: FuelVAT?
  /// The advisory rates by which that was found.
  private(set) var advisory: AdvisoryFuelRates?
  /// The rate for the first miles before an answer was changed, and now; nil if it is the same.
  private(set) var rateChange: (was: ExactDecimal, now: ExactDecimal)?
  /// Whether VAT could be reclaimed if its rate were known.
  private(set) var lacksRate = false
  /// Whether the company is on the flat-rate scheme, so that no VAT is reclaimed.
  private(set) var isOnFlatRate = false
  /// Whether nobody is paid for it, and only a customer is billed.
  private(set) var isOnlyBilled = false
  /// What becomes of the claims that come after it; nil if there are none, or it is not known.
  private var knownLater: [LaterClaims]?

  init() {}

  /// Finds what a journey comes to, by its miles.
  ///
  /// - Parameters:
  ///   - contents: the journey.
  ///   - facts: what the form was made of.
  ///   - miles: the miles of the tax year before it.
  ///   - before: what its miles were paid with before an answer was changed; nil if none was.
  init(
    of contents: ExpenseContents, _ facts: MileageFacts, _ miles: MilesSoFar?, before: EarlierRate?
  ) {
    let company = facts.expenses.company
    knownLater = miles?.later
    guard let claimed = contents.journey else { return }
    isOnlyBilled = !claimed.isReclaimed
    guard claimed.isReclaimed, let distance = claimed.miles else { return }
    let journey = Journey(on: contents.day, by: claimed.vehicle, miles: distance)
    self.miles = claimed.vehicle == .car ? miles : nil
    allowance =
      (try? facts.rules.allowance(
        of: journey, milesBefore: miles?.before ?? 0, in: company.currency)).flatMap(\.self)
    let rate = facts.rules.firstRate(of: claimed.vehicle, on: contents.day)
    if let before, let rate, before.vehicle == claimed.vehicle, before.rate != rate {
      rateChange = (was: before.rate, now: rate)
    }
    let obstacles = FuelVAT.obstacles(
      to: journey, registration: company.registration,
      isOnFlatRate: claimed.isOnFlatRate ?? false, isReclaimed: true,
      hasReceipt: claimed.hasReceipt)
    isOnFlatRate = obstacles.contains(.flatRateScheme)
    guard obstacles.isEmpty, let allowance else { return }
    let row = AdvisoryFuelRates.on(contents.day)
    let engine = claimed.engine.flatMap { Engine(rawValue: $0) }
    guard let row, let engine, let rate = row.rate(of: engine, size: claimed.size ?? "") else {
      lacksRate = true
      return
    }
    advisory = row
    fuel = try? FuelVAT(of: allowance, advisory: rate)
  }

  /// What the service’s figures are compared with.
  func expected(of claim: ExpenseClaim) -> Expected {
    Expected(amount: allowance?.amount, vat: fuel?.vat)
  }

  /// The claims that come after it, as they are expected to become.
  var later: [LaterClaims] { knownLater ?? [] }

  /// What is paid, which a person looks for first; nil if nothing is, or it is not known.
  var total: Row? { isOnlyBilled ? nil : allowance.map { Row("paid", $0.amount) } }

  /// The rows that show how it comes to that.
  var rows: [Row] { ownRows + later.rows }

  private var ownRows: [Row] {
    guard !isOnlyBilled else { return [Row("only-billed")] }
    var rows: [Row] = []
    if let miles { rows.append(Row("so-far", Text(miles.before), with: ["year": miles.year])) }
    guard let allowance else { return rows + [Row("no-preview")] }
    let texts = ExpenseFlow.texts
    rows += allowance.parts.map { part in
      Row("part", texts("part", Text(distance: part.miles), Text(rate: part.rate)))
    }
    if let rateChange {
      rows.append(
        Row(
          "rate-changed",
          texts("rate-changed", Text(rate: rateChange.was), Text(rate: rateChange.now))))
    }
    if let fuel, let advisory {
      rows.append(Row("fuel-vat", fuel.vat))
      rows.append(Row("advisory", advisory.from))
    }
    if isOnFlatRate { rows.append(Row("flat-rate")) }
    if lacksRate { rows.append(Row("no-advisory")) }
    if knownLater == nil, let miles, miles.laterJourneys > 0, allowance.rates.rates[.car] != nil {
      rows.append(Row("later", with: ["count": miles.laterJourneys]))
    }
    return rows
  }
}

extension Text {
  /// A number with all its decimals.
  init(_ number: ExactDecimal) {
    self = ExpenseFlow.texts("number", .decimal(number.description))
  }

  /// A distance with its unit: `1 mile`, `12.5 miles`.
  init(distance: ExactDecimal, in unit: DistanceUnit = .miles) {
    let texts = ExpenseFlow.texts
    let key = unit == .miles ? "miles" : "kilometres"
    self =
      Int(distance.description).map { texts(key, $0) }
      ?? texts("\(key).fraction", .decimal(distance.description))
  }

  /// Miles in a unit: `1 mile`, `1.6 kilometres`.
  init(miles: ExactDecimal, in unit: DistanceUnit) {
    if let distance = try? unit.distance(ofMiles: miles) {
      self.init(distance: distance, in: unit)
    } else {
      self.init(distance: miles)
    }
  }

  /// What one mile is paid with: an amount, or a number if it has more decimals than money.
  init(rate: ExactDecimal) {
    self = Money(exactly: rate, currency: .gbp).map { Text($0) } ?? Text(rate)
  }
}
