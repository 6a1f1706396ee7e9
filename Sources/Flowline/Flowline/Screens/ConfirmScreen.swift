/// Asks for a yes or a no.
///
/// The words of every language are taken whichever is spoken: `y`, `yes`, `д` and `да` say yes, and
/// `n`, `no`, `н` and `нет` say no. A key's place on the keyboard does not matter.
public struct ConfirmScreen: Screen {
  public typealias Output = Bool

  public var question: Question

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - page: what is to be confirmed, shown above the question.
  ///   - standard: what is taken where nothing is typed; leave it out where money moves.
  public init(
    _ id: StepID, _ question: Text? = nil, page: [Section] = [], default standard: Bool? = nil
  ) {
    self.question = Question(id, question)
    self.question.defaultAnswer = standard.map { .bool($0) }
    if !page.isEmpty { self.question.page = page }
  }

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
    guard let word = answer.line?.lowercased() else { return .failure(.wrongShape(.confirm)) }
    if word.isEmpty { return .failure(.make(.empty)) }
    if TypedWords.yes.contains(word) { return .success(Accepted(true, recorded: true)) }
    if TypedWords.no.contains(word) { return .success(Accepted(false, recorded: false)) }
    return .failure(.make(.notYesOrNo))
  }
}
