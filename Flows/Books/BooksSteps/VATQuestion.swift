import Books
import BooksClient
import Days
import Flowline
import Money

/// Asks how much VAT is in an amount: a rate with what it comes to, none, or an amount.
struct VATQuestion: Sendable {
  /// The amount; nil as long as it is not known.
  let amount: Money?
  let currency: Currency
  let day: Day
  /// What is usual for the category; nil if nothing says: whether tax is reclaimed is not to be guessed.
  let usual: VATTreatment?
  /// Whether the service can be left to take what is usual.
  var offersUsual = false
  /// What was answered before.
  let before: ExplanationContents.VAT?

  /// A way of telling it.
  private enum Way: Encodable, Sendable {
    case usual, amount
    case told(ExplanationContents.VAT)
  }

  private static let treatments: [(word: String, treatment: VATTreatment)] = [
    ("standard", .standard), ("reduced", .reduced), ("zero", .zero), ("exempt", .exempt),
    ("outside", .outsideTheScope),
  ]

  /// Asks; a treatment whose rate is not known for the day is not offered, and the reason is shown.
  ///
  /// - Returns: the answer, which is nil for what is usual; nil as long as there is none. An amount of VAT has
  ///   the sign of the amount that it is in.
  func ask(_ page: inout FormPage) -> ExplanationContents.VAT?? {
    let treatments = Self.treatments.compactMap { word, treatment in
      treatment.told(on: day).map { Option(word, Way.told($0), detail: included(treatment)) }
    }
    let options =
      (offersUsual ? [Option("usual", .usual, detail: usual.flatMap(included))] : [])
      + treatments + [Option("amount", .amount)]
    var screen = ChoiceScreen("vat", options: options, default: standard)
    if treatments.count < Self.treatments.count, let first = Day(VATTreatment.knownFrom) {
      screen = screen.reason(sharedTexts("vat.unknown-rates", first))
    }
    switch page.ask(screen.texts(in: sharedTexts)) {
    case nil: return nil
    case .usual: return .some(nil)
    case .told(let vat): return vat
    case .amount:
      var told: Money?
      if case .amount(let vat) = before { told = vat.positive }
      let most = amount?.positive.minorUnits ?? Int64.max
      let screen = AmountScreen(
        "vat-amount", in: currency, minorUnits: 0...max(0, most), default: told)
      return page.ask(screen.texts(in: sharedTexts)).map { .amount(value: $0.signed(like: amount)) }
    }
  }

  /// What Enter takes.
  private var standard: String? {
    let treatment: VATTreatment?
    switch before {
    case .amount: return "amount"
    case .untaxed(let before): treatment = before
    case .rate(let percent):
      treatment = Self.treatments.map(\.treatment)
        .first { $0.rate(on: day)?.percent == percent }
    case nil where offersUsual: return "usual"
    case nil: treatment = usual
    }
    return Self.treatments.first { $0.treatment == treatment }?.word
  }

  /// How much VAT a way comes to; nil if there is none, or the amount is not known.
  private func included(_ treatment: VATTreatment) -> Text? {
    guard let amount, let rate = treatment.rate(on: day), rate != .zero,
      let amounts = try? VATAmounts(gross: amount.positive, rate: rate)
    else { return nil }
    return Text(amounts.vat)
  }
}

extension VATTreatment {
  /// The answer that it is on a day; nil if its rate is not known for that day.
  fileprivate func told(on day: Day) -> ExplanationContents.VAT? {
    switch self {
    case .standard, .reduced, .zero: rate(on: day).map { .rate(percent: $0.percent) }
    case .exempt, .outsideTheScope: .untaxed(as: self)
    }
  }
}

extension ExplanationContents.VAT {
  /// How much VAT that is in an amount, and the rest, both without a sign; nil if there is none to tell.
  func amounts(in amount: Money) -> VATAmounts? {
    switch self {
    case .rate(let percent):
      VATRate(percent: percent).flatMap { try? VATAmounts(gross: amount.positive, rate: $0) }
    case .amount(let vat): try? VATAmounts(gross: amount.positive, vat: vat.positive)
    case .untaxed: nil
    }
  }
}

extension VATAmounts {
  /// How much VAT there is, and what is left without it.
  var rows: [Row] { [Row("vat", vat), Row("net", net)] }
}

extension Money {
  /// The amount without its sign; itself if it has no opposite.
  var positive: Money { (try? magnitude()) ?? self }

  /// The amount with the sign of another one; itself if there is no other, or it has no opposite.
  fileprivate func signed(like other: Money?) -> Money {
    other?.isNegative == true ? (try? negated()) ?? self : self
  }
}
