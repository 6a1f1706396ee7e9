import Flowline
import FlowlineHost

/// Questions as their pages show them: as they are asked, or with what was typed there before.
extension SiteCall {
  /// The page of questions as they are asked.
  func stepPage(_ questions: [AskedQuestion], in state: HostedState) async throws -> StepPage {
    var carried = carried
    // What is in the fields of the page is sent by them.
    carried.remove(askedBy: questions.filter { state.question($0.token) != nil })
    for question in questions { carried.remove("\(question.token)") }
    var unsent = UnsentAnswers()
    for question in questions.reversed() { unsent.add(question.overtaken) }
    unsent.add(UnsentAnswers(body.unsentBefore))
    let isFilledIn = isResumed && questions.contains(where: \.isPosted)
    let changes = try await changes(shownBy: questions, in: state)
    return StepPage(
      session: state.key.session, flow: state.title.text, questions: questions,
      waits: state.underWay.filter(\.isWait).map { WorkPage.Work($0) },
      isBesideLoad: state.asksBesideLoad, shown: ShownState(state),
      notice: notice ?? (isFilledIn ? .kept : nil),
      hasAnswers: try await hasListedAnswers(in: state, besides: changes),
      changes: changes,
      unsent: unsent, carried: carried.fields,
      isResumed: body[FieldName.resumed] != nil)
  }

  /// Among how many answers one is looked for that is listed: to know what they answer, the flow is run again up
  /// to there.
  private static let mostLookedThrough = 50

  /// Whether the page of the answers so far has one; of many answers it is taken for granted.
  ///
  /// - Parameters:
  ///   - state: how the session stands.
  ///   - changes: where answers are changed that the page shows: each of them is listed.
  private func hasListedAnswers(
    in state: HostedState, besides changes: [StepToken: [PageRow: StepToken]]
  ) async throws -> Bool {
    guard state.answers > 0, state.question?.prompt.hold == nil else { return false }
    guard state.answers <= Self.mostLookedThrough, changes.values.allSatisfy(\.isEmpty) else {
      return true
    }
    return try await service.host.answers(of: state.key).contains(where: \.isListed)
  }

  /// The page of all questions that are asked, one of them as it is given.
  func stepPage(of state: HostedState, with given: AskedQuestion? = nil) async throws -> StepPage {
    var questions: [AskedQuestion] = []
    for question in state.questions {
      if let given, question.isNamed(by: given.token) {
        questions.append(given)
      } else {
        questions.append(try await asked(question, in: state))
      }
    }
    return try await stepPage(questions, in: state)
  }

  /// A question with what was typed on its page before; if nothing was, as it is asked for the first time,
  /// or again after a check: a form with the fields that there are if each is left as it is shown.
  ///
  /// What was typed before it was answered another way is beside it, to be copied.
  func asked(_ question: HostedQuestion, in state: HostedState) async throws -> AskedQuestion {
    let words = context(for: state).words
    let page = carried.page(of: question.prompt, question.token)
    if let page, page[FieldName.basis] == question.prompt.basis(in: words.environment) {
      return try await filled(question, with: page, in: state)
    }
    var form = question.prompt.formPage
    if form?.mayChange == true {
      form = try await service.host.offeredForm(of: question.token, in: key) ?? form
    }
    var asked = AskedQuestion(question, form: form, words: words)
    if let page { asked.take(overtaken: page, in: words.environment) }
    return asked
  }

  /// An answer that was given, to be changed, with what was typed on its page before.
  ///
  /// - Parameters:
  ///   - earlier: the answer.
  ///   - token: the name of its question in the address.
  ///   - state: how the session stands.
  func asked(
    _ earlier: HostedAnswer, by token: StepToken, in state: HostedState
  ) async throws -> AskedQuestion {
    let words = context(for: state).words
    var asked = AskedQuestion(earlier: earlier, words: words)
    guard let page = carried.page(of: token), page[FieldName.step] == earlier.prompt.pageID
    else { return asked }
    if page[FieldName.basis] == asked.basis {
      let question = HostedQuestion(prompt: earlier.prompt, token: token)
      return try await filled(question, with: page, in: state)
    }
    asked.take(overtaken: page, in: words.environment)
    return asked
  }

  /// A question with what was typed on its page.
  func filled(
    _ question: HostedQuestion, with page: PostedBody, in state: HostedState
  ) async throws -> AskedQuestion {
    var call = self
    call.body = page
    return call.again(try await call.read(question, [:], in: state), in: state)
  }

  // MARK: - What comes along

  /// Whether something was typed on other pages that nothing but the post has.
  func carries(in state: HostedState) async throws -> Bool {
    var answers: [HostedAnswer]?
    for page in carried.pages {
      let asked = state.questions.first { question in
        CarriedPages([page]).page(of: question.prompt, question.token) != nil
      }
      let isUntouched =
        if let asked {
          try await !isTyped(page, at: asked, in: state)
        } else {
          try await isUnchanged(page, in: state, &answers)
        }
      guard isUntouched else { return true }
    }
    return false
  }

  /// Whether a page shows an answer to be changed, and has it as it was given.
  ///
  /// - Parameter answers: those of the session; nil as long as none was asked for.
  private func isUnchanged(
    _ page: PostedBody, in state: HostedState, _ answers: inout [HostedAnswer]?
  ) async throws -> Bool {
    guard let token = page[FieldName.token].flatMap({ StepToken($0) }) else { return false }
    let given: [HostedAnswer]
    if let answers { given = answers } else { given = try await service.host.answers(of: key) }
    answers = given
    guard let earlier = given.first(where: { $0.isNamed(by: token) }),
      page[FieldName.step] == earlier.prompt.pageID
    else { return false }
    let asked = AskedQuestion(earlier: earlier, words: context(for: state).words)
    let question = HostedQuestion(prompt: earlier.prompt, token: token)
    let typed = try await filled(question, with: page, in: state)
    return !page.hasLostFiles && typed.shown.filledIn == asked.shown.filledIn
  }

  /// Whether something was typed or chosen on the page of a question, secrets apart.
  func isTyped(
    _ page: PostedBody, at question: HostedQuestion, in state: HostedState
  ) async throws -> Bool {
    // A program that presses a button of the page sends none of its fields.
    guard page[FieldName.step] == question.prompt.pageID else { return false }
    // Of buttons that were not pressed nothing is sent.
    if question.prompt.formPage == nil, question.prompt.kind.isOneOfSeveral,
      page[FieldName.answer] == nil
    {
      return false
    }
    let page = page.withoutSecrets
    var untouched = self
    untouched.body = PostedBody()
    let asked = try await untouched.asked(question, in: state)
    let typed = try await filled(question, with: page, in: state)
    return page.hasLostFiles || typed.shown.filledIn != asked.shown.filledIn
  }
}
