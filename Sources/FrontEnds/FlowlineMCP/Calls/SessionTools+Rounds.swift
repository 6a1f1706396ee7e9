import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials

/// Taking up what a person answered.
extension SessionTools {
  /// Takes up a round that a client carried.
  ///
  /// - Throws: ``RPCError`` if it is none of ours, or was changed; ``HostFault``.
  func resume(_ state: String, _ call: ToolCall) async throws -> CallOutcome {
    let words = MCPWords(environment())
    let round: Round
    do throws(RoundSeal.Fault) {
      round = try seal.open(state, of: call.user, for: call.digest)
    } catch {
      let (code, message) = ("round-\(error.rawValue)", words("error.round.\(error.rawValue)"))
      switch error {
      // It is no call of ours: the protocol wants it refused as such.
      case .altered: throw RPCError(.invalidParams, message, data: ["code": .string(code)])
      case .expired: return .done(ToolReply(error: code, message))
      }
    }
    return try await take(round, call.response, call)
  }

  /// Takes up what a person answered in a round, which is done once.
  ///
  /// - Parameters:
  ///   - round: the round.
  ///   - response: what the client says; nil if it says nothing.
  ///   - call: the call that it belongs to.
  /// - Returns: what comes next.
  /// - Throws: ``HostFault``.
  func take(
    _ round: Round, _ response: JSONValue?, _ call: ToolCall
  ) async throws -> CallOutcome {
    let sender = HostedSender.agent(call.client.name, round: round.id.text)
    return try await HostedSender.sending(as: sender) {
      try await taken(round, response, call)
    }
  }

  private func taken(
    _ round: Round, _ response: JSONValue?, _ call: ToolCall
  ) async throws -> CallOutcome {
    let words = MCPWords(environment())
    var turn = Turn(round: round)
    let state = try await found(round, call)
    switch try await seal.take(round, with: response) {
    case .taken: break
    case .repeated:
      turn.note = words("note.repeated")
      return try await next(round.key, call, turn)
    case .otherwise:
      turn.note = words("note.otherwise")
      return try await next(round.key, call, turn)
    }
    guard let token = StepToken(round.token),
      let question = state.questions.first(where: { $0.isNamed(by: token) })
    else {
      // A person answered it on its page, or another call did.
      turn.note = round.mode == .page ? nil : words("note.outdated")
      return try await next(round.key, call, turn)
    }
    switch response?["action"]?.string {
    case "decline":
      let reply = try await taking(up: round) { try await host.cancel(round.key, at: token) }
      return try await after(reply, round.key, call, turn)
    case "cancel":
      turn.note = words("note.later")
      return .done(try await told(state, call, turn))
    case "accept" where round.mode == .page, nil where round.mode == .page:
      return try await awaitPage(token, round, call)
    default:
      return try await takeForm(response?["content"], question, round, call)
    }
  }

  /// Does what a round says; if the host does not, the same round can be sent again.
  private func taking<Reply: Sendable>(
    up round: Round, _ act: () async throws -> Reply
  ) async throws -> Reply {
    do {
      return try await act()
    } catch {
      await seal.release(round)
      throw error
    }
  }

  /// The session of a round: one that was only begun when the process was killed is begun again, by the
  /// same call under the same id.
  private func found(_ round: Round, _ call: ToolCall) async throws -> HostedState {
    do throws(HostFault) {
      return try await settle(round.key, call.progress)
    } catch {
      // Of a question of children at once the token does not count what the others were answered.
      guard error.code == .notFound,
        (round.answers ?? StepToken(round.token)?.position) == 0,
        ToolList.Name(rawValue: call.name) == nil
      else { throw error }
      // The round is not answered by that.
      try await HostedSender.sending(as: .agent(call.client.name, round: nil)) {
        try await begin(call, as: round.key)
      }
      return try await settle(round.key, call.progress)
    }
  }

  // MARK: - Forms

