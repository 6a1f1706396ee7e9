import Flowline
import FlowlineHost

/// The page of one question, and what is sent from it.
extension SiteCall {
  /// Shows a question that waits, or one that was answered, to be changed.
  func step() async throws -> SiteReply { try await resumed().shownStep() }

  private func shownStep() async throws -> SiteReply {
    let token = try token
    let state = try await service.host.state(of: key)
    if let question = state.question(token) {
      // Questions that are asked together have one page.
      guard !state.asksTogether else { return leading(to: state, carrying: !carried.isEmpty) }
      return try await shown(asked(question, in: state), state)
    }
    guard state.end == nil, let earlier = try await earlier(token) else {
      return try await moved(to: state, .moved)
    }
    let inputs = try await service.host.legalInputs(of: key)
    if let notice = inputs?.legal.notice(ofChanging: earlier.answer) {
      return try await moved(to: state, notice)
    }
    return try await shown(asked(earlier, by: token, in: state), state, isEarlier: true)
  }

  /// Does what a button of the page asks for.
  func takeStep() async throws -> SiteReply {
    var call = self
    call.body = body.addressed(to: try token)
    return try await call.takeAddressed()
  }

  private func takeAddressed() async throws -> SiteReply {
    let (key, token, action) = (try key, try token, try action)
    let host = service.host
    let state = if let seen, seen.key == key { seen } else { try await host.state(of: key) }
    if action == .language { return try await speak(on: state, token) }
    guard let question = state.question(token) else {
      return try await takeEarlier(token, state)
    }
    switch action {
    case .back:
      let isPage = question.prompt.form != nil
      var isLeft = !body.unsentBefore.isEmpty
      if !isLeft { isLeft = try await isTyped(body.own, at: question, in: state) }
      var isCarrying = isLeft
      if !isCarrying { isCarrying = try await carries(in: state) }
      return led(
        by: try await host.back(key, from: token, fromPage: isPage, patience: Self.patience),
        carrying: isCarrying, besides: isLeft ? nil : token)
    case .close:
      // What was typed at that place goes with it.
      let isCarrying = try await carries(in: state)
      return led(
        by: try await host.close(key, placeOf: token, patience: Self.patience),
        carrying: isCarrying, besides: token)
    case .cancel: return .seeOther(service.paths.leave(key.session))
    case .refresh: return try await refreshed(question.asAsked(on: body), state)
    case .stop, .start, .forget, .language, .show, .keep, .lock:
      return .seeOther(place(of: state))
    case .answer, .acknowledge: return try await take(question.asAsked(on: body), state)
    }
  }

  /// Answers a question that waits with what was posted.
  private func take(_ question: HostedQuestion, _ state: HostedState) async throws -> SiteReply {
    let reading = try await read(question, try await keepFiles(), in: state)
    // With a choice fields have appeared that the person has not seen: they are shown, and nothing is wrong.
    if !reading.added.isEmpty {
      return try await shown(again(reading, in: state), state)
    }
    let posted = reading.answers
    if !posted.refusals.isEmpty {
      return try await refused(.ofPage(posted.refusals), reading, state)
    }
    let input: HostedInput =
      posted.single.map { .answer($0) } ?? .page(posted.answers)
    let isCarrying = try await carries(in: state)
    let reply = try await service.host.answer(
      key, input, to: question.token, acknowledging: posted.isAcknowledged, patience: Self.patience)
    guard case .refused(let refusal) = reply.reception else {
      return try await led(byAnswer: reply, carrying: isCarrying)
    }
    return try await refused(refusal, reading, reply.state)
  }

  /// Reads what was posted, with the fields of a form that there are with it.
  func read(
    _ question: HostedQuestion, _ kept: [String: KeptFile], in state: HostedState
  ) async throws -> FormReading {
    var reading = FormReading(body, to: question, kept: kept, in: state.environment)
    while let asked = reading.asked {
      reading.take(try await service.host.form(of: question.token, in: key, with: asked))
    }
    return reading
  }

  // MARK: - Earlier questions

  /// The answer to a question that was asked before; nil if there is none.
  func earlier(_ token: StepToken) async throws -> HostedAnswer? {
    try await service.host.answers(of: key).first { $0.isNamed(by: token) }
  }

  /// Where in the list of answers the one is that the page shows to be changed; nil if it shows none.
  private func changedAnswer(_ token: StepToken) async throws -> Int? {
    guard body.values(FieldName.shown).isEmpty else { return nil }
    return try await service.host.answers(of: key).firstIndex { $0.isNamed(by: token) }
  }

  /// Changes an answer that was given before.
  private func takeEarlier(_ token: StepToken, _ state: HostedState) async throws -> SiteReply {
    let action = try action
    guard state.end == nil, [.answer, .acknowledge, .refresh].contains(action),
      let earlier = try await earlier(token)
    else { return try await unsent(in: state) }
    // A form's page is answered as a whole, once it is asked again.
    if body.values(FieldName.shown).contains(earlier.prompt.id.rawValue) {
      guard action != .refresh else { return try await unsent(in: state) }
      let reply = try await service.host.back(key, to: token, patience: Self.patience)
      guard let question = reply.state.question(token) else {
        return try await unsent(in: reply.state, reply.reception.notice ?? .outdated)
      }
      return try await take(question, reply.state)
    }
    let reading = FormReading(
      body, to: earlier.question, kept: try await keepFiles(), in: state.environment)
    let posted = reading.answers
    guard let answer = posted.single else { return try await unsent(in: state) }
    if action == .refresh {
      return try await shown(again(reading, in: state), state, isEarlier: true)
    }
    if !posted.refusals.isEmpty {
      return try await refused(.ofPage(posted.refusals), reading, state, isEarlier: true)
    }
    let isCarrying = try await carries(in: state)
    let reply = try await service.host.answer(
      key, .answer(answer), to: token, acknowledging: posted.isAcknowledged,
      patience: Self.patience)
    guard case .refused(let refusal) = reply.reception, reply.state.end == nil,
      !reply.state.isPaused
    else {
      return try await led(
        byAnswer: reply, carrying: isCarrying, isNavigation: earlier.prompt.isMenu)
    }
    // What was asked is asked again, by itself: nothing was gone back to.
    return try await refused(refusal, reading, reply.state, isEarlier: true)
  }

