/// Answering a form's page as a whole.
extension Session {
  /// The question of a presentation, and the form whose field it is.
  private func askedField(
    _ presentation: Int?
  ) -> Result<(Asked, any OpenQuestion, any FormField), Refusal.Code> {
    engine.asker(of: presentation).flatMap { asked in
      guard let question = waits.question(asked.wait),
        let field = question.screen as? any FormField
      else { return .failure(.noForm) }
      return .success((asked, question, field))
    }
  }

  /// The page of a presentation with the fields that there are if each is left as it is offered.
  func offeredForm(of presentation: Int?) -> FormPrompt? {
    guard case .success((let asked, let question, _)) = askedField(presentation) else { return nil }
    return formPrompt(of: question, in: asked.wait.branch, isOffered: true)
  }

  /// The page that is asked, as front ends see it.
  ///
  /// - Parameters:
  ///   - question: one of its fields.
  ///   - branch: asks it.
  ///   - isOffered: whether it has the fields, too, that there are if others are left as they are offered.
  func formPrompt(
    of question: any OpenQuestion, in branch: BranchID, isOffered: Bool = false
  ) -> FormPrompt? {
    guard let field = question.screen as? any FormField else { return nil }
    let environment = environment(of: question)
    let form = engine.tree.path(of: branch).ids.dropLast()
    var prompt = field.prompt(
      in: environment, sent: question.history.page, isOffered: isOffered
    ) { id in
      engine.setAside.drafts[StepPath(form + [id])]?.first
    }
    if let refused = question.history.refusedBefore {
      prompt.note(refused, of: question, askedAs: field.id, in: environment)
    }
    return prompt
  }

  /// What a page would look like with these answers: fields appear and vanish by the form's rule.
  func formPrompt(
    with answers: [StepID: Answer], of presentation: Int?
  ) -> FormPrompt? {
    guard case .success((_, let question, var field)) = askedField(presentation) else { return nil }
    field.answers.merge(answers) { $1 }
    return field.prompt(in: environment(of: question)) { _ in nil }
  }

  /// Why a page is refused that names fields it does not have; nil if it names none, or something else is
  /// wrong with it, which may be why its rule has not come to them.
  func denial(
    ofStrayFieldsIn answers: [StepID: Answer], of presentation: Int?
  ) -> Refusal? {
    guard case .success((_, let question, let field)) = askedField(presentation) else { return nil }
    let page = SentPage(answers, of: field, .acknowledged, in: environment(of: question)).page
    let fields = page.fields.map(\.id)
    let strays = answers.keys.filter { !fields.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    guard !strays.isEmpty, page.refusalsOfAll.isEmpty else { return nil }
    return .noSuchFields(strays, of: fields)
  }

  /// Answers a whole page.
  ///
  /// All of it is taken, or none.
  func fill(
    _ answers: [StepID: Answer], _ mode: Engine.AnswerMode, to presentation: Int?
  ) -> FlowController.Reception {
    let (asked, question, field): (Asked, any OpenQuestion, any FormField)
    switch askedField(presentation) {
    case .failure(let code): return refuse(code, .fill)
    case .success(let found): (asked, question, field) = found
    }
    let sent = SentPage(
      answers, of: field, mode, in: environment(of: question))
    let refusals = sent.page.refusalsOfAll.merging(refusals(ofFilesIn: sent.page)) { $1 }
    guard refusals.isEmpty else { return refuse(sent, at: asked.wait, Refusal.ofForm(refusals)) }
    let warnings = sent.warnings
    guard warnings.isEmpty else { return refuse(sent, at: asked.wait, Refusal.doubtful(warnings)) }
    switch engine.pageSent(asked.wait, isChecked: sent.check != nil, mode) {
    case .taken: return take(sent, at: asked.wait)
    case .checking(let effect):
      question.history.sentPage = sent
      waits[effect.wait] = waits.remove(asked.wait)
      return .accepted
    case .refusedByCheck(let code):
      let refusal = Refusal(code, Text(verbatim: code.rawValue))
      refuseChecked(sent, question, at: asked.wait, refusal)
      return .refused(refusal)
    case .denied(let code): return refuse(code, .fill)
    }
  }

  /// Takes a page that nothing is wrong with.
  func take(_ sent: SentPage, at wait: WaitID) -> FlowController.Reception {
    let flow = Array(engine.tree.path(of: wait.branch).ids.dropLast())
    engine.given.giveFirst(
      sent.page.fields.map { screen in
        GivenAnswers.Entry(
          path: flow + [screen.id], content: .answer(sent.all[screen.id] ?? screen.answerIfLeftOut),
          condition: .page)
      })
    // A field that is given another answer is gone back to; the page is taken on the way.
    if let changed = firstChanged(sent, in: StepPath(flow)) {
      let reception = goBack(to: changed)
      if case .refused = reception { engine.given.forgetPage() }
      return reception
    }
    guard let entry = engine.takeGiven(for: wait), offer(entry, at: wait) else {
      engine.given.forgetPage()
      let refused = waits.question(wait)?.history.refused
      return refused.map { .refused($0.refusal) } ?? refuse(.nothingAsked, .fill)
    }
    return .accepted
  }

  /// The first field that had an answer already and is given another one.
  private func firstChanged(_ sent: SentPage, in form: StepPath) -> RecordedAnswer? {
    let changed = sent.page.fields.map(\.id).first { id in
      guard let before = sent.before[id], let now = sent.page.recorded[id] else { return false }
      return before != .json(now)
    }
    return changed.flatMap { id in
      engine.journal.answers.last { $0.path == form.appending(id) }
    }
  }

  private func refuse(
    _ sent: SentPage, at wait: WaitID, _ refusal: Refusal
  ) -> FlowController.Reception {
    let refusal = sent.told(refusal)
    engine.refusedPage(of: sent.form, recorded(sent), refusal.code, wait)
    return refuse(refusal, .fill)
  }

  /// What was sent, as a refusal records it.
  func recorded(_ sent: SentPage) -> JSONValue {
    var recorded: [String: JSONValue] = [:]
    for (id, answer) in sent.answers {
      recorded[id.rawValue] =
        sent.hides(id) ? .redactionMark : forms.guarded(answer.recordedText)
    }
    return .object(recorded)
  }
}
