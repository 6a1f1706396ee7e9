/// Shows a page and continues.
public struct ReviewScreen: Screen {
  public typealias Output = Seen

  public var question: Question

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - title: the page's title.
  ///   - page: what is to be read.
  public init(_ id: StepID, _ title: Text? = nil, page: [Section] = []) {
    question = Question(id, title ?? .placed(.title, else: id.rawValue))
    question.page = page
  }

  /// Enter continues.
  public var defaultAnswer: JSONValue? { true }

  public func kind(in environment: FlowEnvironment) -> PromptKind { .review }

  public func outline(in environment: FlowEnvironment) -> PromptOutline { .review }

  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { "" }

  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Seen>, Refusal> {
    if case .json(true) = answer { return .success(Accepted(Seen(), recorded: true)) }
    guard let word = answer.line?.lowercased() else { return .failure(.wrongShape(.review)) }
    guard word.isEmpty || TypedWords.yes.contains(word) || TypedWords.goOn.contains(word) else {
      return .failure(.make(.notContinued))
    }
    return .success(Accepted(Seen(), recorded: true))
  }
}

/// The result of a page that was read.
public struct Seen: Codable, Hashable, Sendable {
  /// Makes the result.
  public init() {}

  /// Reads anything.
  public init(from decoder: any Decoder) throws {}

  /// Writes `true`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(true)
  }
}
