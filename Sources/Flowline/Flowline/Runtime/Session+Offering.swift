/// Answering questions with what was given for them before they were asked.
extension Session {
  /// Answers a question with what was given for it beforehand; a refusal stays with the question.
  ///
  /// Returns whether it was taken.
  func offer(
    _ entry: GivenAnswers.Entry, to question: any OpenQuestion, at wait: WaitID
  ) -> Bool {
    guard entry.fits(fingerprint(of: question.screen, at: question.place)),
      let given = answer(of: entry)
    else {
      return false
    }
    if engine.isLeftOut(entry, at: engine.tree.path(of: wait.branch)) {
      leave(question, toPeopleAt: wait, given)
      return false
    }
    // A path, which a front end on the person's machine may read; nobody else knows what it means.
    if question.outline.isFile, case .text = given, !given.isNothing { return false }
    let presentation = engine.tree[wait.branch].asked?.presentation
    switch question.take(question, given, entry.mode, wait, self) {
    case .taken:
      wasNeverShown(presentation)
      return true
    case .refused(let refusal):
      question.history.refusedBefore = WaitingQuestion.Refused(answer: given, refusal: refusal)
      tell(refusal, of: given, to: question, at: wait.branch)
    case .checking: wasNeverShown(presentation)
    case .refusedByCheck, .denied: break
    }
    return false
  }

  /// A question is asked although an answer was given for it, which somebody else may have made.
  ///
  /// The journal has a mark in place of the answer: nobody gave it here.
  private func leave(_ question: any OpenQuestion, toPeopleAt wait: WaitID, _ given: Answer) {
    let refusal = Refusal.make(.leftToPeople)
    engine.refusedUnknown(wait, refusal.code)
    // What a link says is not offered: the person is to decide without it.
    question.history.refusedBefore = WaitingQuestion.Refused(answer: nil, refusal: refusal)
    tell(refusal, of: given, to: question, at: wait.branch)
  }

  /// A question was answered before anybody was shown it.
  private func wasNeverShown(_ presentation: Int?) {
    if let presentation { shown.remove(presentation..<presentation + 1) }
  }

  /// Offers a question that waits what was given for it.
  ///
  /// Returns whether it was taken.
  @discardableResult
  func offer(_ entry: GivenAnswers.Entry, at wait: WaitID) -> Bool {
    guard let question = waits.question(wait) else { return false }
    return offer(entry, to: question, at: wait)
  }

  /// The answer that was given, secrets from the table.
  private func answer(of entry: GivenAnswers.Entry) -> Answer? {
    switch entry.content {
    case .answer(let answer): answer
    case .secret(let number): forms.secret(number).map { .json($0) }
    case .nothing: nil
    }
  }

  /// Takes in answers given beforehand; the question that is asked now takes its own at once.
  func give(_ answers: [GivenAnswer]) -> FlowController.Reception {
    if let code = engine.gave(answers) { return refuse(code, .give) }
    guard !engine.tree.isForked, case .asking(let asked) = engine.tree.trunk.state,
      let entry = engine.takeGiven(for: asked.wait)
    else { return .accepted }
    if offer(entry, at: asked.wait) { return .accepted }
    let refused = waits.question(asked.wait)?.history.refused
    return refused.map { .refused($0.refusal) } ?? .accepted
  }
}
