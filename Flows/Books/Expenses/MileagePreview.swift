import Books
import BooksClient
import Days
import Flowline
import Money

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
  /// Whether VAT could be reclaimed if its rate were known.
  private(set) var lacksRate = false
  /// Whether nobody is paid for it, and only a customer is billed.
  private(set) var isOnlyBilled = false

  init() {}

  /// Finds what a journey comes to; distances in kilometres are left to the service.
  init(of contents: ExpenseContents, _ facts: MileageFacts, _ miles: MilesSoFar?) {
    let company = facts.expenses.company
    guard let claimed = contents.journey else { return }
    isOnlyBilled = !claimed.isReclaimed
    guard claimed.isReclaimed, !company.usesKilometres else { return }
    let journey = Journey(on: contents.day, by: claimed.vehicle, miles: claimed.distance)
    self.miles = claimed.vehicle == .car ? miles : nil
    allowance =
      (try? facts.rules.allowance(
        of: journey, milesBefore: miles?.before ?? 0, in: company.currency)).flatMap(\.self)
    let obstacles = FuelVAT.obstacles(
      to: journey, registration: company.registration, isReclaimed: true,
      hasReceipt: claimed.hasReceipt)
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

  /// The rows that show it.
  var rows: [Row] {
    guard !isOnlyBilled else { return [Row("only-billed")] }
    var rows: [Row] = []
    if let miles { rows.append(Row("so-far", Text(miles.before), with: ["year": miles.year])) }
    guard let allowance else { return rows + [Row("no-preview")] }
    let texts = ExpenseFlow.texts
    rows += allowance.parts.map { part in
      Row("part", texts("part", .decimal(part.miles.description), .text(Text(rate: part.rate))))
    }
    rows.append(Row("amount", allowance.amount))
    if let fuel, let advisory {
      rows.append(Row("fuel-vat", fuel.vat))
      rows.append(Row("advisory", advisory.from))
    }
    if lacksRate { rows.append(Row("no-advisory")) }
    if let miles, miles.laterJourneys > 0, allowance.rates.rates[.car] != nil {
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

  /// What one mile is paid with: an amount, or a number if it has more decimals than money.
  init(rate: ExactDecimal) {
    self = Money(exactly: rate, currency: .gbp).map { Text($0) } ?? Text(rate)
  }
}
