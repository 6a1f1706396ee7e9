/// Finding out, outside, whether the page of a form can be taken.
extension Engine {
  /// What becomes of a page whose fields took their answers.
  enum PageSent: Hashable {
    /// It can be taken.
    case taken
    /// It is being checked.
    case checking(Effect)
    /// A script has it that a check refused it with this code: the question is put once more.
    case refusedByCheck(Refusal.Code)
    /// It cannot be taken now.
    case denied(Refusal.Code)
  }

  /// A page was sent, and each of its fields took its answer.
  ///
  /// - Parameters:
  ///   - wait: that of the field that is asked.
  ///   - isChecked: whether there is something to find out about it outside.
  ///   - mode: how the page was sent.
  /// - Returns: what becomes of it.
  mutating func pageSent(_ wait: WaitID, isChecked: Bool, _ mode: AnswerMode) -> PageSent {
    guard case .asking(let asked) = tree[wait.branch].state, asked.wait == wait else {
      return .denied(.stale)
    }
    switch isChecked ? verification(of: asked, mode) : .known {
    case .known: return .taken
    case .checking(let effect): return .checking(effect)
    case .refused(let code): return .refusedByCheck(code)
    }
  }

  /// What becomes of a page that was checked.
  enum PageVerdict: Hashable {
    /// It can be taken: the field that was asked waits for its answer again.
    case taken(WaitID)
    /// The field that was asked is put once more, with the refusal.
    case refused(Refusal.Code)
    /// The field that was asked waits no more.
    case late
  }

  /// The verdict reaches the page.
  mutating func pageDecided(_ effect: Effect, _ end: CheckEnd, _ mode: AnswerMode) -> PageVerdict {
    let branch = effect.wait.branch
    guard case .checking(let asked, effect) = tree[branch].state else { return .late }
    if let code = end.refusal(of: mode) { return .refused(code) }
    // Nobody is shown the question in between, so it keeps its presentation.
    let again = Asked(
      wait: nextWait(in: branch), presentation: asked.presentation, pending: asked.pending,
      isSensitive: asked.isSensitive)
    tree.set(.asking(again), of: branch)
    return .taken(again.wait)
  }

  /// The page was refused by its check.
  ///
  /// The field that was asked is put once more, as a presentation of its own. Returns what waits now,
  /// and what did.
  mutating func pageRefusedByCheck(
    of form: FlowID, _ answers: JSONValue, _ code: Refusal.Code, _ wait: WaitID
  ) -> Again? {
    guard tree[wait.branch].asked != nil else { return nil }
    refusedPage(of: form, answers, code, wait)
    return askAgain(in: wait.branch)
  }
}
