/// Questions as front ends see them.
extension Session {
  /// The world that questions are put and answers are read in: the session's, in the language that
  /// was asked for last.
  var environment: FlowEnvironment {
    survey?.environment ?? engine.spoken ?? engine.journal.head.environment
  }

  /// The world that a question is put and its answer is read in.
  func environment(of question: WaitingQuestion) -> FlowEnvironment {
    environment.at(question.place)
  }

  /// The prompt that waits for an answer: that of the foreground, or what to do about something that
  /// is held.
  var prompt: Prompt? {
    if let holdPrompt { return holdPrompt }
    return isHeldBack ? nil : prompt(in: engine.tree.foreground)
  }

  /// All the prompts that wait for an answer, in the order of the children that ask them.
  var prompts: [Prompt] {
    if let holdPrompt { return [holdPrompt] }
    return isHeldBack ? [] : engine.tree.asking.compactMap { prompt(in: $0) }
  }

  /// The step of the first of ``prompts``; the prompt itself is not made for it.
  var askedPath: StepPath? {
    if let holdPrompt { return holdPrompt.path }
    guard !isHeldBack else { return nil }
    return engine.tree.asking.first { question(in: $0) != nil }.map { engine.tree.path(of: $0) }
  }

  /// The prompt of a branch, if it asks.
  func prompt(in branch: BranchID) -> Prompt? {
    question(in: branch).map { prompt(of: $0.question, $0.asked) }
  }

  private func question(in branch: BranchID) -> (question: any OpenQuestion, asked: Asked)? {
    guard engine.phase == .running, case .asking(let asked) = engine.tree[branch].state,
      let question = waits.question(asked.wait)
    else { return nil }
    return (question, asked)
  }

  private func prompt(of question: any OpenQuestion, _ asked: Asked) -> Prompt {
    let branch = asked.wait.branch
    let history = question.history
    return prompt(
      of: question.screen, at: question.place, in: branch, presentation: asked.presentation,
      history, form: formPrompt(of: question, in: branch),
      refused: history.refusedBefore.map { told($0, of: question) },
      progress: engine.tree.progress(after: engine.answersStanding),
      backRefusal: backRefusal)
  }

  /// The prompt of a screen in a branch; of one that has its answer, nothing is known but what it asks.
  func prompt(
    of screen: any Screen, at place: TextPlace?, in branch: BranchID, presentation: Int,
    _ history: WaitingQuestion.History = WaitingQuestion.History(), form: FormPrompt? = nil,
    refused: RefusedAnswer? = nil, progress: StepProgress? = nil,
    backRefusal: Refusal.Code? = nil
  ) -> Prompt {
    let question = screen.question
    let environment = environment.at(place)
    let kind = screen.kind(in: environment)
    func typed(_ recorded: JSONValue?) -> String? {
      question.isSensitive ? nil : recorded.flatMap { screen.typed($0, in: environment) }
    }
    var prompt = Prompt(
      path: engine.tree.path(of: branch), trail: trail(of: branch),
      presentation: presentation, kind: kind,
      question: question.text.resolved(in: environment), page: screen.page(in: environment),
      defaultText: typed(screen.defaultAnswer),
      defaultAnswer: question.isSensitive ? nil : screen.defaultAnswer,
      draft: question.isSensitive
        ? nil : history.typed ?? typed(history.draft ?? question.offeredAnswer),
      draftFile: kind.file(in: history.draft),
      help: (question.help ?? place?.text(.help))?.resolved(in: environment),
      reason: (question.reason ?? place?.text(.reason))?.resolved(in: environment),
      accepts: kind.accepts(at: question, in: environment),
      example: screen.example(in: environment), isSensitive: question.isSensitive,
      isOptional: question.isOptional, isMenu: question.isMenu, backRefusal: backRefusal,
      form: form, refused: refused, progress: progress, hold: nil)
    prompt.place = places(of: branch).last
    prompt.purpose = question.purpose
    if kind == .confirm { prompt.decision = place?.decision(in: environment) }
    return prompt
  }

  /// Why one cannot go back from what is asked.
  var backRefusal: Refusal.Code? { engine.backRefusal }

  /// Short names of the flows from the root down to what a branch asks.
  func trail(of branch: BranchID) -> [LocalizedText] {
    engine.tree.chain(from: branch).reversed().map {
      engine.tree[$0.branch].frames[$0.index].title(in: environment)
    }
  }

  private func told(
    _ refused: WaitingQuestion.Refused, of question: WaitingQuestion
  ) -> RefusedAnswer {
    RefusedAnswer(
      refused.isPage ? nil : refused.answer, refused.refusal, isSensitive: question.hidesRefused,
      in: environment(of: question))
  }

  /// The answer that was refused last, while its question is asked.
  var refusedAnswer: RefusedAnswer? {
    guard case .asking(let asked) = engine.tree[engine.tree.foreground].state,
      let question = waits.question(asked.wait), let refused = question.history.refused
    else { return nil }
    return told(refused, of: question)
  }

  /// Reads an answer as the question of a presentation would, or the one that waits.
  ///
  /// Nothing of it is kept.
  func preview(_ answer: Answer, to presentation: Int?) -> Result<AnswerPreview, Refusal> {
    if let preview = previewHold(answer, to: presentation) { return preview }
    return switch engine.asker(of: presentation) {
    case .failure(let code): .failure(.make(code))
    case .success(let asked):
      waits.question(asked.wait).map { question in
        question.screen.preview(answer, in: environment(of: question))
          .mapError { $0.bound(to: question.place) }
      } ?? .failure(.make(.nothingAsked))
    }
  }

  /// Continues in another language.
  ///
  /// It is written down, so that a replay reads what follows as it was read.
  func speak(_ language: String) -> FlowController.Reception {
    if let code = engine.terminateRefusal { return refuse(code, .speak) }
    guard Texts.languages.contains(language) else {
      return refuse(.unknownLanguage(language, known: Texts.languages), .speak)
    }
    engine.spoke(language)
    presentAgain()
    return .accepted
  }
}
