import Days
import Money

/// What makes a question impossible to answer, whatever is typed: a mistake of the flow that asks it.
///
/// ``FlowContext/run(_:)`` throws it in place of asking, so that nobody is left with a question that takes
/// no answer. A flow whose options come from outside asks only if there are any, or catches this.
///
/// Flowline finds these in its own kinds of question, also in those of screens of your own; a screen that
/// knows of others says so in ``Screen/fault(in:)``.
public struct ScreenFault: LocalizableError, Hashable, CustomStringConvertible {
  /// A stable word for what is wrong.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word.
    public let rawValue: String

    /// Makes a code of a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a code from a literal.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// What is wrong, for programs.
  public let code: Code
  /// The step that was to be asked.
  public let step: StepID
  /// What was expected, what came and what to do, for people.
  public let text: Text

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - code: the stable word for what is wrong.
  ///   - step: the step that cannot be asked.
  ///   - text: names the step and says what was expected, what came and what to do.
  public init(_ code: Code, at step: StepID, _ text: Text) {
    self.code = code
    self.step = step
    self.text = text
  }

  /// The same in English, for logs and journals.
  public var description: String { text.resolved(in: Journal.Head.nobody.environment).text }
}

extension ScreenFault.Code {
  /// A choice has no options.
  public static let noOptions: Self = "no-options"
  /// More options must be chosen than there are.
  public static let unreachableCount: Self = "unreachable-count"
  /// The first value allowed comes behind the last.
  public static let emptyRange: Self = "empty-range"
  /// A length, a size or a number of options must be below 0.
  public static let impossibleLimit: Self = "impossible-limit"
}

extension ScreenFault {
  static func noOptions(at step: StepID) -> ScreenFault {
    ScreenFault(.noOptions, at: step, Texts.engine("fault.no-options", .string(step.rawValue)))
  }

  /// That so many of the options cannot be chosen; nil if they can.
  static func choosing(
    _ count: ClosedRange<Int>, of options: Int, at step: StepID
  ) -> ScreenFault? {
    guard count.lowerBound > options else { return limit(count, at: step) }
    guard options > 0 else { return noOptions(at: step) }
    return ScreenFault(
      .unreachableCount, at: step,
      Texts.engine(
        "fault.unreachable-count", .string(step.rawValue), .string(String(count.lowerBound)),
        .string(String(options))))
  }

  /// That nothing is so short or small; nil if something is.
  static func limit(_ allowed: ClosedRange<Int>, at step: StepID) -> ScreenFault? {
    guard allowed.upperBound < 0 else { return nil }
    return ScreenFault(
      .impossibleLimit, at: step,
      Texts.engine(
        "fault.impossible-limit", .string(step.rawValue), .string(String(allowed.upperBound))))
  }

  /// That no value is within the limits; nil if one is.
  static func range<Value: Comparable>(
    _ first: Value, _ last: Value, at step: StepID, _ words: (Value) -> String
  ) -> ScreenFault? {
    guard last < first else { return nil }
    return ScreenFault(
      .emptyRange, at: step,
      Texts.engine(
        "fault.empty-range", .string(step.rawValue), .string(words(first)), .string(words(last))))
  }
}

extension PromptKind {
  /// What makes a question of this kind impossible to answer; nil if nothing does.
  func fault(at step: StepID) -> ScreenFault? {
    switch self {
    case .text(let length), .longText(let length), .secret(let length, _):
      return ScreenFault.limit(length, at: step)
    case .file(_, let size): return ScreenFault.limit(size, at: step)
    case .custom(let kind): return ScreenFault.limit(kind.length, at: step)
    case .choice(let choices): return choices.isEmpty ? ScreenFault.noOptions(at: step) : nil
    case .choices(let choices, let count):
      return ScreenFault.choosing(count, of: choices.count, at: step)
    case .decimal(let digits, let least?, let most?):
      guard let first = FixedDecimal(least, fractionDigits: digits),
        let last = FixedDecimal(most, fractionDigits: digits)
      else { return nil }
      return ScreenFault.range(first, last, at: step, \.text)
    case .date(let first?, let last?, _):
      guard let firstDay = Day(first), let lastDay = Day(last) else { return nil }
      return ScreenFault.range(firstDay, lastDay, at: step, \.description)
    case .number, .decimal, .amount, .confirm, .date, .path, .review: return nil
    }
  }
}

/// Something odd about a question that can be answered all the same, for a ``Diagnostic``.
struct ScreenOddity: Hashable, Sendable {
  let code: Diagnostic.Code
  /// What was expected, what came and what to do.
  let message: String
}
