public import Money

/// Asks for an amount of money in one currency, typed by the locale's rules.
public struct AmountScreen: Screen {
  /// An exact amount in the screen's currency.
  public typealias Output = Money

  /// The words of the question; the default is recorded as
  /// `{"currency":"GBP","minorUnits":150000}`.
  public var question: Question
  private let currency: Currency
  private let range: ClosedRange<Int64>

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - currency: the only currency that is taken.
  ///   - range: the smallest and the largest amount allowed, in minor units.
  ///   - standard: what Enter takes; ignored if it is out of the range or in another currency.
  public init(
    _ id: StepID, _ question: Text? = nil, in currency: Currency,
    minorUnits range: ClosedRange<Int64> = 1...Int64.max, default standard: Money? = nil
  ) {
    self.question = Question(id, question)
    self.currency = currency
    self.range = range
    if let standard, standard.currency == currency, range.contains(standard.minorUnits) {
      self.question.defaultAnswer = Self.recorded(standard)
    }
  }

  /// An amount, with the currency's code, its number of decimals and the range in minor units.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .amount(currency: currency.code, exponent: currency.exponent, minorUnits: range)
  }

  /// What scripts compare: the kind `amount`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .amount }

  /// The default, else 150 units of the currency or a round amount that is allowed, in the locale's
  /// notation.
  public func example(in environment: FlowEnvironment) -> String? {
    typedDefault(in: environment)
      ?? money(Self.usual(in: currency, range)).editableText(locale: environment.locale)
  }

  /// An amount to show as an example: 150 units of the currency, or a round amount if they are not
  /// allowed.
  package static func usual(in currency: Currency, _ range: ClosedRange<Int64>) -> Int64 {
    Int64(
      UsualNumber.like(
        Int128(currency.minorUnitsPerUnit) * 150, from: Int128(range.lowerBound),
        to: Int128(range.upperBound)))
  }

  /// The amount in the locale's notation, without the currency.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    Self.money(recorded)?.editableText(locale: environment.locale)
  }

  /// The amount as the locale writes it, and spelled out.
  public func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    Self.money(recorded).map { $0.echo(in: environment) }
  }

  /// Reads an amount by the locale's rules, or the recorded form.
  ///
  /// Another currency, an amount outside the range, too many decimals and text that is no amount
  /// are refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Money>, Refusal> {
    parse(answer, in: environment).flatMap { money in
      if money.currency != currency {
        return .failure(.otherCurrency(money.currency.code, wanted: currency.code))
      }
      if money.minorUnits < range.lowerBound {
        return .failure(.tooLow(least: .money(self.money(range.lowerBound))))
      }
      if money.minorUnits > range.upperBound {
        return .failure(.tooHigh(most: .money(self.money(range.upperBound))))
      }
      return .success(Accepted(money, recorded: Self.recorded(money)))
    }
  }

  private func parse(_ answer: Answer, in environment: FlowEnvironment) -> Result<Money, Refusal> {
    if case .json(let json) = answer, let money = Self.money(json) { return .success(money) }
    guard let text = answer.line else { return .failure(.wrongShape(.amount)) }
    let parser = AmountParser(locale: environment.locale, currency: currency)
    let isSigned = range.lowerBound < 0
    return parser.parse(text, isSigned: isSigned).mapError { problem -> Refusal in
      let rewriting = Rewriting(
        of: text, problem, sign: parser.decimalSeparator,
        swapped: parser.swappingSeparators(in: text, isSigned: isSigned)?
          .editableText(locale: environment.locale),
        isRead: { (try? parser.parse($0, isSigned: isSigned).get()) != nil })
      return .amount(
        problem, in: text, currency: currency, example: example(in: environment),
        rewriting: rewriting)
    }
  }

  private func money(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: currency)
  }

  private static func recorded(_ money: Money) -> JSONValue {
    ["currency": .string(money.currency.code), "minorUnits": .integer(money.minorUnits)]
  }

  /// The amount that was recorded; nil if it is no amount.
  static func money(_ recorded: JSONValue) -> Money? {
    guard case .integer(let minorUnits)? = recorded["minorUnits"],
      let currency = recorded["currency"]?.string.flatMap(Currency.init(code:))
    else { return nil }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}
