/// Going back, as the shell has it: finding out which answers stand, and having the engine decide.
extension Session {
  /// Goes back to the last question, or to that of a given answer.
  ///
  /// If an answer is given, those after it stand as long as their questions turn out the same.
  func goBack(to answer: RecordedAnswer? = nil) -> FlowController.Reception {
    guard let answer else { return rewind(to: nil, keeping: []) }
    guard let target = engine.journal.index(of: answer) else { return refuse(.stale, .back) }
    if let code = engine.backRefusal(to: target) { return refuse(code, .back) }
    let changed = GivenAnswers.Entry(
      path: answer.path.ids, content: .nothing, condition: .stood)
    return rewind(
      to: target, keeping: [changed] + surveyed(engine.journal.entries, after: target))
  }

  /// Goes back to the question before the form that is asked; elsewhere, to the last question.
  func goBackFromPage() -> FlowController.Reception {
    guard let asked = fieldAsked else { return goBack() }
    guard
      let target = engine.lastAnswer(beforeLast: asked.field.answers.count, in: asked.branch)
    else { return refuse(.atFirstStep, .back) }
    return rewind(to: target, keeping: [], isJump: false)
  }

  /// The answer before the form that is asked; nil if no form is, or nothing is before it.
  var pageBackTarget: Int? {
    fieldAsked.flatMap { engine.lastAnswer(beforeLast: $0.field.answers.count, in: $0.branch) }
  }

  /// The field of a form that is asked, and in which branch.
  private var fieldAsked: (field: any FormField, branch: BranchID)? {
    guard case .success(let asked) = engine.asker(of: nil),
      let field = waits.question(asked.wait)?.screen as? any FormField
    else { return nil }
    return (field, asked.wait.branch)
  }

  func rewind(
    to target: Int?, keeping kept: [GivenAnswers.Entry], isJump: Bool = true
  ) -> FlowController.Reception {
    switch engine.wentBack(to: target, keeping: kept, isJump: isJump && target != nil) {
    case .refused(let code): refuse(code, .back)
    case .rewound: .accepted
    }
  }

  /// The answers behind the last jump of a journal that may stand again and have not been asked for
  /// yet, so that a session that is resumed goes on as it would have.
  ///
  /// Scripts of the first format do not tell jumps.
  func kept(in journal: Journal) -> [GivenAnswers.Entry] {
    let entries = journal.entries
    guard journal.head.version == engine.journal.head.version,
      let jump = entries.lastIndex(where: { $0.verb == .back || $0.verb == .jump }),
      entries[jump].verb == .jump
    else { return [] }
    let before = entries.standing(before: jump)
    guard let target = before.target(of: entries[jump]) else { return [] }
    let changed = GivenAnswers.Entry(
      path: journal.path(of: before[target]).ids, content: .nothing, condition: .stood)
    var kept = [changed] + surveyed(before, after: target)
    // Each question took the first that was kept for it. One that waits has refusals at most.
    var refused: [StepID]?
    func take(_ path: [StepID]) {
      if let index = kept.firstIndex(where: { $0.path == path }) { kept.remove(at: index) }
    }
    for entry in entries[jump...] where entry.verb == .answer || entry.verb == .refuse {
      let path = journal.path(of: entry).ids
      refused = entry.verb == .refuse ? path : nil
      if entry.verb == .answer { take(path) }
    }
    if let refused { take(refused) }
    return kept
  }

  /// What the questions behind an answer look like.
  private func surveyed(_ entries: [JournalEntry], after target: Int) -> [GivenAnswers.Entry] {
    let before = entries[...target].count(where: \.isStandingAnswer)
    return Array(survey(.keeping, of: entries).kept.dropFirst(before))
  }
}

extension Journal {
  /// The entry of an answer that stands; nil if it does not any more.
  func index(of answer: RecordedAnswer) -> Int? {
    var number = answer.number
    guard number >= 0 else { return nil }
    for index in entries.indices where entries[index].isStandingAnswer {
      guard number == 0 else {
        number -= 1
        continue
      }
      guard entries[index].payload.json ?? .null == answer.value,
        path(of: entries[index]) == answer.path
      else { return nil }
      return index
    }
    return nil
  }
}
