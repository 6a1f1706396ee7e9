/// Asks for a yes or a no.
///
/// The words of every language are taken whichever is spoken: `y`, `yes`, `д` and `да` say yes, and
/// `n`, `no`, `н` and `нет` say no; so do `true` and `false`. A key's place on the keyboard does not matter.
///
/// A front end with buttons has the texts `<id>.option.yes` and `<id>.option.no` on them if the catalogue has both:
/// see ``Prompt/decision``. What is typed stays a yes or a no.
public struct ConfirmScreen: Screen {
  /// True for a yes.
  public typealias Output = Bool

  /// The words of the question; the default is recorded as `true` or `false`.
  public var question: Question

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - page: what is to be confirmed, shown above the question.
  ///   - standard: what is taken if nothing is typed; leave it out if the flow moves money.
  public init(
    _ id: StepID, _ question: Text? = nil, page: [Section] = [], default standard: Bool? = nil
  ) {
    self.question = Question(id, question)
    self.question.defaultAnswer = standard.map { .bool($0) }
    if !page.isEmpty { self.question.page = page }
  }

  /// A yes or a no, without limits.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .confirm }

  /// What scripts compare: the kind `confirm`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .confirm }

  /// The word for yes or no in the environment's language.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard case .bool(let yes) = recorded else { return nil }
    return Texts.engine(yes ? "word.yes" : "word.no").resolved(in: environment).text
  }

  /// The word for yes in the environment's language.
  public func example(in environment: FlowEnvironment) -> String? {
    typed(true, in: environment)
  }

  /// Reads `true`, `false`, typed or as JSON, or a word for yes or no in any language that the engine has.
  ///
  /// Anything else is refused as ``Refusal/Code/notYesOrNo``, nothing as ``Refusal/Code/empty``.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Bool>, Refusal> {
    if case .json(.bool(let yes)) = answer { return .success(Accepted(yes, recorded: .bool(yes))) }
    guard let word = answer.line?.lowercased() else { return .failure(.wrongShape(.confirm)) }
    if word.isEmpty {
      return .failure(Refusal(.empty, Texts.engine("refusal.not-yes-or-no")))
    }
    if TypedWords.yes.contains(word) { return .success(Accepted(true, recorded: true)) }
    if TypedWords.no.contains(word) { return .success(Accepted(false, recorded: false)) }
    return .failure(.make(.notYesOrNo))
  }
}

/// What a yes and a no do, in the words of a flow: “Create the goal”, “Do not create it”.
public struct DecisionWords: Sendable, Hashable, Codable {
  /// What a yes does.
  public let yes: LocalizedText
  /// What a no does.
  public let no: LocalizedText

  /// Makes the words of a yes and of a no.
  public init(yes: LocalizedText, no: LocalizedText) {
    (self.yes, self.no) = (yes, no)
  }
}
