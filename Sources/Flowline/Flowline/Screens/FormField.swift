/// A field of a form, asked by itself.
///
/// Its result is the recorded form of the answer.
protocol FormField: Screen where Output == JSONValue {
  var form: FormRule { get }
  /// The answers of the fields before it.
  var answers: [StepID: Answer] { get set }
}

extension Screen {
  /// The screen as a field of a form.
  func field(of form: FormRule, _ answers: [StepID: Answer]) -> any FormField {
    AskedField(base: self, form: form, answers: answers)
  }
}

private struct AskedField<Base: Screen>: ScreenWrapper, FormField {
  typealias Output = JSONValue

  var base: Base
  let form: FormRule
  var answers: [StepID: Answer]

  /// Reads the field, and asks the form whether it goes with the fields before it.
  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<JSONValue>, Refusal> {
    base.read(answer, in: environment).flatMap { accepted in
      let recorded = accepted.recorded
      let page = form.page(answers.merging([id: .json(recorded)]) { $1 }, in: environment)
      let refusal =
        page.refusals[id] ?? page.refusals.min { $0.key.rawValue < $1.key.rawValue }?.value
      return refusal.map { .failure($0) } ?? .success(Accepted(recorded, recorded: recorded))
    }
  }

  func warning(about value: JSONValue, in environment: FlowEnvironment) -> Refusal? {
    guard case .success(let accepted) = base.read(.json(value), in: environment) else {
      return nil
    }
    return base.warning(about: accepted.value, in: environment)
  }
}

extension FormField {
  /// The whole page as front ends see it.
  ///
  /// - Parameters:
  ///   - environment: the language of the texts.
  ///   - draft: what was answered to a field before going back.
  /// - Returns: the page with all fields that are asked so far.
  func prompt(
    in environment: FlowEnvironment, draft: (StepID) -> JSONValue?
  ) -> FormPrompt {
    let page = form.page(answers, in: environment)
    return FormPrompt(
      id: form.id, title: form.title(in: environment),
      fields: page.fields.map { field in
        let answer = page.answer(of: field.id)
        return field.prompt(
          in: environment.beside(field), recorded: answer?.json ?? draft(field.id),
          isAnswered: answer != nil)
      })
  }
}

extension Screen {
  fileprivate func prompt(
    in environment: FlowEnvironment, recorded: JSONValue?, isAnswered: Bool
  ) -> FormPrompt.Field {
    let kind = kind(in: environment)
    func typed(_ recorded: JSONValue?) -> String? {
      question.isSensitive ? nil : recorded.flatMap { self.typed($0, in: environment) }
    }
    return FormPrompt.Field(
      id: id, kind: kind, question: question.text.resolved(in: environment),
      help: (question.help ?? environment.place?.text(.help))?.resolved(in: environment),
      accepts: kind.accepts(at: question).resolved(in: environment),
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
