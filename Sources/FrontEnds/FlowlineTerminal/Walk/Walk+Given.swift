import Flowline

/// Answers that were given before their questions: by arguments, a file or a link.
extension Walk {
  /// Hands them to the session, and shows a person what was answered without being typed here.
  func give() {
    guard !answers.isEmpty else { return }
    let before = controller.journal.answers.count
    controller.give(answers.given(acknowledged: mode.acceptsWarnings))
    guard mode.isAttended, mode.showsPrompts else { return }
    let answered = controller.journal.answers
    if answered.count > before {
      recallQuestions(of: answered)
      resumption.hasAnswersToTell = false
      let changeable = Set(controller.legalInputs.changeable.map(\.number))
      display.show(
        WalkReports(renderer: renderer).review(
          answered, asked: asked, changeable: changeable)
          + [""])
    }
  }

  /// Shows that an answer is not taken; it is offered for editing.
  ///
  /// - Parameters:
  ///   - refused: the answer and the reason.
  ///   - typed: the line that was typed here; nil if it was given beforehand.
  ///   - prompt: the question.
  func tell(_ refused: RefusedAnswer, typed: String? = nil, at prompt: Prompt) {
    if refused.code == .leftToPeople { return tellThatLinkCannotAnswer(refused) }
    let line = typed ?? refused.answer ?? ""
    if typed == nil {
      display.echo(prompt.isSensitive ? words("word.hidden") : OneLine.text(line), at: prompt)
    }
    let refusal = Refusal(
      refused.code, Text(verbatim: refused.message.text), range: refused.range,
      isWarning: refused.isWarning)
    if refusal.isWarning, let answer = refused.answer {
      warn(of: refusal, .text(answer), typed: line, at: prompt, isGiven: typed == nil)
    } else {
      refuse(refusal, typed: line, at: prompt)
    }
  }

  /// The question is asked as if the link had said nothing; the next line counts, from wherever it comes.
  ///
  /// If there is none, the report of the walk's end says the same.
  private func tellThatLinkCannotAnswer(_ refused: RefusedAnswer) {
    guard mode.isAttended else { return }
    display.say(.error(OneLine.text(refused.message.text)))
  }

  /// A session takes no secret beforehand; at its question one may be handed over all the same.
  func submitGivenSecret(at prompt: Prompt) -> Bool {
    guard prompt.isSensitive, let origin = answers.origin(for: prompt),
      let answer = answers.take(for: prompt)
    else { return false }
    if origin == .argument || origin == .link {
      let message = words("secret.argument", .string(prompt.id.rawValue))
      refuse(Refusal("secret-as-argument", Text(verbatim: message)), typed: "", at: prompt)
      return true
    }
    display.echo(words("word.hidden"), at: prompt)
    submit(answer, typed: answer.typedText, at: prompt, isGiven: true)
    return true
  }

  /// The steps whose answers nobody asked for, each once; not those that a session that was resumed has
  /// already.
  var unusedAnswers: [String] {
    let recognized = Set(controller.recognizedAnswers)
    return answers.unused(
      besides: controller.unusedAnswers.filter { !recognized.contains($0) })
  }

  /// The ids of the steps that were answered or asked, each once.
  func steps(of journal: Journal) -> [StepID] {
    let answered = journal.answers.compactMap(\.path.ids.last)
    return (answered + asked.ids).reduce(into: []) { steps, step in
      if !steps.contains(step) { steps.append(step) }
    }
  }
}
