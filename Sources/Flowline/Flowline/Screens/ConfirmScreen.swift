/// Asks for a yes or a no.
///
/// In every language `y`, `yes`, `д` and `да` say yes, and `n`, `no`, `н` and `нет` say no; a key's
/// place on the keyboard counts for nothing.
public struct ConfirmScreen: Screen {
  public typealias Output = Bool

  public var question: Question
  private let standard: Bool?

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - page: what is to be confirmed, shown above the question.
  ///   - standard: what is taken where nothing is typed; leave it out where money moves.
  public init(
    _ id: StepID, _ question: Text, page: [Section] = [], default standard: Bool? = nil
  ) {
    self.question = Question(id, question)
    self.standard = standard
    if !page.isEmpty { self.question.page = page }
  }

  public var defaultAnswer: JSONValue? { standard.map { .bool($0) } }

  public func kind(in environment: FlowEnvironment) -> PromptKind { .confirm }

  public func outline(in environment: FlowEnvironment) -> PromptOutline { .confirm }

  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard case .bool(let yes) = recorded else { return nil }
    return Texts.engine(yes ? "word.yes" : "word.no").resolved(in: environment).text
  }

  public func example(in environment: FlowEnvironment) -> String? {
    typed(true, in: environment)
  }

  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Bool>, Refusal> {
    if case .json(.bool(let yes)) = answer { return .success(Accepted(yes, recorded: .bool(yes))) }
    guard let word = answer.line?.lowercased() else { return .failure(.wrongShape("yes or no")) }
    switch word {
    case "": return .failure(.make(.empty))
    case "y", "yes", "д", "да": return .success(Accepted(true, recorded: true))
    case "n", "no", "н", "нет": return .success(Accepted(false, recorded: false))
    default: return .failure(.make(.notYesOrNo))
    }
  }
}