  private func takeForm(
    _ content: JSONValue?, _ question: HostedQuestion, _ round: Round, _ call: ToolCall
  ) async throws -> CallOutcome {
    // What was marked as a person's meanwhile is no more answered by a form.
    guard try await !isPersonal(question.prompt, of: call.user) else {
      return try await next(round.key, call, Turn(round: round))
    }
    let draft = Dictionary(
      uniqueKeysWithValues: round.draft.map { (StepID($0.key), Answer(member: $0.value)) })
    let page =
      draft.isEmpty
      ? nil
      : try await taking(up: round) {
        try await host.form(of: question.token, in: round.key, with: draft)
      }
    guard let form = ElicitationForm(question.prompt, form: page, in: environment()) else {
      return try await next(round.key, call, Turn(round: round))
    }
    let words = MCPWords(environment())
    var turn = Turn(round: round)
    switch form.read(content, isAskedBack: round.isAskedBack) {
    case .nothing:
      guard round.repeats < settings.repeats || call.client.pace == .open else {
        turn.note = words("note.nothing")
        let state = try await host.state(of: round.key)
        return .done(try await told(state, call, turn))
      }
      turn.note = words("note.empty")
      turn.draft = draft
      turn.repeats = round.repeats + 1
      return try await next(round.key, call, turn)
    case .notContinued:
      turn.note = words("note.later")
      return .done(try await told(try await host.state(of: round.key), call, turn))
    case .back:
      let reply = try await taking(up: round) {
        try await host.back(
          round.key, from: question.token, fromPage: question.prompt.form != nil)
      }
      return try await after(reply, round.key, call, turn)
    case .closed:
      let reply = try await taking(up: round) {
        try await host.close(round.key, placeOf: question.token)
      }
      return try await after(reply, round.key, call, turn)
    case .answer(let input, let isAcknowledged):
      return try await answer(input, isAcknowledged, question, round, call)
    }
  }

  private func answer(
    _ input: HostedInput, _ isAcknowledged: Bool, _ question: HostedQuestion, _ round: Round,
    _ call: ToolCall
  ) async throws -> CallOutcome {
    let turn = Turn(round: round)
    // With a choice fields have appeared that the person has not seen: they are asked, and nothing is
    // wrong.
    if case .page(let answers) = input,
      let page = try await taking(
        up: round, { try await host.form(of: question.token, in: round.key, with: answers) }),
      page.fields.contains(where: { !round.fields.contains($0.id.rawValue) })
    {
      var turn = turn
      turn.draft = answers
      turn.note = MCPWords(environment())("note.more-fields")
      return try await next(round.key, call, turn)
    }
    let reply = try await taking(up: round) {
      try await host.answer(
        round.key, input, to: question.token, acknowledging: isAcknowledged, revising: false)
    }
    return try await after(reply, round.key, call, turn, draft: input)
  }

  // MARK: - Pages

  /// Waits for what a person does on a page, for a while.
  private func awaitPage(
    _ token: StepToken, _ round: Round, _ call: ToolCall
  ) async throws -> CallOutcome {
    if try await isAnswered(token, round.key) {
      return try await next(round.key, call, Turn(round: round))
    }
    var again = round
    (again.id, again.number, again.expires) = (UUID(), round.number + 1, seal.expiry)
    again.repeats += 1
    let isOver =
      switch call.client.pace {
      case .limited: again.number > settings.rounds
      case .live: again.repeats > 2
      case .open: false
      }
    guard isOver else { return .wait(again) }
    let turn = Turn(round: round, note: MCPWords(environment())("note.page-waits"))
    return .done(try await told(try await host.state(of: round.key), call, turn))
  }

  /// Waits until a question is not asked any more; false if it still is.
  private func isAnswered(_ token: StepToken, _ key: SessionKey) async throws -> Bool {
    let last = host.clock.now.addingTimeInterval(settings.pagePatience / .seconds(1))
    let states = try await host.states(of: key)
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await state in states {
          if !state.questions.contains(where: { $0.isNamed(by: token) }) { return true }
        }
        return false
      }
      group.addTask { [clock = host.clock] in
        try? await clock.sleep(until: last)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}

// MARK: - Clients that are asked

extension SessionTools {
  /// Does a call of a client that waits for its outcome: asks it as long as there is something to ask.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - ask: asks the client; nil if it does not answer.
  /// - Returns: what the call comes to.
  /// - Throws: ``RPCError`` if there is no such tool, or the task is cancelled.
  func perform(
    _ call: ToolCall, asking ask: (CallOutcome.Question, Round) async -> JSONValue?
  ) async throws(RPCError) -> ToolReply {
    var outcome = try await perform(call)
    while !Task.isCancelled {
      switch outcome {
      case .done(let reply): return reply
      case .ask(let question, let round):
        let answer = await ask(question, round)
        outcome = try await perform(round, answer ?? ["action": "cancel"], call)
      case .wait(let round): outcome = try await perform(round, nil, call)
      }
    }
    throw RPCError(.internal, "the call was cancelled; the session is left as it was")
  }

  /// What comes of a round whose client was asked.
  private func perform(
    _ round: Round, _ response: JSONValue?, _ call: ToolCall
  ) async throws(RPCError) -> CallOutcome {
    try await outcome { () async throws -> CallOutcome in
      try await take(round, response, call)
    }.get()
  }

  /// Puts the question of a round once more.
  ///
  /// - Throws: ``RPCError``.
  func ask(again round: Round, _ call: ToolCall) async throws(RPCError) -> CallOutcome {
    try await outcome { () async throws -> CallOutcome in
      try await next(round.key, call, Turn(round: round))
    }.get()
  }
}
