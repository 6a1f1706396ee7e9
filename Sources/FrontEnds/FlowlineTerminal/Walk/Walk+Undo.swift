import Flowline

/// Taking back what was done last, and doing it again.
extension Walk {
  /// Begins to take back or to do again.
  func undo(_ direction: AnswerUndo.Direction, at prompt: Prompt) {
    // It would be done at the next question, when nobody expects it any more.
    if let hold = controller.prompt?.hold { return show(error: words(toAnswerFirst: hold)) }
    // Something else than the secret that was waited for.
    if undoing.halted != nil { undoing.stop(at: controller.journal.answers) }
    guard undoing.begin(direction) else {
      let key = direction == .undo ? "undo.nothing" : "redo.nothing"
      return refuse(command: words(key), at: prompt)
    }
  }

  /// Leads the session on to the answers that are wanted; false if a person is to be asked.
  ///
  /// - Parameter prompt: what is asked now.
  func leadsOn(at prompt: Prompt) -> Bool {
    let standing = controller.journal.answers
    guard undoing.direction != nil else {
      undoing.note(standing)
      return false
    }
    guard undoing.goesOn(from: standing) else { return false }
    switch undoing.nextMove(from: standing) {
    case nil: loseWay(at: standing, prompt)
    case .stay?:
      let key = undoing.direction == .undo ? "undo.done" : "redo.done"
      undoing.reach()
      display.say(.note(words(key, .integer(standing.count))))
    case .back(let answer)?:
      guard case .refused(let refusal) = controller.back(to: answer) else { return true }
      stopLeading(refusal, at: standing, prompt)
    case .answer(let answer)?: if give(again: answer, after: standing, prompt) { return true }
    }
    // Without anybody to ask, what could not be done was the end.
    return session.leaving != nil
  }

  private func give(
    again answer: RecordedAnswer, after standing: AnswerUndo.Standing, _ shown: Prompt
  ) -> Bool {
    guard let prompt = controller.prompts.first(where: { $0.path == answer.path }) else {
      loseWay(at: standing, shown)
      return false
    }
    guard !prompt.isSensitive else {
      undoing.halt(at: standing)
      display.say(.note(words("undo.secret")))
      return false
    }
    // What the person was asked back about then was said yes to.
    let reception = controller.answer(
      .json(answer.value), to: prompt.presentation, acknowledging: true)
    guard case .refused(let refusal) = reception else {
      asked.note(answer, to: prompt)
      return true
    }
    stopLeading(refusal, at: controller.journal.answers, prompt)
    return false
  }

  private func loseWay(at standing: AnswerUndo.Standing, _ prompt: Prompt) {
    undoing.stop(at: standing)
    refuse(command: words("undo.changed"), at: prompt)
  }

  private func stopLeading(
    _ refusal: Refusal, at standing: AnswerUndo.Standing, _ prompt: Prompt
  ) {
    undoing.stop(at: standing)
    refuse(command: refusal, at: prompt)
  }
}
