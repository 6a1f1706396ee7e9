/// A field of a form, asked by itself. Its result is the recorded form of the answer.
struct FormField: Screen {
  typealias Output = JSONValue

  private var base: any Screen
  let form: FormRule
  /// The answers of the fields before it.
  let answers: [StepID: Answer]

  init(_ base: any Screen, of form: FormRule, _ answers: [StepID: Answer]) {
    self.base = base
    self.form = form
    self.answers = answers
  }

  var question: Question {
    get { base.question }
    set { base.question = newValue }
  }

  var defaultAnswer: JSONValue? { base.defaultAnswer }

  func kind(in environment: FlowEnvironment) -> PromptKind { base.kind(in: environment) }

  /// Reads the field, and asks the form whether it goes with the fields before it.
  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<JSONValue>, Refusal> {
    base.recorded(answer, in: environment).flatMap { recorded in
      let page = form.page(answers.merging([id: .json(recorded)]) { $1 }, in: environment)
      let refusal =
        page.refusals[id] ?? page.refusals.min { $0.key.rawValue < $1.key.rawValue }?.value
      return refusal.map { .failure($0) } ?? .success(Accepted(recorded, recorded: recorded))
    }
  }

  func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    base.typed(recorded, in: environment)
  }

  func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    base.echo(recorded, in: environment)
  }

  func warning(about value: JSONValue, in environment: FlowEnvironment) -> Refusal? {
    base.warning(aboutRecorded: value, in: environment)
  }

  func example(in environment: FlowEnvironment) -> String? { base.example(in: environment) }
  func page(in environment: FlowEnvironment) -> [PageSection] { base.page(in: environment) }
  func outline(in environment: FlowEnvironment) -> PromptOutline { base.outline(in: environment) }

  /// The whole page as front ends see it.
  ///
  /// - Parameter draft: what was answered to a field before going back.
  func prompt(
    in environment: FlowEnvironment, draft: (StepID) -> JSONValue?
  ) -> FormPrompt {
    let page = form.page(answers, in: environment)
    return FormPrompt(
      id: form.id, title: form.title.resolved(in: environment),
      fields: page.fields.map { field in
        let answer = page.answer(of: field.id)
        return field.prompt(
          in: environment, recorded: answer?.json ?? draft(field.id), isAnswered: answer != nil)
      })
  }
}

extension Screen {
  /// The recorded form of an answer.
  fileprivate func recorded(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<JSONValue, Refusal> {
    read(answer, in: environment).map(\.recorded)
  }

  /// What is to be asked back about an answer, by its recorded form.
  fileprivate func warning(
    aboutRecorded recorded: JSONValue, in environment: FlowEnvironment
  ) -> Refusal? {
    guard case .success(let accepted) = read(.json(recorded), in: environment) else { return nil }
    return warning(about: accepted.value, in: environment)
  }

  fileprivate func prompt(
    in environment: FlowEnvironment, recorded: JSONValue?, isAnswered: Bool
  ) -> FormPrompt.Field {
    let kind = kind(in: environment)
    func typed(_ recorded: JSONValue?) -> String? {
      question.isSensitive ? nil : recorded.flatMap { self.typed($0, in: environment) }
    }
    return FormPrompt.Field(
      id: id, kind: kind, question: question.text.resolved(in: environment),
      help: question.help?.resolved(in: environment),
      accepts: kind.accepts.resolved(in: environment),
      example: example(in: environment), defaultText: typed(defaultAnswer), text: typed(recorded),
      isSensitive: question.isSensitive, isAnswered: isAnswered)
  }
}

extension Answer {
  fileprivate var json: JSONValue? {
    switch self {
    case .json(let json): json
    case .text(let text): .string(text)
    }
  }
}
