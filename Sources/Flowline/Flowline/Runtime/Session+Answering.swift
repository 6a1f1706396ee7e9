/// Taking the answers to questions that wait.
extension Session {
  /// Answers the prompt that waits.
  func answer(
    _ answer: Answer, _ mode: Engine.AnswerMode, to presentation: Int?
  ) -> FlowController.Reception {
    if let reception = answerHold(answer, to: presentation) { return reception }
    if let code = engine.phase.answerRefusal(isHeldBack: isHeldBack) {
      return refuse(code, .answer(nil))
    }
    switch engine.tree.waitForAnswer(to: presentation) {
    case .failure(let code): return refuse(code, .answer(nil))
    case .success(let wait):
      guard let question = waits.question(wait) else {
        return refuse(.nothingAsked, .answer(nil))
      }
      return self.answer(question, at: wait, answer, mode)
    }
  }

  /// Reads an answer and has the engine decide what becomes of it.
  func answer(
    _ question: any OpenQuestion, at wait: WaitID, _ answer: Answer, _ mode: Engine.AnswerMode
  ) -> FlowController.Reception {
    switch question.take(question, answer, mode, wait, self) {
    case .taken, .checking: return .accepted
    case .refused(let refusal):
      question.history.refused = WaitingQuestion.Refused(answer: answer, refusal: refusal)
      return tell(refusal, of: answer, to: question, at: wait.branch)
    case .refusedByCheck(let code):
      let refusal = Refusal(code, Text(verbatim: code.rawValue))
      let typed = typed(answer, at: question)
      refuse(question, at: wait, answer, typed, by: refusal)
      return .refused(refusal)
    case .denied(let code): return refuse(code, .answer(nil))
    }
  }

  /// The answer as it came, as a refusal records it; the mark if the question hides what it refuses.
  func typed(_ answer: Answer, at question: WaitingQuestion) -> JSONValue {
    question.hidesRefused ? .redactionMark : forms.guarded(answer.recordedText)
  }

  /// Tells observers that an answer was refused.
  @discardableResult
  func tell(
    _ refusal: Refusal, of answer: Answer, to question: any OpenQuestion, at branch: BranchID
  ) -> FlowController.Reception {
    if engine.isObserved {
      // Not by a conditional expression: `nil` would be JSON's null there.
      var told: JSONValue?
      if !question.hidesRefused { told = forms.guarded(answer.recordedText) }
      engine.tell(.refused(refusal, .answer(told)), at: engine.tree.path(of: branch))
    }
    return .refused(refusal)
  }
}

extension Screen {
  /// Nothing typed means the default, if there is one.
  func effective(_ answer: Answer) -> Answer {
    guard let standard = defaultAnswer, case .text(let text) = answer,
      text.allSatisfy(\.isWhitespace)
    else { return answer }
    return .json(standard)
  }
}

extension Answer {
  /// The answer as it is shown once more: text as typed, anything else as JSON.
  var shownText: String {
    switch self {
    case .text(let text): text
    case .json(let json): json.string ?? json.text
    }
  }

  /// The answer as a refusal records it: as it came.
  var recordedText: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let json): json
    }
  }
}

extension Refusal {
  /// The refusal with its place counted in the text as it was typed: screens read a text without
  /// the spaces around it.
  func moved(into answer: Answer) -> Refusal {
    guard let range, case .text(let text) = answer else { return self }
    let margin = text.prefix { $0.isWhitespace }.count
    return Refusal(
      code, message, arguments: arguments,
      range: range.lowerBound + margin..<range.upperBound + margin, isWarning: isWarning)
  }
}
