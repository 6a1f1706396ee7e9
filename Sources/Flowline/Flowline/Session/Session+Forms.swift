extension Session {
  /// The form whose field is asked.
  private var askedField: FormField? {
    guard case .asking = machine.state else { return nil }
    return currentQuestion?.screen as? FormField
  }

  /// The page that is asked, as front ends see it.
  func formPrompt(of screen: any Screen) -> FormPrompt? {
    guard let field = screen as? FormField else { return nil }
    let form = machine.currentPath.ids.dropLast()
    return field.prompt(in: environment) { id in
      machine.asides.drafts[StepPath(form + [id])]?.first
    }
  }

  /// What a page would look like with these answers: fields appear and vanish by the form's rule.
  func formPrompt(with answers: [StepID: Answer]) -> FormPrompt? {
    machine.turnToForeground()
    guard let field = askedField else { return nil }
    return FormField(field, of: field.form, field.answers.merging(answers) { $1 })
      .prompt(in: environment) { _ in nil }
  }

  /// Answers a whole page. All of it is taken, or none.
  func fill(
    _ answers: [StepID: Answer], to presentation: Int?, acknowledging isAcknowledged: Bool
  ) -> FlowController.Reception {
    if let code = machine.answerRefusal(for: presentation) { return refuse(code, .fill) }
    guard let field = askedField else { return refuse(.noForm, .fill) }
    let all = field.answers.merging(answers) { $1 }
    let page = field.form.page(all, in: environment, warning: !isAcknowledged)
    let refusals = page.refusalsOfAll
    guard refusals.isEmpty else {
      return refuse(answers, of: page, field.form.id, refusals, Refusal.ofForm)
    }
    // What was answered before was asked back about then.
    let warnings = page.warnings.filter {
      field.answers[$0.key] != page.recorded[$0.key].map { .json($0) }
    }
    guard warnings.isEmpty else {
      return refuse(answers, of: page, field.form.id, warnings, Refusal.doubtful)
    }
    let flow = machine.currentPath.ids.dropLast()
    if let changed = firstChanged(page, since: field, in: StepPath(Array(flow))) {
      let reception = goBack(to: changed)
      guard case .accepted = reception else { return reception }
      executor.drain()
    }
    given.giveFirst(
      page.fields.map { screen in
        GivenAnswers.Entry(
          path: flow + [screen.id], answer: all[screen.id] ?? .text(""), condition: .page)
      })
    return takePage()
  }

  /// The first field that had an answer already and is given another one.
  private func firstChanged(
    _ page: FormPage, since field: FormField, in form: StepPath
  ) -> RecordedAnswer? {
    let changed = page.fields.map(\.id).first { id in
      guard let before = field.answers[id], let now = page.recorded[id] else { return false }
      return before != .json(now)
    }
    return changed.flatMap { id in
      machine.journal.answers.last { $0.path == form.appending(id) }
    }
  }

  /// Gives the field that is asked its answer; the others take theirs as they are asked.
  private func takePage() -> FlowController.Reception {
    guard let screen = currentQuestion?.screen,
      let answer = given.take(
        at: machine.currentPath, isSensitive: screen.question.isSensitive,
        face: { face(of: screen) })
    else { return refuse(.nothingAsked, .fill) }
    let reception = take(.answer(answer, to: nil))
    given.forgetPage()
    return reception
  }

  private func refuse(
    _ answers: [StepID: Answer], of page: FormPage, _ form: FlowID,
    _ refusals: [StepID: Refusal], _ whole: ([StepID: Refusal]) -> Refusal
  ) -> FlowController.Reception {
    let sensitive = Set(page.fields.filter(\.question.isSensitive).map(\.id))
    var recorded: [String: JSONValue] = [:]
    for (id, answer) in answers {
      recorded[id.rawValue] = sensitive.contains(id) ? FlowMachine.redacted : answer.recordedText
    }
    let told = refusals.map { id, refusal in
      (id, sensitive.contains(id) ? refusal.redacted : refusal)
    }
    let refusal = whole(Dictionary(uniqueKeysWithValues: told))
    machine.refusedPage(of: form, .object(recorded), refusal.code)
    return refuse(refusal, .fill)
  }
}
