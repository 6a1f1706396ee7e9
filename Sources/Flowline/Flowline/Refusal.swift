/// Why an answer, a back or a link was not taken: a value with a stable code, never a crash.
public struct Refusal: Error, Hashable {
  /// What is wrong, for programs.
  public let code: Code
  /// The figures of the matter, such as the limit that was passed.
  public let arguments: [String: JSONValue]
  /// The characters of the typed text that are at fault, counted from 0; nil if none can be named.
  public let range: Range<Int>?
  /// What is wrong and what to do instead, for people.
  public let message: Text
  /// What is wrong with each field of a form; empty for anything else.
  public let fields: [StepID: Refusal]
  /// Whether it only asks back: the same answer is taken when it is sent again acknowledged, see
  /// ``FlowController/answer(_:to:acknowledging:)``.
  public let isWarning: Bool

  /// Makes a refusal.
  ///
  /// - Parameters:
  ///   - code: the stable word for the reason.
  ///   - message: what is wrong; if it is left out, the text `<step>.refusal.<code>` of the flow's
  ///     catalogue.
  ///   - arguments: figures of the message, by name, for programs.
  ///   - range: the characters of the typed text that are at fault, counted from 0.
  ///   - fields: what is wrong with the fields of a page, by their ids; empty for one question.
  ///   - isWarning: whether the same answer is taken when it is sent again acknowledged.
  public init(
    _ code: Code, _ message: Text? = nil, arguments: [String: JSONValue] = [:],
    range: Range<Int>? = nil,
    fields: [StepID: Refusal] = [:], isWarning: Bool = false
  ) {
    self.code = code
    self.message =
      message ?? .placed(.refusal(code.rawValue), else: code.rawValue, Self.gaps(of: arguments))
    self.fields = fields
    self.isWarning = isWarning
    self.arguments = arguments
    self.range = range
  }
}

extension Refusal {
  /// The figures as values for a text's gaps, in the order of their names.
  private static func gaps(of arguments: [String: JSONValue]) -> [TextArgument] {
    arguments.sorted { $0.key < $1.key }.map { name, value in
      .named(name, gap(of: value))
    }
  }

  private static func gap(of value: JSONValue) -> TextArgument {
    if case .integer(let number) = value { return .integer(number) }
    return .string(value.string ?? value.text)
  }

  /// A stable word for a kind of refusal; flows add their own.
  public struct Code: RawRepresentable, Error, Hashable, Codable, ExpressibleByStringLiteral {
    /// The word as a script has it.
    public let rawValue: String

    /// Makes a code of a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a code from a literal.
    public init(stringLiteral value: String) { rawValue = value }
  }
}

extension Refusal.Code {
  /// The answer is empty, and one is needed.
  public static let empty: Self = "empty"
  /// The text is shorter than the screen allows.
  public static let tooShort: Self = "too-short"
  /// The text is longer than the screen allows.
  public static let tooLong: Self = "too-long"
  /// The text is no number of the kind asked for.
  public static let notANumber: Self = "not-a-number"
  /// The value is below what the screen allows.
  public static let tooLow: Self = "too-low"
  /// The value is above what the screen allows.
  public static let tooHigh: Self = "too-high"
  /// The answer is none of the choices.
  public static let notAChoice: Self = "not-a-choice"
  /// There are no choices.
  public static let nothingToChoose: Self = "nothing-to-choose"
  /// The answer is the beginning of several choices.
  public static let ambiguous: Self = "ambiguous"
  /// Fewer or more choices than asked for.
  public static let wrongCount: Self = "wrong-count"
  /// The answer is neither a yes nor a no.
  public static let notYesOrNo: Self = "not-yes-or-no"
  /// The text is no day of the calendar.
  public static let notADate: Self = "not-a-date"
  /// The answer has another shape than the screen takes.
  public static let wrongShape: Self = "wrong-shape"
  /// The prompt that was answered is no longer the one that is asked.
  public static let stale: Self = "stale"
  /// Nothing is being asked at the moment.
  public static let nothingAsked: Self = "nothing-asked"
  /// Back was asked for at the first step of all.
  public static let atFirstStep: Self = "at-first-step"
  /// Going back would cross something that was done and cannot be undone.
  public static let committed: Self = "committed"
  /// Something is being done that cannot be left in the middle.
  public static let committing: Self = "committing"
  /// The flow has ended, or has not been started.
  public static let notRunning: Self = "not-running"
  /// The session has ended; it cannot be resumed.
  public static let sessionEnded: Self = "session-ended"
  /// The session was recorded by a newer version of the flow.
  public static let newerVersion: Self = "newer-version"
  /// The answer could not be made durable, so it was not taken.
  public static let notKept: Self = "not-kept"
  /// A flow is running already.
  public static let alreadyRunning: Self = "already-running"
}

extension Refusal: CustomStringConvertible {
  /// The code and its figures, for logs.
  public var description: String {
    arguments.isEmpty ? code.rawValue : "\(code.rawValue) \(JSONValue.object(arguments).text)"
  }
}
