import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials

/// Asking the next question, of the person or the agent, by what the client supports.
extension SessionTools {
  /// Goes on after an input.
  func after(
    _ reply: HostedReply, _ key: SessionKey, _ call: ToolCall, _ turn: Turn,
    draft: HostedInput? = nil
  ) async throws -> CallOutcome {
    let words = MCPWords(reply.state.environment)
    var turn = turn
    turn.repeats = 0
    switch reply.reception {
    case .accepted, .revised: break
    case .refused(let refusal):
      turn.refusal = refusal
      if let answers = draft?.ofFields { turn.draft = answers }
      if draft == nil { (turn.refusal, turn.note) = (nil, notTaken(refusal, words)) }
    case .outdated: turn.note = words("note.outdated")
    }
    return try await next(key, call, turn)
  }

  /// Puts the question that waits, or tells how the session stands.
  func next(
    _ key: SessionKey, _ call: ToolCall, _ turn: Turn = Turn()
  ) async throws -> CallOutcome {
    let state = try await settle(key, call.progress)
    let reply = try await told(state, call, turn)
    guard let question = state.question, turn.number <= limit(of: call.client) else {
      return .done(reply)
    }
    let form = try await form(of: question, in: state, call, turn)
    guard let round = round(question, form, state, call, turn) else { return .done(reply) }
    if let form {
      guard call.client.asksByForm else { return .done(reply) }
      let message = [turn.note, form.message].compactMap { $0 }.joined(separator: "\n\n")
      return .ask(
        CallOutcome.Question(
          message: message, schema: form.schema(call.client.dialect), link: nil), round)
    }
    guard call.client.leadsToPages, let link = settings.page(key, question.token) else {
      return .done(reply)
    }
    let words = MCPWords(state.environment)
    let message = PromptMessage(question.prompt, words: words).text
    return .ask(
      CallOutcome.Question(
        message: [message, words("page.why")].joined(separator: "\n\n"), schema: nil, link: link),
      round)
  }

  /// How many questions a call of a client asks.
  private func limit(of client: AgentClient) -> Int {
    client.pace == .limited ? settings.rounds : .max
  }

  /// The form of a question; nil if it is answered on a page.
  private func form(
    of question: HostedQuestion, in state: HostedState, _ call: ToolCall, _ turn: Turn
  ) async throws -> ElicitationForm? {
    guard try await !isPersonal(question.prompt, of: call.user) else { return nil }
    var page: FormPrompt?
    if question.prompt.form != nil, !turn.draft.isEmpty {
      page = try await host.form(of: question.token, in: state.key, with: turn.draft)
    }
    return ElicitationForm(
      question.prompt, form: page, refusal: turn.refusal, in: state.environment)
  }

  private func round(
    _ question: HostedQuestion, _ form: ElicitationForm?, _ state: HostedState, _ call: ToolCall,
    _ turn: Turn
  ) -> Round? {
    Round(
      id: UUID(), user: state.key.user.rawValue, session: state.key.session,
      token: "\(question.token)", answers: state.answers, mode: form == nil ? .page : .form,
      call: call.digest, number: turn.number, repeats: turn.repeats, expires: seal.expiry,
      draft: Dictionary(
        uniqueKeysWithValues: turn.draft.map { ($0.key.rawValue, $0.value.carried) }),
      fields: form?.fields.map(\.name) ?? [],
      isAskedBack: turn.refusal?.isWarning ?? false)
  }

  /// How a session stands, as a result.
  func told(_ state: HostedState, _ call: ToolCall, _ turn: Turn) async throws -> ToolReply {
    var reply = StateReply(state: state, note: turn.note, client: call.client)
    if let question = state.question {
      reply.isPersonal = try await isPersonal(question.prompt, of: call.user)
      reply.form = try await form(of: question, in: state, call, turn)
    }
    reply.link = settings.page(state.key, state.question?.token)
    return reply.reply
  }

  // MARK: - Waiting

  /// How a session stands once nothing is under way, or what is has taken too long.
  func settle(
    _ key: SessionKey, _ progress: ProgressReport?
  ) async throws(HostFault) -> HostedState {
    let state = try await host.state(of: key)
    guard !state.isSettled else { return state }
    guard let progress else { return try await host.state(of: key, patience: settings.patience) }
    let states = try await host.states(of: key)
    let following = Task { await Self.report(states, to: progress) }
    let settled: Result<HostedState, HostFault>
    do throws(HostFault) {
      settled = .success(try await host.state(of: key, patience: settings.patience))
    } catch {
      settled = .failure(error)
    }
    // No progress is reported after the call's reply.
    following.cancel()
    await following.value
    return try settled.get()
  }

  private static func report(
    _ states: AsyncStream<HostedState>, to progress: ProgressReport
  ) async {
    var steps = 0
    for await state in states where !state.isSettled {
      guard let effect = state.underWay.first else { continue }
      let title = [effect.title?.text, effect.remark?.text].compactMap { $0 }
        .map { DataText.line($0) }.joined(separator: ": ")
      // Progress that is told may only grow.
      steps = max(steps + 1, effect.done ?? 0)
      await progress(steps, of: effect.total.flatMap { $0 > steps ? $0 : nil }, title)
    }
  }
}
