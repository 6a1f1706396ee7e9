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
  /// The rates of the place where it is taxed, and what there is without one.
  let choices: VATChoices
  /// Whether the service can be left to take what is usual.
  var offersUsual = false
  /// What was answered before.
  let before: ExplanationContents.VAT?

  /// A way of telling it.
  private enum Way: Encodable, Sendable {
    case usual, amount
    case told(ExplanationContents.VAT)
  }

  /// Asks; if the rates are not known, none is offered, and the help says what to do.
  ///
  /// If it is not the seller who accounts for the VAT, each question says so as its reason.
  ///
  /// - Returns: the answer, which is nil for what is usual; nil as long as there is none. An amount of VAT has
  ///   the sign of the amount that it is in.
  func ask(_ page: inout FormPage) -> ExplanationContents.VAT?? {
    let rates = choices.all.map { choice in
      Option(
        choice.word, Way.told(choice.told), label: choice.label, detail: included(choice.rate))
    }
    let usual = supply.usual?.rate(on: supply.day)
    let options =
      (offersUsual ? [Option("usual", .usual, detail: included(usual))] : [])
      + rates + [Option("amount", .amount)]
    var screen = ChoiceScreen("vat", question, options: options, default: standard)
    if let help { screen = screen.help(help) }
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

  /// What to do if there are no rates; nil if there are some.
  private var help: Text? {
    switch choices.gap {
    case .day: Day(VATTreatment.knownFrom).map { sharedTexts("vat.unknown-rates", $0) }
    case .country: sharedTexts("vat.no-country-rates")
    case nil: nil
    }
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
    switch before {
    case .amount: "amount"
    case .rate, .untaxed: choices.all.first { $0.told == before }?.word
    case nil where offersUsual: "usual"
    case nil: choices.choice(of: supply.usual)?.word
    }
  }

  /// How much VAT a rate comes to; nil if there is none, or the amount is not known.
  private func included(_ rate: VATRate?) -> Text? {
    guard let amount, let rate, supply.rate(for: rate) != .zero,
      let amounts = try? supply.amounts(paid: amount.positive, at: rate)
    else { return nil }
    return Text(amounts.vat)
  }
}

extension VATChoices.Choice {
  /// The word for it in journals, such as `standard`; of a rate that is known by no treatment, `rate-19`.
  fileprivate var word: String {
    switch treatment {
    case .standard: "standard"
    case .reduced: "reduced"
    case .zero: "zero"
    case .exempt: "exempt"
    case .outsideTheScope: "outside"
    case nil: rate.map { "rate-\($0.percent)" } ?? "none"
    }
  }

  /// The rate in per cent, with what it is called at its place; nil for the text of the option.
  fileprivate var label: Text? {
    guard treatment == nil, let percent = rate?.percent else { return nil }
    return names.isEmpty
      ? sharedTexts("vat.rate", .text(Text(percent)))
      : sharedTexts(
        "vat.rate.named", .text(Text(percent)), .string(names.joined(separator: ", ")))
  }

  /// The answer that it is.
  fileprivate var told: ExplanationContents.VAT {
    guard let rate else { return .untaxed(as: treatment ?? .outsideTheScope) }
    return .rate(percent: rate.percent)
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
