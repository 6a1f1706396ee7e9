/// Asks for one line of text.
///
/// The result is the text without spaces around it.
public struct TextScreen: Screen {
  /// The text without spaces at its ends.
  public typealias Output = String

  /// The words of the question; the default is recorded as text.
  public var question: Question
  private let length: ClosedRange<Int>
  private let sample: String?

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - length: how many characters are allowed, as a person counts them.
  ///   - standard: what Enter takes; ignored if it would be refused.
  ///   - example: an answer that would be accepted; if it is left out, the text `<step>.example` of
  ///     the flow's catalogue, if there is one.
  public init(
    _ id: StepID, _ question: Text? = nil, length: ClosedRange<Int> = 1...255,
    default standard: String? = nil, example: String? = nil
  ) {
    self.question = Question(id, question)
    self.length = length
    if let standard, Self.refusal(of: standard.trimmed, length: length) == nil {
      self.question.defaultAnswer = .string(standard)
    }
    sample = example
  }

  /// A line of text, with the number of characters that is allowed.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .text(length: length) }

  /// What scripts compare: the kind `text`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .text }

  /// That no text is so short; nil if one is.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault.limit(length, at: question.id)
  }

  /// The example that the screen was made with, or the text `<id>.example` of the flow's catalogue.
  public func example(in environment: FlowEnvironment) -> String? {
    sample ?? environment.place?.text(.example)?.resolved(in: environment).text
  }

  /// Reads a line.
  ///
  /// One that is too short or too long, or has a control character, is refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let text = answer.line else { return .failure(.wrongShape(.text)) }
    if let refusal = Self.refusal(of: text, length: length) { return .failure(refusal) }
    return .success(Accepted(text, recorded: .string(text)))
  }

  private static func refusal(of text: String, length: ClosedRange<Int>) -> Refusal? {
    if let refusal = text.refusal(length: length) { return refusal }
    return text.firstIndex(where: \.isControl).map {
      .unprintable(at: text.distance(from: text.startIndex, to: $0))
    }
  }
}

extension Answer {
  /// The text of the answer without spaces around it, for screens that read a line; nil if it is not text.
  public var line: String? {
    switch self {
    case .text(let text), .json(.string(let text)): text.trimmed
    case .json: nil
    }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return first == startIndex && index(after: last) == endIndex ? self : String(self[first...last])
  }
}

extension Character {
  /// Whether the character would do something to a screen rather than stand on it.
  var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
