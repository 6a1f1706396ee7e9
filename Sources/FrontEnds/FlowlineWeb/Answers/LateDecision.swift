import Flowline
import FlowlineHost

/// Something that was chosen on a page after it had been answered another way.
///
/// What was typed too late is shown to be copied, see ``UnsentAnswers``; of a choice there is nothing to copy, and
/// a person who hears nothing takes it for done.
struct LateDecision: Sendable, Hashable {
  /// What was asked, of a field of a form; nil if nothing else was asked.
  let question: String?
  /// What counts.
  let taken: String
  /// What came too late.
  let sent: String

  /// What a page says of it.
  func text(in words: WebWords) -> String {
    guard let question else {
      return words("unsent.decided", .string(taken), .string(sent))
    }
    return words("unsent.decided.field", .string(question), .string(taken), .string(sent))
  }

  /// What was chosen on a page that was sent, if the session has other answers to what it asked.
  ///
  /// - Parameters:
  ///   - body: what was posted.
  ///   - token: the question that it was posted for.
  ///   - answers: what the session was answered.
  ///   - words: the language.
  static func all(
    in body: PostedBody, to token: StepToken, of answers: [HostedAnswer], _ words: WebWords
  ) -> [LateDecision] {
    guard let index = answers.firstIndex(where: { $0.isNamed(by: token) }) else { return [] }
    let earlier = answers[index]
    let shown = body.values(FieldName.shown)
    guard !shown.isEmpty else {
      return [LateDecision(body, FieldName.answer, earlier, isAlone: true, words)]
        .compactMap(\.self)
    }
    let form = earlier.prompt.path.ids.dropLast()
    return shown.compactMap { id in
      let path = form + [StepID(id)]
      let field = answers[index...].first { $0.prompt.path.ids.elementsEqual(path) }
      return field.flatMap {
        LateDecision(body, FieldName.field(id), $0, isAlone: false, words)
      }
    }
  }

  /// Compares what was chosen in a field with the answer there is; nil if that is the same, or nothing was chosen.
  private init?(
    _ body: PostedBody, _ name: String, _ earlier: HostedAnswer, isAlone: Bool, _ words: WebWords
  ) {
    let prompt = earlier.prompt
    let answer = AnswerReader(body: body).answer(to: prompt.kind, named: name)
    guard prompt.kind.isChosen, !prompt.isSensitive, body[name] != nil,
      case .json(let sent) = answer, prompt.kind.offers(sent),
      sent.chosen != earlier.answer.value.chosen
    else { return nil }
    let told = AnswerWords(words: words)
    question = isAlone ? nil : prompt.question.text
    taken = told.text(of: earlier.answer.value, to: prompt)
    self.sent = told.text(of: sent, to: prompt)
  }
}

extension PromptKind {
  /// Whether it is answered by choosing.
  fileprivate var isChosen: Bool {
    switch self {
    case .choice, .choices, .confirm: true
    default: false
    }
  }

  /// Whether an answer is made of what there is to choose.
  fileprivate func offers(_ answer: JSONValue) -> Bool {
    if case .confirm = self { return true }
    return answer.chosen.allSatisfy { key in choices.contains { $0.key == key.string } }
  }
}

extension JSONValue {
  /// What was chosen, in whatever order.
  fileprivate var chosen: Set<JSONValue> {
    if case .array(let elements) = self { Set(elements) } else { [self] }
  }
}
