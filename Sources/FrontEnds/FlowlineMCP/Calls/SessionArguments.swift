import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials

/// The parsed arguments of a tool that resumes a session.
struct SessionArguments {
  let session: UUID
  /// What is answered; nil if nothing is.
  let input: HostedInput?
  /// The step that is meant; nil for whatever is asked.
  let step: String?
  let isAcknowledged: Bool
  /// What is left; nil for the innermost flow.
  let leaving: Leaving?

  /// What is left instead of the innermost flow.
  enum Leaving: Sendable, Hashable {
    /// The open flow of a path.
    case flow(StepPath)
    /// The place of its own that the question is shown in.
    case place
  }

  init(
    _ arguments: [String: JSONValue], of tool: ToolList.Name, _ words: MCPWords
  ) throws(ArgumentError) {
    let allowed: Set<String> =
      switch tool {
      case .resume: ["session", "step", "answer", "answers", "acknowledge"]
      case .leave: ["session", "flow", "close"]
      case .list, .back: ["session"]
      }
    if let stray = arguments.keys.sorted().first(where: { !allowed.contains($0) }) {
      throw ArgumentError(
        "unknown-argument", words("error.unknown-argument", .string(DataText.line(stray))))
    }
    guard let session = arguments["session"]?.string.flatMap({ UUID(text: $0) }) else {
      throw ArgumentError("no-session", words("error.no-session"))
    }
    self.session = session
    step = arguments["step"]?.string.flatMap { $0.split(separator: "/").last.map(String.init) }
    isAcknowledged = arguments["acknowledge"] == true
    leaving = try Self.leaving(arguments, words)
    switch (arguments["answer"], arguments["answers"]) {
    case (nil, nil): input = nil
    case (let answer?, nil): input = .answer(Answer(argument: answer))
    case (nil, .object(let fields)?):
      input = .fields(
        Dictionary(
          fields.map { (StepID($0.key), Answer(argument: $0.value)) }
        ) { $1 })
    default: throw ArgumentError("bad-answers", words("error.answers"))
    }
  }

  private static func leaving(
    _ arguments: [String: JSONValue], _ words: MCPWords
  ) throws(ArgumentError) -> Leaving? {
    let closes = arguments["close"] == true
    guard let flow = arguments["flow"], flow != .null else { return closes ? .place : nil }
    guard !closes else {
      throw ArgumentError("close-and-flow", words("error.close-and-flow"))
    }
    guard let path = flow.string.flatMap({ GivenAnswer.path($0) }) else {
      let told = DataText.line(flow.string ?? flow.text, longest: 80)
      throw ArgumentError("bad-flow", words("error.flow", .string(told)))
    }
    return .flow(StepPath(path))
  }
}

extension Answer {
  /// An answer of a program's: text is read as a person types it.
  init(argument json: JSONValue) {
    self = json.string.map { .text($0) } ?? Answer(member: json)
  }
}

/// Answers that are given with the start of a flow, read.
struct GivenArguments {
  let answers: [GivenAnswer]

  /// Reads the arguments of a flow's tool.
  ///
  /// A step whose id alone might be that of a question that is left to people is one of the flow itself.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - questions: the questions that are arguments of the tool besides `answers`; nil if they are not
  ///     known.
  ///   - flow: the flow.
  ///   - catalog: the catalogue that the flow is in.
  ///   - words: what an error is told in.
  init(
    _ arguments: [String: JSONValue], asking questions: [FirstQuestions.Question]?,
    of flow: FlowID, _ catalog: FlowCatalog, _ words: MCPWords
  ) throws(ArgumentError) {
    var members = arguments
    let later = members.removeValue(forKey: ToolList.answers)
    if let known = questions.map({ Set($0.map(\.step.rawValue)) }),
      let stray = members.keys.sorted().first(where: { !known.contains($0) })
    {
      throw ArgumentError(
        "unknown-argument", words("error.not-first", .string(DataText.line(stray))))
    }
    switch later {
    case nil, .null?: break
    case .object(let more)?: members.merge(more) { $1 }
    default: throw ArgumentError("bad-answers", words("error.answers"))
    }
    var answers: [GivenAnswer] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let path = GivenAnswer.path(name) else {
        throw ArgumentError("bad-step", words("error.step", .string(DataText.line(name))))
      }
      var given = GivenAnswer(path: path, answer: Answer(argument: value), mayConfirm: false)
      if catalog.confirmations.contains(where: { $0.mayTake(given) && $0.path.count > path.count })
      {
        given = GivenAnswer(
          path: [StepID(flow.rawValue)] + path, answer: given.answer, mayConfirm: false)
      }
      guard !catalog.confirmations.contains(where: { $0.mayTake(given) }) else {
        throw ArgumentError("personal", words("error.personal-step", .string(DataText.line(name))))
      }
      answers.append(given)
    }
    self.answers = answers
  }
}
