/// Finding out, outside, whether an answer can be taken.
extension Session {
  /// Runs the check of an answer, or of the page of a form.
  func runCheck(of question: WaitingQuestion, _ effect: Effect, _ check: PendingCheck) {
    let owned = Owned(value: (session: self, question: question))
    let meter = makeMeter(of: effect, title: nil)
    let (executor, gate) = (executor, gate)
    runningEffects += 1
    question.history.task = Task(executorPreference: executor.outside) {
      let found: Result<Refusal?, any Error>
      do {
        found = .success(
          try await EffectProgress.$meter.withValue(meter) {
            try await gate.run(.check) { try await check.run() }
          })
      } catch {
        found = .failure(error)
      }
      executor.post {
        owned.value.session.found(found, by: check, effect, owned.value.question)
      }
    }
  }

  /// A check is done.
  private func found(
    _ found: Result<Refusal?, any Error>, by check: PendingCheck, _ effect: Effect,
    _ question: WaitingQuestion
  ) {
    runningEffects -= 1
    endMeter(of: effect)
    engine.now = MonotonicTime.now
    let verdict = verdict(found, by: check, effect, question)
    // Nobody waits for one that was given up, though its question may wait for another check.
    guard engine.checkArrived(effect, verdict.end) == .taken else { return }
    question.history.verdict = verdict
  }

  private func verdict(
    _ found: Result<Refusal?, any Error>, by check: PendingCheck, _ effect: Effect,
    _ question: WaitingQuestion
  ) -> WaitingQuestion.Verdict {
    switch found {
    case .success(nil): return WaitingQuestion.Verdict(effect: effect, end: .accepted)
    case .success(let refusal?):
      return WaitingQuestion.Verdict(
        effect: effect, end: .refused(refusal.code, isWarning: refusal.isWarning),
        refusal: guarded(refusal))
    case .failure(let error):
      // What it says may tell of what was typed.
      let isQuiet = question.hidesRefused || check.isSensitive
      let message = isQuiet ? PendingCheck.failure : forms.guarded(String(describing: error))
      return WaitingQuestion.Verdict(
        effect: effect, end: .threw(message: message), refusal: .checkFailed(message))
    }
  }

  /// The verdict of a check reaches its question.
  func decide(_ effect: Effect) {
    guard let question = waits.question(effect.wait), let verdict = question.history.verdict.take(),
      verdict.effect == effect
    else { return }
    if let page = question.history.sentPage.take() { return decide(verdict, page, question) }
    guard let (reading, answer, mode) = question.history.checked.take() else { return }
    switch engine.decided(effect, verdict.end, reading, mode) {
    case .taken: waits.remove(effect.wait)?.wake(in: self)
    case .refused:
      let refusal = verdict.refusal ?? .make(.checkFailed)
      refuse(question, at: effect.wait, answer, reading.typed, by: refusal)
    case .late: break
    }
  }

  /// Refuses an answer that was checked: its question is put once more, with the refusal.
  func refuse(
    _ question: any OpenQuestion, at wait: WaitID, _ answer: Answer, _ typed: JSONValue,
    by refusal: Refusal
  ) {
    let told =
      question.hidesRefused ? refusal.redacted : refusal.moved(into: answer)
    if engine.isObserved {
      let input = question.hidesRefused ? nil : typed
      engine.tell(.refused(told, .answer(input)), at: engine.tree.path(of: wait.branch))
    }
    guard let again = engine.refusedByCheck(wait, typed, refusal.code) else { return }
    question.history.refusedBefore = WaitingQuestion.Refused(answer: answer, refusal: told)
    question.history.draft = again.draft
    question.history.typed = nil
    question.history.page = [:]
    putAgain(question, from: wait, again)
  }

  func putAgain(
    _ question: any OpenQuestion, from wait: WaitID, _ again: Engine.Again
  ) {
    waits[again.wait] = waits.remove(wait) ?? question
    shown.insert(again.presentation)
    dismiss([again.oldPresentation..<again.oldPresentation + 1])
  }

  /// Gives up what is waited for, if that does no harm.
  func stopWaiting() -> FlowController.Reception {
    switch engine.stopping {
    case .refused(let code): return refuse(code, .stopWaiting)
    case .back: return goBack()
    case .check(let effect):
      guard let question = waits.question(effect.wait), let again = engine.checkStopped(effect)
      else { return refuse(.nothingUnderWay, .stopWaiting) }
      question.history.task?.cancel()
      let checked = question.history.checked.take()
      question.history.draft =
        question.isSensitive ? nil : checked?.reading.recorded
      if case .text(let typed)? = checked?.answer { question.history.typed = typed }
      question.history.page = question.history.sentPage.take()?.shown ?? [:]
      question.history.refusedBefore = nil
      question.history.verdict = nil
      putAgain(question, from: effect.wait, again)
      return .accepted
    }
  }
}

extension Refusal {
  /// The reason is in the arguments: it is for those who look after the program.
  static func checkFailed(_ reason: String) -> Refusal {
    Refusal(
      .checkFailed, Texts.engine("refusal.check-failed"), arguments: ["reason": .string(reason)])
  }
}

extension Refusal.Code {
  /// An answer to the question is being checked.
  public static let checking: Self = "checking"
  /// It could not be found out whether the answer can be taken.
  public static let checkFailed: Self = "check-failed"
  /// Nothing is waited for that could be given up.
  public static let nothingUnderWay: Self = "nothing-under-way"
}
