public import FoundationEssentials
import Money

/// Asks for a number with decimals, typed by the locale's rules and read exactly.
///
/// It is recorded as a string of digits with a dot and all its decimals, such as `"12.50"`.
public struct DecimalScreen: Screen {
  /// A number with at most the allowed decimals, exact to its last digit.
  public typealias Output = Decimal

  /// The words of the question; the default is recorded as text with all its decimals, `"1234.50"`.
  public var question: Question
  private let fractionDigits: Int
  private let least: FixedDecimal?
  private let most: FixedDecimal?
  /// How the unit is written that may be behind the number; empty if none may be.
  private var units: [String] = []

  /// Makes a screen.
  ///
  /// A limit or a default with more decimals than are allowed, or with more than 38 digits, is
  /// ignored.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - fractionDigits: how many decimals a number may have, from 0 to 30.
  ///   - least: the smallest number allowed; nil if there is no limit.
  ///   - most: the largest number allowed; nil if there is no limit.
  ///   - standard: what Enter takes; ignored if it is beyond a limit.
  public init(
    _ id: StepID, _ question: Text? = nil, fractionDigits: Int = 2, from least: Decimal? = nil,
    to most: Decimal? = nil, default standard: Decimal? = nil
  ) {
    self.question = Question(id, question)
    let fractionDigits = min(max(fractionDigits, 0), 30)
    self.fractionDigits = fractionDigits
    func fixed(_ decimal: Decimal?) -> FixedDecimal? {
      decimal.flatMap { FixedDecimal($0.description, fractionDigits: fractionDigits) }
    }
    let (least, most) = (fixed(least), fixed(most))
    self.least = least
    self.most = most
    if let number = fixed(standard), !(least.map { number < $0 } ?? false),
      !(most.map { number > $0 } ?? false)
    {
      self.question.defaultAnswer = .string(number.text)
    }
  }

  /// The same screen, which also reads a number with its unit behind it, such as `10 %` or `12 miles`.
  ///
  /// The unit is what the question says already, and is not recorded.
  ///
  /// - Parameter names: the ways in which the unit is written; their case does not count.
  public func unit(_ names: String...) -> DecimalScreen { unit(names) }

  /// The same screen, which also reads a number with its unit behind it; see ``unit(_:)``.
  public func unit(_ names: [String]) -> DecimalScreen {
    var screen = self
    // The longest first: one may end with another.
    screen.units = names.map { $0.lowercased() }.sorted { $0.count > $1.count }
    return screen
  }

  /// A number, with the allowed decimals and the limits as exact text.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .decimal(fractionDigits: fractionDigits, least: least?.text, most: most?.text)
  }

  /// What scripts compare: the kind `decimal`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .decimal }

  /// That the largest number allowed is below the smallest; nil if it is not.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    guard let least, let most else { return nil }
    return ScreenFault.range(least, most, at: question.id, \.text)
  }

  /// The default, else 12.5, or 12 without decimals, or a round number that is allowed; in the locale's
  /// notation.
  public func example(in environment: FlowEnvironment) -> String? {
    if let standard = typedDefault(in: environment) { return standard }
    return Self.usual(fractionDigits: fractionDigits, least?.text, most?.text)
      .flatMap { FixedDecimal($0, fractionDigits: fractionDigits) }?
      .editableText(locale: environment.locale)
  }

  /// A number to show as an example, in its recorded form: 12.5, or a round number if that is not
  /// allowed.
  package static func usual(fractionDigits: Int, _ least: String?, _ most: String?) -> String? {
    func fixed(_ text: String) -> FixedDecimal? {
      FixedDecimal(text, fractionDigits: fractionDigits)
    }
    let (least, most) = (least.flatMap(fixed), most.flatMap(fixed))
    return fixed(fractionDigits > 0 ? "12.5" : "12").map { usual in
      let units = UsualNumber.like(
        usual.units, from: least?.units ?? .min, to: most?.units ?? .max)
      return FixedDecimal(units: units, fractionDigits: fractionDigits).text
    }
  }

  /// The number in the locale's notation; nil if it is not text of digits with at most one dot.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    recorded.string.flatMap { FixedDecimal($0, fractionDigits: fractionDigits) }?
      .editableText(locale: environment.locale)
  }

  /// The number as the locale writes it.
  public func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    recorded.string.map { Texts.engine("echo.decimal", .decimal($0)) }
  }

  /// Reads a number by the locale's rules, or the recorded form; a JSON number is read as its
  /// digits are written.
  ///
  /// What is no number, has too many decimals or is beyond a limit is refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Decimal>, Refusal> {
    parse(answer, in: environment).flatMap { number in
      if let least, number < least { return .failure(.tooLow(least: .decimal(least.text))) }
      if let most, number > most { return .failure(.tooHigh(most: .decimal(most.text))) }
      guard let decimal = Decimal(string: number.text) else {
        return .failure(.wrongShape(.decimal))
      }
      return .success(Accepted(decimal, recorded: .string(number.text)))
    }
  }

  private func parse(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<FixedDecimal, Refusal> {
    if let exact = answer.exactDigits,
      let number = FixedDecimal(exact, fractionDigits: fractionDigits)
    {
      return .success(number)
    }
    // A number of JSON has its dot wherever the session is.
    let digits = answer.line == nil ? answer.exactDigits : nil
    guard let text = answer.line.map(withoutUnit) ?? digits else {
      return .failure(.wrongShape(.decimal))
    }
    let locale = digits == nil ? environment.locale : Locale(identifier: "en_US_POSIX")
    let parser = DecimalParser(locale: locale, fractionDigits: fractionDigits)
    return parser.parse(text).mapError { problem -> Refusal in
      let rewriting =
        digits == nil ? self.rewriting(of: text, problem, for: parser, in: environment) : nil
      return .decimal(
        problem, in: text, example: example(in: environment), rewriting: rewriting)
    }
  }

  private func withoutUnit(_ text: String) -> String {
    let typed = text.lowercased()
    guard let unit = units.first(where: { typed.hasSuffix($0) }), unit.count < text.count else {
      return text
    }
    return String(text.dropLast(unit.count))
  }

  private func rewriting(
    of text: String, _ problem: AmountProblem, for parser: DecimalParser,
    in environment: FlowEnvironment
  ) -> Rewriting? {
    Rewriting(
      of: text, problem, sign: parser.decimalSeparator,
      swapped: parser.swappingSeparators(in: text)?.editableText(locale: environment.locale),
      isRead: { (try? parser.parse($0).get()) != nil })
  }
}

extension Answer {
  /// What a program sends for a number: digits with a dot, as a string or as a number of JSON.
  fileprivate var exactDigits: String? {
    switch self {
    case .json(.string(let text)): text
    case .json(.integer(let integer)): String(integer)
    case .json(.number(let number)): number.description
    case .json, .text: nil
    }
  }
}
