import Books
import BooksClient
import Days
import Flowline
import Money

/// Asks how much VAT there is of an amount: a rate with what it comes to, none, or an amount.
struct VATQuestion: Sendable {
  /// The amount; nil as long as it is not known.
  let amount: Money?
  let currency: Currency
  /// How the VAT is worked out; if nothing says what is usual, nothing is suggested: whether tax is reclaimed
  /// is not to be guessed.
  let supply: SupplyVAT
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

  /// Asks; a treatment whose rate is not known for the day is not offered, and the help says what to do.
  ///
  /// If it is not the seller who accounts for the VAT, each question says so as its reason.
  ///
  /// - Returns: the answer, which is nil for what is usual; nil as long as there is none. An amount of VAT has
  ///   the sign of the amount that it is in.
  func ask(_ page: inout FormPage) -> ExplanationContents.VAT?? {
    let treatments = Self.treatments.compactMap { word, treatment in
      treatment.told(on: supply.day).map { Option(word, Way.told($0), detail: included(treatment)) }
    }
    let options =
      (offersUsual ? [Option("usual", .usual, detail: supply.usual.flatMap(included))] : [])
      + treatments + [Option("amount", .amount)]
    var screen = ChoiceScreen("vat", question, options: options, default: standard)
    if treatments.count < Self.treatments.count, let first = Day(VATTreatment.knownFrom) {
      screen = screen.help(sharedTexts("vat.unknown-rates", first))
    }
    switch page.ask(worded(screen)) {
    case nil: return nil
    case .usual: return .some(nil)
    case .told(let vat): return vat
    case .amount:
      var told: Money?
      if case .amount(let vat) = before { told = vat.positive }
      let most = amount?.positive.minorUnits ?? Int64.max
      let screen = AmountScreen(
        "vat-amount", question, in: currency, minorUnits: 0...max(0, most), default: told)
      return page.ask(worded(screen)).map { .amount(value: $0.signed(like: amount)) }
    }
  }

  /// What is asked if the company accounts for the VAT as the buyer; nil for the text of the step.
  private var question: Text? {
    supply.accounting == .buyer ? sharedTexts("vat.by-buyer.question") : nil
  }

  /// A question with the texts that flows share, and with the reason why it is unusual, if it is.
  private func worded<Asked: Screen>(_ screen: Asked) -> Asked {
    let screen = screen.texts(in: sharedTexts)
    return switch supply.accounting {
    case .seller: screen
    case .buyer: screen.reason(sharedTexts("vat.by-buyer"))
    case .customer: screen.reason(sharedTexts("vat.by-customer"))
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
        .first { $0.rate(on: supply.day)?.percent == percent }
    case nil where offersUsual: return "usual"
    case nil: treatment = supply.usual
    }
    return Self.treatments.first { $0.treatment == treatment }?.word
  }

  /// How much VAT a way comes to; nil if there is none, or the amount is not known.
  private func included(_ treatment: VATTreatment) -> Text? {
    guard let amount, let rate = treatment.rate(on: supply.day), supply.rate(for: rate) != .zero,
      let amounts = try? supply.amounts(paid: amount.positive, at: rate)
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

extension VATAccounting {
  /// How much VAT there is, and who accounts for it if the seller does not.
  func words(for vat: Money) -> Text {
    switch self {
    case .seller: Text(vat)
    case .buyer: sharedTexts("vat.accounted-for", vat)
    case .customer: sharedTexts("vat.none-charged")
    }
  }
}

extension SupplyAmounts {
  /// How much VAT there is, and what is left without it; of what has no VAT only that.
  var rows: [Row] {
    let row = Row("vat", accounting.words(for: vat))
    return accounting == .customer ? [row] : [row, Row("net", net)]
  }
}

extension Money {
  /// The amount without its sign; itself if it has no opposite.
  var positive: Money { (try? magnitude()) ?? self }

  /// The amount with the sign of another one; itself if there is no other, or it has no opposite.
  fileprivate func signed(like other: Money?) -> Money {
    other?.isNegative == true ? (try? negated()) ?? self : self
  }
}
