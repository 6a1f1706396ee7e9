/// Asks for a text of one or more lines.
///
/// The result is the text without white space around it.
///
/// Lines end in `\n`, whichever way they were typed, and tabs are kept; no other character that
/// would do something to a screen is taken.
public struct LongTextScreen: Screen {
  /// The text without spaces at its ends; its lines end with `\n`, whatever was sent.
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
  ///   - length: how many characters are allowed, as a person counts them, ends of lines included.
  ///   - standard: what Enter takes; ignored if it would be refused.
  ///   - example: an answer that would be accepted; nil for none.
  public init(
    _ id: StepID, _ question: Text? = nil, length: ClosedRange<Int> = 1...10_000,
    default standard: String? = nil, example: String? = nil
  ) {
    self.question = Question(id, question)
    self.length = length
    if let standard, Self.refusal(of: standard.trimmed.withPlainLineEnds, length: length) == nil {
      self.question.defaultAnswer = .string(standard)
    }
    sample = example
  }

  /// Lines of text, with the number of characters that is allowed.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .longText(length: length) }

  /// What scripts compare: the kind `long-text`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .longText }

  /// That no text is so short; nil if one is.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault.limit(length, at: question.id)
  }

  /// The example that the screen was made with.
  public func example(in environment: FlowEnvironment) -> String? { sample }

  /// Reads text.
  ///
  /// One that is too short or too long, or has a control character other than a tab, is refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let text = answer.line?.withPlainLineEnds else { return .failure(.wrongShape(.text)) }
    if let refusal = Self.refusal(of: text, length: length) { return .failure(refusal) }
    return .success(Accepted(text, recorded: .string(text)))
  }

  private static func refusal(of text: String, length: ClosedRange<Int>) -> Refusal? {
    if let refusal = text.refusal(length: length) { return refusal }
    var line = 1
    var column = 0
    for (offset, character) in text.enumerated() {
      column += 1
      if character == "\n" {
        line += 1
        column = 0
      } else if character != "\t", character.isControl {
        return .unprintable(at: offset, line: line, column: column)
      }
    }
    return nil
  }
}

extension String {
  /// The same text, every line of it ended by `\n`.
  ///
  /// It has as many characters.
  fileprivate var withPlainLineEnds: String {
    guard contains(where: { $0.isNewline && $0 != "\n" }) else { return self }
    return String(
      map { character in
        // Vertical tabs and form feeds are no ends of lines that people type.
        let isEnd = character.isNewline && character != "\u{B}" && character != "\u{C}"
        return isEnd ? "\n" : character
      })
  }

  /// Why the text is too short or too long; nil if it is neither.
  func refusal(length: ClosedRange<Int>) -> Refusal? {
    // Far longer than allowed: counting a megabyte of characters would tell nothing more.
    let isFarTooLong = utf8.count / 64 > length.upperBound
    let count = isFarTooLong ? unicodeScalars.count : count
    if count < length.lowerBound {
      return count == 0 ? .make(.empty) : .tooShort(count, least: length.lowerBound)
    }
    return count > length.upperBound ? .tooLong(count, most: length.upperBound) : nil
  }
}
