/// What makes a question impossible to answer, whatever is typed: a mistake of the flow that asks it.
///
/// `FlowContext.run(_:)` throws it in place of asking a question that one could not go back from, such as the
/// first, or one behind a commit: nobody is left with it. If one can go back and give another answer before,
/// the question is asked: it refuses whatever is answered, and the controller has a ``Diagnostic``. So a flow
/// whose options come from outside asks only if there are any, and does not rely on catching this.
///
/// A session that is rebuilt goes as it went: a question that was answered or left is asked, whatever is wrong
/// with it by now, and one that failed its flow fails it again.
///
/// Flowline's own screens say what is wrong with their options and limits; one of your own says it in
/// ``Screen/fault(in:)``.
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
  /// What it means for the person, who has done nothing wrong: no step is named in it.
  public let text: Text
  /// Where it is, what was expected, what came and what to do: for logs, journals and the flow's author.
  public let description: String

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - code: the stable word for what is wrong.
  ///   - step: the step that cannot be asked.
  ///   - text: what it means for the person; if it is left out, that this cannot continue.
  ///   - description: names the step in English and says what was expected, what came and what to do.
  public init(
    _ code: Code, at step: StepID, _ text: Text? = nil, description: String
  ) {
    self.code = code
    self.step = step
    self.text = text ?? Texts.engine("fault.unanswerable")
    self.description = description
  }
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
    ScreenFault(
      .noOptions, at: step, Texts.engine("fault.no-options"),
      description: """
        There is nothing to choose from at “\(step)”, so it cannot be answered. \
        The flow must offer an option, or ask only if there is one.
        """)
  }

  /// That so many of the options cannot be chosen; nil if they can.
  static func choosing(
    _ count: ClosedRange<Int>, of options: Int, at step: StepID
  ) -> ScreenFault? {
    guard count.lowerBound > options else { return limit(count, at: step) }
    guard options > 0 else { return noOptions(at: step) }
    return ScreenFault(
      .unreachableCount, at: step, Texts.engine("fault.too-few-options"),
      description: """
        At “\(step)” at least \(count.lowerBound) must be chosen, but the number of options is \
        \(options), so it cannot be answered. The flow must ask for fewer, or offer more.
        """)
  }

  /// That nothing is so short or small; nil if something is.
  @inline(__always)
  static func limit(_ allowed: ClosedRange<Int>, at step: StepID) -> ScreenFault? {
    allowed.upperBound < 0 ? impossible(allowed.upperBound, at: step) : nil
  }

  private static func impossible(_ most: Int, at step: StepID) -> ScreenFault {
    ScreenFault(
      .impossibleLimit, at: step,
      description: """
        At “\(step)” the limit is \(most), which is below 0, so it cannot be answered. \
        The flow must allow 0 or more.
        """)
  }

  /// That no value is within the limits; nil if one is.
  static func range<Value: Comparable>(
    _ first: Value, _ last: Value, at step: StepID, _ words: (Value) -> String
  ) -> ScreenFault? {
    guard last < first else { return nil }
    return ScreenFault(
      .emptyRange, at: step,
      description: """
        At “\(step)” the first value allowed is \(words(first)) and the last is \(words(last)), so it \
        cannot be answered. The flow must put its limits in order.
        """)
  }
}

/// Something odd about a question that can be answered all the same, for a ``Diagnostic``.
struct ScreenOddity: Hashable, Sendable {
  let code: Diagnostic.Code
  /// What was expected, what came and what to do.
  let message: String
}

/// Finds out what is odd about a question; nil if nothing is.
typealias OddityCheck = @Sendable () -> ScreenOddity?
