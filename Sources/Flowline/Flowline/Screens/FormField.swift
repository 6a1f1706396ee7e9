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
      let refusal = page(with: recorded, in: environment).refusal(askedAs: id)
      return refusal.map { .failure($0) } ?? .success(Accepted(recorded, recorded: recorded))
    }
  }

  /// None behind other fields, whose answers may be why: they are on the page beside it.
  func fault(in environment: FlowEnvironment) -> ScreenFault? {
    answers.isEmpty ? base.fault(in: environment) : nil
  }

  /// Asks, and has the answer checked as its field and its form say.
  nonisolated(nonsending) func run(_ context: FlowContext) async throws -> JSONValue {
    try await context.session.ask(self, context.frame) { recorded, environment in
      page(with: recorded, in: environment).check(of: id)
    }
  }

  private func page(with recorded: JSONValue, in environment: FlowEnvironment) -> FormPage {
    form.page(answers.merging([id: .json(recorded)]) { $1 }, in: environment)
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
  ///   - sent: what had been sent with the page and is not taken, which says what fields there are.
  ///   - isOffered: whether it has the fields, too, that there are if others are left as they are offered.
  ///   - draft: what was answered to a field before going back.
  /// - Returns: the page with all fields that are asked so far.
  func prompt(
    in environment: FlowEnvironment, sent: [StepID: Answer] = [:], isOffered: Bool = false,
    draft: (StepID) -> JSONValue?
  ) -> FormPrompt {
    let answers = answers.merging(sent) { $1 }
    let page =
      isOffered
      ? form.offeredPage(answers, in: environment, draft: draft)
      : form.page(answers, in: environment)
    return FormPrompt(
      id: form.id, title: form.title(in: environment),
      fields: page.fields.map { field in
        let answer = self.answers[field.id]
        return field.prompt(
          in: environment.beside(field),
          recorded: answer?.json ?? draft(field.id) ?? field.question.offeredAnswer,
          sent: sent[field.id], isAnswered: answer != nil)
      })
  }
}

extension Screen {
  fileprivate func prompt(
    in environment: FlowEnvironment, recorded: JSONValue?, sent: Answer?, isAnswered: Bool
  ) -> FormPrompt.Field {
    let kind = kind(in: environment)
    func typed(_ recorded: JSONValue?) -> String? {
      question.isSensitive ? nil : recorded.flatMap { self.typed($0, in: environment) }
    }
    let text: String?
    let file: KeptFile?
    switch sent {
    case .text(let typed): (text, file) = (question.isSensitive ? nil : typed, nil)
    case .json(let json): (text, file) = (typed(json), kind.file(in: json))
    case nil: (text, file) = (typed(recorded), kind.file(in: recorded))
    }
    return FormPrompt.Field(
      id: id, kind: kind, question: question.text.resolved(in: environment),
      page: page(in: environment),
      help: (question.help ?? environment.place?.text(.help))?.resolved(in: environment),
      reason: (question.reason ?? environment.place?.text(.reason))?.resolved(in: environment),
      accepts: kind.accepts(at: question, in: environment),
      example: example(in: environment), defaultText: typed(defaultAnswer), text: text,
      draftFile: file, isSensitive: question.isSensitive, isOptional: question.isOptional,
      isAnswered: isAnswered, purpose: question.purpose)
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