  // MARK: - What was sent

  /// Keeps the files that were sent, by the names of their fields.
  func keepFiles() async throws -> [String: KeptFile] {
    var kept: [String: KeptFile] = [:]
    for file in body.files where kept[file.name] == nil {
      kept[file.name] = try await service.host.keep(file.contents, for: key)
    }
    return kept
  }

  /// The page as it was filled in, with what is wrong.
  private func refused(
    _ refusal: Refusal, _ reading: FormReading, _ state: HostedState, isEarlier: Bool = false
  ) async throws -> SiteReply {
    var asked = again(reading, in: state, refusal)
    // Of what is asked back about a person is told what it was taken for.
    if refusal.isWarning, let answer = reading.answers.single {
      let (host, token) = (service.host, reading.question.token)
      let preview =
        isEarlier
        ? try await host.preview(answer, inPlaceOf: token, in: key)
        : try await host.preview(answer, to: token, in: key)
      if let echo = try? preview?.get().echo { asked.echoes[PostedAnswers.single] = echo.text }
    }
    return try await shown(asked, state, isEarlier: isEarlier, isRefusal: true)
  }

  /// The question with what was typed so far, a form with the fields that there are with it.
  private func refreshed(
    _ question: HostedQuestion, _ state: HostedState
  ) async throws -> SiteReply {
    let reading = try await read(question, try await keepFiles(), in: state)
    return try await shown(again(reading, in: state), state)
  }

  /// The same page in another language, with what was typed.
  private func speak(on state: HostedState, _ token: StepToken) async throws -> SiteReply {
    let language = try language
    let cookie = names.cookie(language: language)
    // What is asked has another text then, and so another name, at the same place.
    let asked = state.questions.firstIndex { $0.isNamed(by: token) }
    var changed: Int?
    if asked == nil, state.end == nil { changed = try await changedAnswer(token) }
    let spoken = try await service.host.speak(language, in: key).state
    if let changed {
      let answers = try await service.host.answers(of: key)
      guard answers.indices.contains(changed) else {
        return try await unsent(in: spoken, .outdated, cookie)
      }
      let reading = FormReading(
        body, to: answers[changed].question, kept: try await keepFiles(), in: spoken.environment)
      return try await shown(again(reading, in: spoken), spoken, isEarlier: true, cookie)
    }
    guard let asked, spoken.questions.indices.contains(asked) else {
      return try await unsent(in: spoken, .outdated, cookie)
    }
    let question = spoken.questions[asked].asAsked(on: body)
    let reading = try await read(question, try await keepFiles(), in: spoken)
    return try await shown(again(reading, in: spoken), spoken, cookie)
  }

  /// The question with what was posted, and with why it is not taken, if only since files are missing or it was
  /// typed in another language.
  func again(
    _ reading: FormReading, in state: HostedState, _ refusal: Refusal? = nil
  ) -> AskedQuestion {
    let words = context(for: state).words
    let posted = reading.answers
    let lasting = posted.lasting.isEmpty ? nil : Refusal.ofPage(posted.lasting)
    var asked = AskedQuestion(
      reading.question, posted: reading.body, form: reading.form, kept: reading.kept,
      refusal: (refusal ?? lasting).map {
        PageRefusal(
          $0, to: reading.question.prompt, form: reading.form, sent: posted.answers,
          words: words)
      }, in: words.environment)
    asked.added = reading.added
    return asked
  }

  private func shown(
    _ question: AskedQuestion, _ state: HostedState, isEarlier: Bool = false,
    isRefusal: Bool = false, _ cookie: Cookie? = nil
  ) async throws -> SiteReply {
    let context = context(for: state)
    // An earlier answer has a page of its own, whatever is asked meanwhile.
    var page =
      state.asksTogether && !isEarlier
      ? try await stepPage(of: state, with: question) : try await stepPage([question], in: state)
    (page.isEarlier, page.isRefusal) = (isEarlier, isRefusal)
    return .page(page.page(in: context), context, cookie)
  }
}

extension HostedAnswer {
  /// The question by itself, as the page asks it that shows the answer to be changed.
  var question: HostedQuestion { HostedQuestion(prompt: prompt, token: token) }
}

extension HostedState {
  /// The question that a token names, if it waits.
  func question(_ token: StepToken) -> HostedQuestion? {
    questions.first { $0.isNamed(by: token) }
  }
}

extension LegalInputs {
  /// What is said of an answer that cannot be changed any more; nil if it can, or could once more soon.
  fileprivate func notice(ofChanging answer: RecordedAnswer) -> Notice? {
    guard !changeable.contains(answer) else { return nil }
    guard case .failure(let refusal) = back else { return .committed }
    switch refusal.code {
    case .notKept, .notRunning: return nil
    case .committed, .committing: return .committed
    default: return .moved
    }
  }
}

extension Refusal {
  /// What only a page can get wrong, by its fields.
  fileprivate static func ofPage(_ refusals: [StepID: Refusal]) -> Refusal {
    if let single = refusals[PostedAnswers.single] { return single }
    return Refusal(.wrongFields, Text(verbatim: ""), fields: refusals)
  }
}
