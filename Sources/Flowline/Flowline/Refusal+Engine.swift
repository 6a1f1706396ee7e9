import Days
import Money

/// The engine's own refusals, each with its text.
extension Refusal {
  /// A refusal whose text has no figures in it.
  static func make(_ code: Code) -> Refusal {
    Refusal(code, Texts.engine("refusal.\(code.rawValue)"))
  }

  /// The store's reason stands in the arguments: it may tell of files, which people need not see.
  static func notKept(_ cause: (any Error)?) -> Refusal {
    Refusal(
      .notKept, Texts.engine("refusal.not-kept"),
      arguments: ["reason": .string(cause.map { String(describing: $0) } ?? "")])
  }

  /// Says that a text of several lines has a character that cannot be shown.
  ///
  /// - Parameters:
  ///   - offset: how many characters are before it in the whole text.
  ///   - line: its line, counted from 1.
  ///   - column: its place in the line, counted from 1.
  /// - Returns: the refusal, with the character's range.
  static func unprintable(at offset: Int, line: Int, column: Int) -> Refusal {
    Refusal(
      .unprintable,
      Texts.engine("refusal.unprintable.line", .string(String(column)), .string(String(line))),
      arguments: ["at": .integer(Int64(offset)), "line": .integer(Int64(line))],
      range: offset..<offset + 1)
  }

  static func notANumber(at range: Range<Int>) -> Refusal {
    Refusal(.notANumber, Texts.engine("refusal.not-a-number"), range: range)
  }

  static func tooLow(least: TextArgument) -> Refusal {
    Refusal(
      .tooLow, Texts.engine("refusal.too-low", least), arguments: ["least": least.recorded])
  }

  static func tooHigh(most: TextArgument) -> Refusal {
    Refusal(
      .tooHigh, Texts.engine("refusal.too-high", most), arguments: ["most": most.recorded])
  }

  /// Says that no option has such a name.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - count: how many options there are.
  ///   - nearest: the name that may have been meant; nil if none is near.
  /// - Returns: the refusal.
  static func notAChoice(_ text: String, of count: Int, nearest: String?) -> Refusal {
    guard let nearest else {
      return Refusal(
        .notAChoice,
        Texts.range("refusal.not-a-choice", 1, count, .integer(count), .string(text.excerpt)),
        arguments: ["count": .integer(Int64(count))])
    }
    return Refusal(
      .notAChoice,
      Texts.engine(
        "refusal.not-a-choice.nearest", .string(text.excerpt), .string(nearest.excerpt)),
      arguments: ["count": .integer(Int64(count)), "nearest": .string(nearest)])
  }

  static func notARange(_ text: String, of count: Int) -> Refusal {
    Refusal(
      .notAChoice,
      Texts.range("refusal.not-a-range", 1, count, .string(text.excerpt), .integer(count)),
      arguments: ["count": .integer(Int64(count))])
  }

  /// Says that several options fit.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - candidates: all that fit; the text lists a few.
  /// - Returns: the refusal.
  static func ambiguous(_ text: String, _ candidates: [String]) -> Refusal {
    let few = candidates.prefix(5).joined(separator: ", ")
    return Refusal(
      .ambiguous,
      Texts.engine(
        "refusal.ambiguous", .string(text.excerpt),
        .string(candidates.count > 5 ? few + ", …" : few)),
      arguments: ["candidates": .array(candidates.map { .string($0) })])
  }

  static func wrongCount(_ count: Int, allowed: ClosedRange<Int>) -> Refusal {
    Refusal(
      .wrongCount,
      Texts.range(
        "refusal.wrong-count", allowed.lowerBound, allowed.upperBound, .integer(count),
        .integer(allowed.lowerBound), .integer(allowed.upperBound)),
      arguments: ["count": .integer(Int64(count))])
  }

  static func tooEarly(_ first: Day) -> Refusal {
    Refusal(
      .tooLow, Texts.engine("refusal.too-early", .calendarDay(first)),
      arguments: ["least": .string(first.description)])
  }

  static func tooLate(_ last: Day) -> Refusal {
    Refusal(
      .tooHigh, Texts.engine("refusal.too-late", .calendarDay(last)),
      arguments: ["most": .string(last.description)])
  }

  /// What a screen takes, as the refusal of anything else says it.
  enum Shape: String {
    case text, path, file, number, decimal, amount, date, choice, choices, confirm, review
  }

  static func wrongShape(_ wanted: Shape) -> Refusal {
    Refusal(
      .wrongShape, Texts.engine("refusal.wrong-shape.\(wanted.rawValue)"),
      arguments: ["wanted": .string(wanted.rawValue)])
  }

  static func otherCurrency(_ code: String, wanted: String) -> Refusal {
    Refusal(
      .otherCurrency, Texts.engine("refusal.other-currency", .string(code), .string(wanted)),
      arguments: ["currency": .string(code), "wanted": .string(wanted)])
  }
}

extension Refusal.Code {
  /// The text has a character that cannot be printed.
  public static let unprintable: Self = "unprintable"
  /// The amount is in another currency than asked for.
  public static let otherCurrency: Self = "other-currency"
  /// The amount has more decimals than its currency.
  public static let tooManyDecimals: Self = "too-many-decimals"
  /// The answer came in a link, and its question is left to people, see
  /// ``FlowCatalog/confirmInPerson(_:at:)``.
  public static let leftToPeople: Self = "left-to-people"
  /// A page was answered with something else than going on.
  public static let notContinued: Self = "not-continued"
}

extension TextArgument {
  static func integer(_ integer: Int64) -> TextArgument { .integer(Int(integer)) }

  /// The figure for programs.
  var recorded: JSONValue {
    switch self {
    case .string(let string): .string(string)
    case .integer(let integer), .bytes(let integer): .integer(Int64(integer))
    case .money(let money):
      ["currency": .string(money.currency.code), "minorUnits": .integer(money.minorUnits)]
    case .decimal(let digits): .string(digits)
    case .day(let date): .string(date.timestamp)
    case .calendarDay(let day), .plainDay(let day): .string(day.description)
    case .named(_, let argument): argument.recorded
    case .text: nil
    }
  }
}

extension String {
  /// The beginning of the text, short enough for a sentence.
  ///
  /// Takes no longer for a long text.
  var excerpt: String { dropFirst(40).isEmpty ? self : prefix(39) + "…" }

  /// The characters of a range, short enough for a sentence.
  func part(_ range: Range<Int>) -> String {
    String(dropFirst(range.lowerBound).prefix(range.count)).excerpt
  }
}
