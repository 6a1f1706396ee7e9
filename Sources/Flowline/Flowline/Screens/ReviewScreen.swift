/// Shows a page and continues.
public struct ReviewScreen: Screen {
  /// Nothing but the fact that the page was seen.
  public typealias Output = Seen

  /// The page's title and its sections.
  public var question: Question

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: the page's title; nil for the text `<id>.title` of the flow's catalogue.
  ///   - page: what is to be read, from top to bottom.
  public init(_ id: StepID, _ title: Text? = nil, page: [Section] = []) {
    question = Question(id, title ?? .placed(.title, else: id.rawValue))
    question.page = page
  }

  /// Enter continues.
  public var defaultAnswer: JSONValue? { true }

  /// A page, which takes Enter.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .review }

  /// What scripts compare: the kind `review`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .review }

  /// The empty text: Enter alone.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { "" }

  /// Reads Enter, `true`, typed or as JSON, or a word for yes or continue; anything else is
  /// ``Refusal/Code/notContinued``.
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
