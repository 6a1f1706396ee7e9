/// Asks for a secret, such as a password.
///
/// It is never shown, logged or kept.
///
/// The result is what was typed, spaces included, as a ``Secret``.
public struct SecretScreen: Screen {
  /// The text as it was typed, spaces included, read only by ``Secret/reveal()``.
  public typealias Output = Secret<String>

  /// The words of the question, always sensitive.
  public var question: Question {
    didSet { question.isSensitive = true }
  }
  private let length: ClosedRange<Int>
  private let isRepeated: Bool

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - length: how many characters are allowed, as a person counts them.
  ///   - isRepeated: whether somebody at a keyboard types it twice, as for a new password.
  public init(
    _ id: StepID, _ question: Text? = nil, length: ClosedRange<Int> = 1...255,
    isRepeated: Bool = false
  ) {
    self.question = Question(id, question)
    self.question.isSensitive = true
    self.length = length
    self.isRepeated = isRepeated
  }

  /// A secret, with the number of characters that is allowed and whether it is typed twice.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .secret(length: length, isRepeated: isRepeated)
  }

  /// What scripts compare: the kind `secret`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .secret }

  /// That no text is so short; nil if one is.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault.limit(length, at: question.id)
  }

  /// Nil: a secret is never shown.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { nil }

  /// Reads text as it is.
  ///
  /// One that is too short or too long, or has a control character, is refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Secret<String>>, Refusal> {
    let text: String
    switch answer {
    case .text(let typed), .json(.string(let typed)): text = typed
    case .json: return .failure(.wrongShape(.text))
    }
    if let refusal = text.refusal(length: length) { return .failure(refusal) }
    if let place = text.firstIndex(where: \.isControl) {
      return .failure(.unprintable(at: text.distance(from: text.startIndex, to: place)))
    }
    return .success(Accepted(Secret(text), recorded: .string(text)))
  }
}
