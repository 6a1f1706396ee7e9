/// Answering a form's page as a whole.
extension Session {
  /// The question of a presentation, and the form whose field it is.
  private func askedField(
    _ presentation: Int?
  ) -> Result<(Asked, any FormField, FlowEnvironment), Refusal.Code> {
    engine.asker(of: presentation).flatMap { asked in
      guard let question = waits.question(asked.wait),
        let field = question.screen as? any FormField
      else { return .failure(.noForm) }
      return .success((asked, field, environment(of: question)))
    }
  }

  /// The page that is asked, as front ends see it.
  func formPrompt(of question: any OpenQuestion, in branch: BranchID) -> FormPrompt? {
    guard let field = question.screen as? any FormField else { return nil }
    let environment = environment(of: question)
    let form = engine.tree.path(of: branch).ids.dropLast()
    return field.prompt(in: environment) { id in
      engine.setAside.drafts[StepPath(form + [id])]?.first
    }
  }

  /// What a page would look like with these answers: fields appear and vanish by the form's rule.
  func formPrompt(with answers: [StepID: Answer]) -> FormPrompt? {
    guard case .success((_, var field, let environment)) = askedField(nil) else { return nil }
    field.answers.merge(answers) { $1 }
    return field.prompt(in: environment) { _ in nil }
  }

  /// Answers a whole page.
  ///
  /// All of it is taken, or none.
  func fill(
    _ answers: [StepID: Answer], to presentation: Int?, acknowledging isAcknowledged: Bool
  ) -> FlowController.Reception {
    let asked: Asked
    let field: any FormField
    let environment: FlowEnvironment
    switch askedField(presentation) {
    case .failure(let code): return refuse(code, .fill)
    case .success(let found): (asked, field, environment) = found
    }
    let all = field.answers.merging(answers) { $1 }
    let page = field.form.page(all, in: environment, warning: !isAcknowledged)
    let refusals = page.refusalsOfAll
    guard refusals.isEmpty else {
      return refuse(answers, of: page, field.form.id, refusals, asked, Refusal.ofForm)
    }
    // What was answered before was asked back about then.
    let warnings = page.warnings.filter {
      field.answers[$0.key] != page.recorded[$0.key].map { .json($0) }
    }
    guard warnings.isEmpty else {
      return refuse(answers, of: page, field.form.id, warnings, asked, Refusal.doubtful)
    }
    let flow = Array(engine.tree.path(of: asked.wait.branch).ids.dropLast())
    engine.given.giveFirst(
      page.fields.map { screen in
        GivenAnswers.Entry(
          path: flow + [screen.id], content: .answer(all[screen.id] ?? .text("")),
          condition: .page)
      })
    // A field that is given another answer is gone back to; the page is taken on the way.
    if let changed = firstChanged(page, since: field, in: StepPath(flow)) {
      let reception = goBack(to: changed)
      if case .refused = reception { engine.given.forgetPage() }
      return reception
    }
    guard let entry = engine.takeGiven(for: asked.wait), offer(entry, at: asked.wait) else {
      engine.given.forgetPage()
      let refused = waits.question(asked.wait)?.history.refused
      return refused.map { .refused($0.refusal) } ?? refuse(.nothingAsked, .fill)
    }
    return .accepted
  }

  /// The first field that had an answer already and is given another one.
  private func firstChanged(
    _ page: FormPage, since field: any FormField, in form: StepPath
  ) -> RecordedAnswer? {
    let changed = page.fields.map(\.id).first { id in
      guard let before = field.answers[id], let now = page.recorded[id] else { return false }
      return before != .json(now)
    }
    return changed.flatMap { id in
      engine.journal.answers.last { $0.path == form.appending(id) }
    }
  }

  private func refuse(
    _ answers: [StepID: Answer], of page: FormPage, _ form: FlowID,
    _ refusals: [StepID: Refusal], _ asked: Asked, _ whole: ([StepID: Refusal]) -> Refusal
  ) -> FlowController.Reception {
    let sensitive = Set(page.fields.filter(\.question.isSensitive).map(\.id))
    let known = Set(page.fields.map(\.id))
    var recorded: [String: JSONValue] = [:]
    for (id, answer) in answers {
      // A field that the rule did not come to may be sensitive.
      recorded[id.rawValue] =
        sensitive.contains(id) || !known.contains(id)
        ? .redactionMark : forms.guarded(answer.recordedText)
    }
    let told = refusals.map { id, refusal in
      (id, sensitive.contains(id) ? refusal.redacted : refusal)
    }
    let refusal = whole(Dictionary(uniqueKeysWithValues: told))
    engine.refusedPage(of: form, .object(recorded), refusal.code, asked.wait)
    return refuse(refusal, .fill)
  }
}
