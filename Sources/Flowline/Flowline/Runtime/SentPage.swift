/// The page of a form as it was sent.
struct SentPage {
  let form: FlowID
  /// What was sent.
  let answers: [StepID: Answer]
  /// The answers of the fields before the one that is asked.
  let before: [StepID: Answer]
  /// How it is meant.
  let mode: Engine.AnswerMode
  /// What the form's rule makes of it.
  let page: FormPage
  /// What is to be found out about it before it is taken; nil if nothing is.
  let check: PendingCheck?

  init(
    _ answers: [StepID: Answer], of field: any FormField, _ mode: Engine.AnswerMode,
    in environment: FlowEnvironment
  ) {
    form = field.form.id
    self.answers = answers
    let before = field.answers
    self.before = before
    self.mode = mode
    let page = field.form.page(
      before.merging(answers) { $1 }, in: environment,
      warning: !mode.passes(.doubtfulFields))
    self.page = page
    check = page.check(ofThose: { Self.isChanged($0, of: page, since: before) })
  }

  /// All the answers of the page.
  var all: [StepID: Answer] { before.merging(answers) { $1 } }

  /// What is asked back about it.
  ///
  /// What was answered before was asked back about then.
  var warnings: [StepID: Refusal] {
    page.warnings.filter { Self.isChanged($0.key, of: page, since: before) }
  }

  /// What was sent of the fields that do not hide what they refuse, to be shown again.
  var shown: [StepID: Answer] { answers.filter { !hides($0.key) } }

  /// Whether a field hides what it refuses; one that the rule did not come to may.
  func hides(_ field: StepID) -> Bool {
    page.fields.first { $0.id == field }?.question.hidesRefused ?? true
  }

  /// A refusal of the page as it is handed on.
  func told(_ refusal: Refusal) -> Refusal {
    guard !refusal.fields.isEmpty else { return refusal }
    var fields = refusal.fields
    for (id, refusal) in fields where hides(id) { fields[id] = refusal.redacted }
    return Refusal(
      refusal.code, refusal.message, arguments: refusal.arguments, fields: fields,
      isWarning: refusal.isWarning)
  }

  private static func isChanged(
    _ field: StepID, of page: FormPage, since before: [StepID: Answer]
  ) -> Bool {
    before[field] != page.recorded[field].map { .json($0) }
  }
}

/// A page that is checked outside before it is taken.
extension Session {
  /// The verdict of a check reaches its page.
  func decide(
    _ verdict: WaitingQuestion.Verdict, _ page: SentPage, _ question: any OpenQuestion
  ) {
    let effect = verdict.effect
    switch engine.pageDecided(effect, verdict.end, page.mode) {
    case .taken(let wait):
      waits[wait] = waits.remove(effect.wait)
      // Nothing refuses a page that was read before; if a screen does, its question is shown again.
      if case .refused = take(page, at: wait) { presentAgain() }
    case .refused:
      let refusal = verdict.refusal ?? .make(.checkFailed)
      refuseChecked(page, question, at: effect.wait, refusal)
    case .late: break
    }
  }

  /// Refuses a page that was checked: the field that is asked is put once more, with the refusal.
  func refuseChecked(
    _ page: SentPage, _ question: any OpenQuestion, at wait: WaitID, _ refusal: Refusal
  ) {
    let told = page.told(refusal)
    let recorded = recorded(page)
    if engine.isObserved {
      engine.tell(.refused(told, .fill), at: engine.tree.path(of: wait.branch))
    }
    guard let again = engine.pageRefusedByCheck(of: page.form, recorded, told.code, wait)
    else { return }
    question.history.refusedBefore = WaitingQuestion.Refused(
      answer: .json(recorded), refusal: told, isPage: true)
    question.history.draft = again.draft
    question.history.typed = nil
    question.history.page = page.shown
    putAgain(question, from: wait, again)
  }

  /// A refusal by a check whose reasons to fail quote nothing that was typed at a sensitive step.
  func guarded(_ refusal: Refusal) -> Refusal {
    let fields = refusal.fields.mapValues { guarded($0) }
    guard refusal.code == .checkFailed || !fields.isEmpty else { return refusal }
    return Refusal(
      refusal.code, refusal.message, arguments: refusal.arguments.mapValues { forms.guarded($0) },
      range: refusal.range, fields: fields, isWarning: refusal.isWarning)
  }
}

extension FormPrompt {
  /// Notes at the fields why they were refused, of a page or of the one that is asked.
  mutating func note(
    _ refused: WaitingQuestion.Refused, of question: WaitingQuestion, askedAs id: StepID,
    in environment: FlowEnvironment
  ) {
    for index in fields.indices {
      let field = fields[index]
      let refusal =
        refused.isPage ? refused.refusal.fields[field.id] : field.id == id ? refused.refusal : nil
      guard let refusal else { continue }
      let answer = refused.isPage ? question.history.page[field.id] : refused.answer
      fields[index].refused = RefusedAnswer(
        answer, refusal, isSensitive: field.isSensitive || !refused.isPage && question.hidesRefused,
        in: environment)
    }
  }
}
