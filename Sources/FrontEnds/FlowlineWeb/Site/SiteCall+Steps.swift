import Flowline
import FlowlineHost

/// The page of one question, and what is sent from it.
extension SiteCall {
  /// Shows a question that waits, or one that was answered, to be changed.
  func step() async throws -> SiteReply {
    let token = try token
    let state = try await service.host.state(of: key)
    if let question = state.question(token), !state.asksTogether {
      let page = page(of: question, in: state)
      return .page(page.page, page.setting)
    }
    guard state.end == nil, let earlier = try await earlier(token) else {
      return .seeOther(place(of: state, .outdated))
    }
    let page = page(of: earlier, in: state)
    return .page(page.page, page.setting)
  }

  /// Does what a button of the page asks for.
  func takeStep() async throws -> SiteReply {
    let (key, token) = (try key, try token)
    let host = service.host
    let state = try await host.state(of: key)
    guard let question = state.question(token) else {
      return try await takeEarlier(token, state)
    }
    switch action {
    case .back:
      let isPage = question.prompt.form != nil
      return led(
        by: try await host.back(key, from: token, fromPage: isPage, patience: Self.patience))
    case .cancel: return .seeOther(service.paths.leave(key.session))
    case .refresh: return try await refreshed(question, state)
    case .stop: return .seeOther(place(of: state))
    case .answer, .acknowledge: break
    }
    let kept = try await keepFiles()
    let reading = try await read(question.prompt, kept)
    let posted = reading.answers
    if !posted.refusals.isEmpty {
      return refused(.ofPage(posted.refusals), question, state, reading, kept)
    }
    let input: HostedInput =
      posted.single.map { .answer($0) } ?? .page(posted.answers)
    let reply = try await host.answer(
      key, input, to: token, acknowledging: posted.isAcknowledged, patience: Self.patience)
    guard case .refused(let refusal) = reply.reception, refusal.code != .notKept else {
      return led(by: reply)
    }
    return refused(refusal, question, reply.state, reading, kept)
  }

  /// Reads what was posted, with the fields of a form that there are with it.
  private func read(_ prompt: Prompt, _ kept: [String: KeptFile]) async throws -> FormReading {
    var reading = FormReading(body, to: prompt, kept: kept)
    while let asked = reading.asked {
      reading.take(try await service.host.form(of: key, with: asked))
    }
    return reading
  }

  // MARK: - Earlier questions

  private func earlier(_ token: StepToken) async throws -> HostedAnswer? {
    try await service.host.answers(of: key).first { $0.token == token }
  }

  private func page(of earlier: HostedAnswer, in state: HostedState) -> QuestionPage {
    var page = QuestionPage(
      question: HostedQuestion(prompt: earlier.prompt, token: earlier.token), state: state,
      setting: setting(for: state),
      shown: ShownAnswers(of: earlier, in: state.environment))
    page.isEarlier = true
    page.notice = notice
    return page
  }

  /// Changes an answer that was given before.
  private func takeEarlier(_ token: StepToken, _ state: HostedState) async throws -> SiteReply {
    guard state.end == nil, [.answer, .acknowledge].contains(action),
      let earlier = try await earlier(token)
    else { return .seeOther(place(of: state, .outdated)) }
    let kept = try await keepFiles()
    let reading = FormReading(body, to: earlier.prompt, kept: kept)
    let posted = reading.answers
    guard let answer = posted.single else { return .seeOther(place(of: state, .outdated)) }
    let reply = try await service.host.answer(
      key, .answer(answer), to: token, acknowledging: posted.isAcknowledged,
      patience: Self.patience)
    guard case .refused(let refusal) = reply.reception, refusal.code != .notKept,
      let question = reply.state.question(token)
    else { return led(by: reply) }
    return refused(refusal, question, reply.state, reading, kept)
  }

  // MARK: - What was sent

  /// Keeps the files that were sent, by the names of their fields.
  private func keepFiles() async throws -> [String: KeptFile] {
    var kept: [String: KeptFile] = [:]
    for file in body.files where kept[file.name] == nil {
      kept[file.name] = try await service.host.keep(file.contents, for: key)
    }
    return kept
  }

  /// The page as it was filled in, with what is wrong.
  private func refused(
    _ refusal: Refusal, _ question: HostedQuestion, _ state: HostedState,
    _ reading: FormReading, _ kept: [String: KeptFile]
  ) -> SiteReply {
    let setting = setting(for: state)
    var page = QuestionPage(
      question: question, state: state, setting: setting,
      shown: ShownAnswers(body, to: question.prompt, form: reading.form, kept: kept))
    page.refusal = refusal
    page.changedForm = reading.form
    if refusal.isWarning {
      page.warned = PostedAnswers.fingerprint(
        of: reading.answers.answers, to: question.prompt)
    }
    return .page(page.page, setting, status: 422)
  }

  /// The form's page with the fields that there are with what was typed so far.
  private func refreshed(
    _ question: HostedQuestion, _ state: HostedState
  ) async throws -> SiteReply {
    guard question.prompt.form != nil else { return .seeOther(place(of: state)) }
    let reading = try await read(question.prompt, [:])
    var page = QuestionPage(
      question: question, state: state, setting: setting(for: state),
      shown: ShownAnswers(body, to: question.prompt, form: reading.form))
    page.changedForm = reading.form
    return .page(page.page, page.setting)
  }
}

extension HostedState {
  /// The question that a token names, if it waits.
  func question(_ token: StepToken) -> HostedQuestion? { questions.first { $0.token == token } }
}

extension Refusal {
  /// What only a page can get wrong, by its fields.
  fileprivate static func ofPage(_ refusals: [StepID: Refusal]) -> Refusal {
    if let single = refusals[PostedAnswers.single] { return single }
    return Refusal(.wrongFields, Text(verbatim: ""), fields: refusals)
  }
}

extension ShownAnswers {
  /// What a page has that shows an answer to be changed.
  init(of earlier: HostedAnswer, in environment: FlowEnvironment) {
    self.init()
    let value = earlier.answer.value
    let name = FieldName.answer
    guard !earlier.prompt.isSensitive else { return }
    switch earlier.prompt.kind {
    case .choice: values[name] = value.string.map { [$0] }
    case .choices:
      if case .array(let keys) = value { values[name] = keys.compactMap(\.string) }
    case .confirm: values[name] = [value == true ? "yes" : "no"]
    case .file: kept[name] = KeptFile(value)
    case .amount:
      values[name] = [earlier.shown(in: environment)].compactMap { $0 }
    default: values[name] = [value.string ?? (value == .null ? "" : value.text)]
    }
  }
}
