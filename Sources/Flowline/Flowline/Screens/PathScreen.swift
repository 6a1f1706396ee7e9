/// Asks for the path of a file or a folder.
///
/// The result is the path as it was typed.
///
/// Whether there is such a file is for the flow to find out: the screen looks at no disk, and a `~`
/// is not replaced.
public struct PathScreen: Screen {
  /// The path as it was typed, without spaces at its ends.
  public typealias Output = String

  /// The words of the question; the default is recorded as text.
  public var question: Question
  private let sample: String?

  /// The longest path that Linux takes, in bytes of UTF-8.
  package static let longest = 4095

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - standard: what Enter takes; ignored if it would be refused.
  ///   - example: an answer that would be accepted; nil for none.
  public init(
    _ id: StepID, _ question: Text? = nil, default standard: String? = nil, example: String? = nil
  ) {
    self.question = Question(id, question)
    if let standard, Self.refusal(of: standard.trimmed) == nil {
      self.question.defaultAnswer = .string(standard)
    }
    sample = example
  }

  /// A path, without limits.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .path }

  /// What scripts compare: the kind `path`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .path }

  /// The example that the screen was made with.
  public func example(in environment: FlowEnvironment) -> String? { sample }

  /// Reads a path of 1 to 4095 bytes without control characters; anything else is refused.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let path = answer.line else { return .failure(.wrongShape(.path)) }
    if let refusal = Self.refusal(of: path) { return .failure(refusal) }
    return .success(Accepted(path, recorded: .string(path)))
  }

  private static func refusal(of path: String) -> Refusal? {
    if path.isEmpty { return .make(.empty) }
    if path.utf8.count > Self.longest { return .tooLong(path.utf8.count, most: Self.longest) }
    return path.firstIndex(where: \.isControl).map {
      .unprintable(at: path.distance(from: path.startIndex, to: $0))
    }
  }
}
