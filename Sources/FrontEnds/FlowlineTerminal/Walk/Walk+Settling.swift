import Flowline

/// Bringing the screen up to what was answered: the question goes, one line of each answer stays.
extension Walk {
  /// The line that was sent, where its question is asked again: it was found wrong, or its check
  /// was given up.
  func lineGivenBack(at prompt: Prompt) -> SentLine? {
    line.givenBack(at: prompt, answers: controller.inspection.answers)
  }

  /// Takes the question off the screen that was answered, or gone back from, and leaves a line of
  /// what was answered.
  func settle() {
    guard question.presentation != nil else {
      _ = line.takeSent(answering: 0, new: 0)
      return
    }
    let change = question.change(to: controller.journal.answers)
    let sent = line.takeSent(answering: change.same, new: change.new.count)
    // Where nothing is shown, no line of an answer needs its own question.
    if mode.showsPrompts, let sent, let answer = change.new.first {
      asked.note(answer, to: sent.prompt)
    }
    if let sent, sent.isRecalled, let history = histories.history(for: sent.prompt) {
      histories.add(sent.typed, to: history)
    }
    guard mode.showsPrompts, !change.isNothing else { return }
    guard !display.draws else { return settleOnScreen(change) }
    display.screen.settle(backTo: change.same)
    display.screen.commit()
    append(change.new[...], after: sent)
    // Where the screen only grows, the new question alone would look like a step ahead.
    if change.hasGoneBack, change.new.isEmpty, mode.isAttended, let prompt = controller.prompt {
      display.note(words("back.to", .string(renderer.label(of: prompt))))
    }
  }

  /// Takes the question off, and the lines of the answers that are no longer valid; a line of each new
  /// one stays.
  private func settleOnScreen(_ change: QuestionOnScreen.Change) {
    display.screen.settle(backTo: change.same)
    recallQuestions(of: change.new)
    for answer in change.new where !summary(of: answer, renderer).isEmpty { stand(answer) }
  }

  /// A line of an answer stays, by the question that it was given to.
  func stand(_ answer: RecordedAnswer) {
    display.screen.stand(answer) { [unowned self] in summary(of: answer, display.renderer($0)) }
  }

  /// Says of answers what their lines do not say: how a shorthand was understood, and what was
  /// answered without a line here.
  private func append(_ answers: ArraySlice<RecordedAnswer>, after line: SentLine?) {
    if let first = answers.first, let line, first.path == line.prompt.path {
      let text = AnswerText(look: surface.look, words: words)
        .value(of: first.value, to: line.prompt)
      if !line.isSecret, line.prompt.kind != .review, !text.isEmpty,
        text.lowercased() != line.typed.trimmingSpaces.lowercased()
      {
        display.show(summary(of: first, renderer))
      }
    }
    let more = answers.count - (line == nil ? 0 : 1)
    if more > 0, mode.isAttended {
      display.note(words("review.stands", .integer(more)))
    }
  }

  /// Finds out what some answers were to, if nobody was asked here.
  func recallQuestions(of answers: [RecordedAnswer]) {
    guard answers.contains(where: { !asked.knows($0) }) else { return }
    for answered in controller.answeredQuestions { asked.recall(answered) }
  }

  func summary(of answer: RecordedAnswer, _ renderer: PromptRenderer) -> [String] {
    guard let prompt = asked[answer] else { return renderer.summary(of: answer) }
    return renderer.summary(of: answer.value, to: prompt)
  }
}
