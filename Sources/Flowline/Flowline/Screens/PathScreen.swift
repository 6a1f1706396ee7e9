/// Asks for the path of a file or a folder. The result is the path as it was typed.
///
/// Whether there is such a file is for the flow to find out: the screen looks at no disk, and a
/// `~` stands as it is.
public struct PathScreen: Screen {
  public typealias Output = String

  public var question: Question
  private let standard: String?
  private let sample: String?

  /// The longest path that Linux takes, in bytes of UTF-8.
  static let longest = 4095

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - standard: what is taken where nothing is typed.
  ///   - example: an answer that would be accepted.
  public init(
    _ id: StepID, _ question: Text, default standard: String? = nil, example: String? = nil
  ) {
    self.question = Question(id, question)
    self.standard = standard
    sample = example
  }

  public var defaultAnswer: JSONValue? { standard.map { .string($0) } }

  public func kind(in environment: FlowEnvironment) -> PromptKind { .path }

  public func outline(in environment: FlowEnvironment) -> PromptOutline { .path }

  public func example(in environment: FlowEnvironment) -> String? { sample }

  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let path = answer.line else { return .failure(.wrongShape("path")) }
    if path.isEmpty { return .failure(.make(.empty)) }
    if path.utf8.count > Self.longest {
      return .failure(.tooLong(path.utf8.count, most: Self.longest))
    }
    if let place = path.firstIndex(where: \.isControl) {
      return .failure(.unprintable(at: path.distance(from: path.startIndex, to: place)))
    }
    return .success(Accepted(path, recorded: .string(path)))
  }
}
