/// Shows a page and continues.
public struct ReviewScreen: Screen {
  public typealias Output = Seen

  public var question: Question

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - title: the page's title.
  ///   - page: what is to be read.
  public init(_ id: StepID, _ title: Text, page: [Section]) {
    question = Question(id, title)
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

/// A part of a page before it is put into a language.
public struct Section: Sendable {
  let heading: Text?
  let rows: [Row]

  /// Makes a section of an optional heading over rows.
  public init(_ heading: Text? = nil, rows: [Row]) {
    self.heading = heading
    self.rows = rows
  }

  func resolved(in environment: FlowEnvironment) -> PageSection {
    PageSection(
      heading: heading?.resolved(in: environment),
      rows: rows.map {
        PageRow(
          label: $0.label.resolved(in: environment), value: $0.value?.resolved(in: environment),
          percentage: $0.percentage, id: $0.id)
      })
  }
}

/// A row of a page before it is put into a language.
public struct Row: Sendable {
  let label: Text
  let value: Text?
  let percentage: Int?
  let id: String?

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - percentage: how far it has come, from 0 to 100.
  ///   - id: the row's stable name on its page; see ``Prompt/accessibilityID(of:)-(PageRow)``.
  public init(_ label: Text, _ value: Text? = nil, percentage: Int? = nil, id: String? = nil) {
    self.label = label
    self.value = value
    self.percentage = percentage
    self.id = id
  }
}
