import Flowline

/// Leaping to an earlier answer, and what is kept of those that were taken back.
extension Walk {
  /// Goes to the question of an answered step, to change its answer.
  func go(to name: String, at prompt: Prompt) {
    switch answeredSteps.find(name) {
    case .found(let answer): go(to: answer, at: prompt)
    case .ambiguous(let numbers):
      let list = numbers.map(String.init).joined(separator: ", ")
      refuse(
        command: words("goto.ambiguous", .string(OneLine.excerpt(name)), .string(list)), at: prompt)
    case .none(let nearest):
      let isAsked = prompt.path.ids.last?.rawValue.lowercased() == name.lowercased()
      let key = isAsked ? "goto.asked" : answeredSteps.isEmpty ? "review.none" : "goto.unknown"
      let sentences = [words(key, .string(OneLine.excerpt(name))), words.suggestion(nearest)]
      refuse(command: sentences.compactMap { $0 }.joined(separator: " "), at: prompt)
    }
  }

  /// Goes to the question of an answer.
  func go(to answer: RecordedAnswer, at prompt: Prompt) {
    if case .refused(let refusal) = controller.back(to: answer) {
      refuse(command: refusal, at: prompt)
    }
  }

  /// The steps that were answered, with what they are called.
  var answeredSteps: AnsweredSteps {
    AnsweredSteps(
      controller.journal.answers.map { answer in
        (answer, asked[answer]?.trail.dropFirst().map(\.line) ?? [])
      })
  }

  /// Shows what is kept of answers that were taken back, and what was typed and not taken.
  func showDrafts(at prompt: Prompt) {
    let typed =
      prompt.isSensitive ? nil : line.refused?.typed ?? controller.inspection.refused?.answer
    display.show(
      WalkReports(renderer: renderer).drafts(
        controller.keptDrafts, asked: asked, left: line.left, typed: typed))
  }

  /// What can stand for the arguments of commands at this question.
  func values(_ legal: LegalInputs) -> (PromptCommand.Argument.Kind, [String]) -> [String] {
    let (steps, language) = (answeredSteps, words.environment.language)
    return { [controller] kind, before in
      switch kind {
      case .step: steps.names
      case .flow: OpenFlows(controller.inspection).names
      case .number: legal.changeable.map { String($0.number + 1) }
      case .setting, .value, .language: Setting.completions(of: kind, before)
      case .pin: LockCommand.Word.names(in: language)
      default: []
      }
    }
  }

  /// Tells that something that was asked for is not done.
  func show(error message: String) {
    display.say(.error(message))
    stopFeed()
  }

  /// Tells why a command is not done; without anybody to type another it is the end.
  func refuse(command refusal: Refusal, at prompt: Prompt) {
    if mode.isAttended { return show(refusal: refusal) }
    leave(.refusedCommand(prompt, refusal))
    stopFeed()
  }

  /// Tells that a command has nothing to do here; without anybody to type another it is the end.
  func refuse(command message: String, at prompt: Prompt) {
    if mode.isAttended { return show(error: message) }
    refuse(command: Refusal(.notACommand, Text(verbatim: message)), at: prompt)
  }

  /// Tells why something that was asked for is not done.
  func show(refusal: Refusal) {
    // It was no answer that could not be saved, and there is nothing to wait for.
    if let hold = controller.prompt?.hold, [.notKept, .committing].contains(refusal.code) {
      return show(error: words(toAnswerFirst: hold))
    }
    var refusal = refusal
    if refusal.code == .committed, controller.prompt?.kind == .review {
      refusal = refusal.followed(by: words("back.committed.enter"), words)
    }
    display.say(.refusal(refusal, typed: "", input: nil))
    stopFeed()
  }
}
