/// Asks for the path of a file or a folder. The result is the path as it was typed.
///
/// Whether there is such a file is for the flow to find out: the screen looks at no disk, and a
/// `~` stands as it is.
public struct PathScreen: Screen {
  public typealias Output = String

  public var question: Question
  private let sample: String?

  /// The longest path that Linux takes, in bytes of UTF-8.
  package static let longest = 4095

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - standard: what Enter takes; ignored if it would be refused.
  ///   - example: an answer that would be accepted.
  public init(
    _ id: StepID, _ question: Text? = nil, default standard: String? = nil, example: String? = nil
  ) {
    self.question = Question(id, question)
    if let standard, Self.refusal(of: standard.trimmed) == nil {
      self.question.defaultAnswer = .string(standard)
    }
    sample = example
  }

  public func kind(in environment: FlowEnvironment) -> PromptKind { .path }

  public func outline(in environment: FlowEnvironment) -> PromptOutline { .path }

  public func example(in environment: FlowEnvironment) -> String? { sample }

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
