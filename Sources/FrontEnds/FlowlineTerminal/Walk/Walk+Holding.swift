package import Flowline

/// Asking what to do about something that went wrong around the flow.
extension Walk {
  /// Asks it like any choice.
  ///
  /// Without anybody to ask, the session is unloaded: the lines that are left are answers to the
  /// flow's own questions.
  func ask(_ prompt: Prompt, about hold: PromptHold) {
    guard mode.isAttended else {
      settle()
      return session.unload(for: .held(prompt, hold))
    }
    if question.presentation != prompt.presentation {
      settle()
      stopFeed()
      // Drawn over, the same question would look as if nothing had been tried.
      let isAgain = question.hold(at: prompt.path)
      if display.draws, isAgain { display.say(.note(words("hold.again"))) }
      surface.settings.program.failure = FailureReport(
        hold, at: prompt, in: controller.journal, words: words)
      show(prompt)
    }
    if let event = read(request(for: prompt), at: prompt) { take(event, at: prompt) }
  }

  /// Hands over what a person said is to be done.
  func resolve(_ answer: Answer, typed: String, at prompt: Prompt) {
    line.submit()
    if let refusal = session.resolve(answer, at: prompt) {
      refuse(refusal, typed: typed, at: prompt)
    }
  }
}

extension PromptRenderer {
  /// What is above the question what to do about something that went wrong.
  func lines(for hold: PromptHold) -> [String] {
    if let failure = hold.storeFailure { return self.failure(words(failure)) }
    return failure(OneLine.text(hold.text ?? hold.message))
  }
}

extension Words {
  /// What to do first if something else is wanted while a session is held.
  func callAsFunction(toAnswerFirst hold: PromptHold) -> String {
    self(hold.isStore ? "hold.store.first" : "hold.first")
  }

  /// What is held, in sentences, when nobody can be asked what to do about it.
  package func callAsFunction(_ hold: PromptHold, at prompt: Prompt) -> String {
    if let failure = hold.storeFailure { return self(failure) }
    let key =
      switch hold {
      case _ where !hold.isCommit: "hold.load"
      case _ where hold.wasDone: "hold.commit-done"
      case _ where hold.mayHaveBeenDone: "hold.commit"
      default: "hold.commit-not-sent"
      }
    let cause = OneLine.text(hold.text ?? hold.message).asSentence
    return self(key, .string(prompt.path.description), .string(cause))
  }
}
