extension Session {
  /// Goes back to the last question, or to that of a given answer.
  ///
  /// Where an answer is given, those after it stand as long as their questions turn out the same.
  func goBack(to answer: RecordedAnswer? = nil) -> FlowController.Reception {
    var target: Int?
    if let answer {
      guard let index = machine.journal.index(of: answer) else { return refuse(.stale, .back) }
      target = index
    }
    if let code = machine.backRefusal(to: target) { return refuse(code, .back) }
    guard let target, let answer else { return rewind(to: nil, keeping: []) }
    let changed = GivenAnswers.Entry(
      path: answer.path.ids, answer: .json(answer.value), condition: .changed)
    return rewind(to: target, keeping: [changed] + survey(after: target))
  }

  /// Goes back to the question before the form that is asked; elsewhere, to the last question.
  func goBackFromPage() -> FlowController.Reception {
    machine.turnToForeground()
    guard case .asking = machine.state, let field = currentQuestion?.screen as? FormField else {
      return goBack()
    }
    guard let target = machine.lastAnswer(beforeLast: field.answers.count) else {
      return refuse(.atFirstStep, .back)
    }
    if let code = machine.backRefusal(to: target) { return refuse(code, .back) }
    return rewind(to: target, keeping: [])
  }

  private func rewind(
    to target: Int?, keeping faces: [GivenAnswers.Entry]
  ) -> FlowController.Reception {
    switch machine.wentBack(to: target) {
    case .refused(let code): return refuse(code, .back)
    case .rewind(let leaving, let presentations):
      keeper?.rewound()
      given.forgetKept()
      keepSecrets()
      faces.forEach { given.keep($0) }
      leaveBehind(leaving, presentations)
      cancelBody()
      unwind()
      executor.drain()
      runRoot()
      return .accepted
    }
  }

  /// Has the secrets ready that the person typed and that still stand: nobody types a secret twice
  /// because of a step back.
  private func keepSecrets() {
    var left: [StepPath: Int] = [:]
    for entry in machine.tape.entries
    where entry.verb == .answer && !entry.isUndone && entry.payload.json == FlowMachine.redacted {
      left[
        StepPath([machine.journal.head.flow] + machine.tape.entries.path(of: entry)), default: 0] +=
        1
    }
    secrets = secrets.filter { secret in
      guard let count = left[secret.path], count > 0 else { return false }
      left[secret.path] = count - 1
      return true
    }
    for secret in secrets {
      given.keep(
        GivenAnswers.Entry(path: secret.path.ids, answer: .json(secret.value), condition: .secret))
    }
    secrets = []
  }

  /// Runs the flow over its journal once more, beside the session, and notes what the questions
  /// behind an answer look like.
  private func survey(after target: Int) -> [GivenAnswers.Entry] {
    guard let root else { return [] }
    let entries = machine.journal.entries
    let shadow = Session(
      executor: executor,
      machine: FlowMachine(
        head: machine.journal.head, replaying: Tape(entries), effects: RecordedEffects([])),
      presenter: nil, controller: WeakController())
    shadow.root = root.shadow
    shadow.surveyed = []
    for secret in secrets {
      shadow.given.keep(
        GivenAnswers.Entry(path: secret.path.ids, answer: .json(secret.value), condition: .secret))
    }
    shadow.runRoot()
    shadow.drain()
    _ = shadow.machine.terminated(.abandoned)
    shadow.unwind()
    shadow.drain()
    shadow.forceEnd()
    let before = entries[...target].count {
      $0.verb == .answer && !$0.isUndone && $0.payload.json != FlowMachine.redacted
    }
    return shadow.surveyed?.dropFirst(before).map { $0 } ?? []
  }

  /// Notes what a question that has its answer looks like, where that is asked for.
  ///
  /// What was asked back about it then was acknowledged.
  func survey<Asked: Screen>(_ screen: Asked, _ answer: JSONValue, _ value: Asked.Output) {
    guard surveyed != nil else { return }
    surveyed?.append(
      GivenAnswers.Entry(
        path: machine.currentPath.ids, answer: .json(answer),
        condition: .same(face: face(of: screen)),
        isAcknowledged: screen.warning(about: value, in: environment) != nil))
  }

  /// What a question looks like to a person, as a number that holds for this process.
  func face(of screen: any Screen) -> Int {
    // In whatever language it is put: it is the same question.
    let environment = machine.journal.head.environment
    var hasher = Hasher()
    hasher.combine(screen.kind(in: environment))
    hasher.combine(screen.question.text.resolved(in: environment))
    hasher.combine(screen.page(in: environment))
    hasher.combine(screen.defaultAnswer?.text)
    return hasher.finalize()
  }
}

extension Journal {
  /// The entry of an answer that stands; nothing where it does not any more.
  func index(of answer: RecordedAnswer) -> Int? {
    let standing = entries.indices.filter { entries[$0].verb == .answer && !entries[$0].isUndone }
    guard standing.indices.contains(answer.number) else { return nil }
    let index = standing[answer.number]
    guard entries[index].payload.json ?? .null == answer.value,
      path(of: entries[index]) == answer.path
    else { return nil }
    return index
  }
}
