public import Flowline

/// What a call came to: what became of the input, and how the session stands then.
public struct HostedReply: Sendable {
  /// What became of the input.
  public let reception: HostedReception
  /// How the session stands.
  public let state: HostedState
  /// Whether a step takes the event that was accepted; nil for other inputs, and if it was not accepted.
  ///
  /// If none does, it is kept for one that will wait for its name, which may be misspelt.
  public internal(set) var isTaken: Bool?
}

/// Inputs, each done in its session's turn and kept before the call returns.
extension SessionHost {
  /// Answers a question, or a form's page.
  ///
  /// If the question was answered before and its page is sent once more, the session goes back to it, so
  /// that a browser's back button does what a person means; unless something was written outside since, or
  /// the answer is refused: it is then where it was.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - input: the answer, or the fields of a page.
  ///   - token: the question that it is for; nil for the one that waits.
  ///   - isAcknowledged: whether what there is to ask back about the answer has been seen.
  ///   - isRevising: whether an answer to a question that was answered before changes that answer; if
  ///     not, it is outdated.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func answer(
    _ key: SessionKey, _ input: HostedInput, to token: StepToken? = nil,
    acknowledging isAcknowledged: Bool = false, revising isRevising: Bool = true,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.answer, on: key, for: token, patience: patience) {
      live, presentation async in
      await take(
        input, to: token, presentation, acknowledging: isAcknowledged, revising: isRevising, live)
    }
  }

  /// Goes back to the question before.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown; another is waiting by now if it is outdated, and nothing is
  ///     done. Nil for the one that waits.
  ///   - isFromPage: whether a form's page is left as a whole.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, from token: StepToken? = nil, fromPage isFromPage: Bool = false,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(fromPage: isFromPage))
    }
  }

  /// Goes back to a question that was answered, to change its answer.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question, see ``answers(of:)``.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, to token: StepToken, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard let question = live.answered(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(to: question.answer))
    }
  }

  /// Goes back to the newest answer of the step whose path ends with these ids.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - path: the end of the step's path.
  ///   - token: the question that was shown, see ``back(_:from:fromPage:patience:)``.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, toStep path: [StepID], from token: StepToken? = nil,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(toStep: path))
    }
  }

  /// Leaves the innermost flow: one level, not one question.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown; nil for whatever waits.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func cancel(
    _ key: SessionKey, at token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.cancel, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.cancelling())
    }
  }

  /// Closes the place of its own that a question is shown in, see `FlowController.gone(place:)`.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question; nil for whatever waits. Refused if that is in no such place.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func close(
    _ key: SessionKey, placeOf token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      let presentation = live.presentation(of: token)
      let question = live.controller.placedPrompts.first { $0.prompt.presentation == presentation }
      guard let place = question?.prompt.place else { return .refused(.noPlace) }
      return await reception(of: live.controller.leaving(place: place.number))
    }
  }

  /// Gives up what is waited for, if that does no harm: a load or a check.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown meanwhile; nil for whatever waits.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func stopWaiting(
    _ key: SessionKey, at token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.stoppingWaiting())
    }
  }

  /// Changes the language of a session.
  public func speak(
    _ language: String, in key: SessionKey
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, isFact: true, patience: .zero) { live, _ async in
      await reception(of: live.controller.speaking(language))
    }
  }

  /// Delivers an event, as `FlowController.deliver(_:json:key:)` does.
  ///
  /// An event depends on no question: it is taken while the session runs, whatever another node has changed.
  /// Refused as well if it has more bytes than ``HostLimits/eventBytes``, or if no step waits for it and
  /// ``HostLimits/eventsWaiting`` earlier ones were not taken. One that came before is accepted, though the
  /// session has ended since.
  public func deliver(
    _ name: StepID, _ value: JSONValue, key eventKey: String? = nil, to key: SessionKey,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    var isTaken: Bool?
    var reply = try await perform(.other, on: key, isFact: true, patience: patience) {
      live, _ async in
      let denial = live.controller.denial(
        ofEvent: name, value, key: eventKey, largest: limits.eventBytes,
        most: limits.eventsWaiting)
      if let denial { return .refused(denial) }
      let received = await live.controller.delivering(name, json: value, key: eventKey)
      isTaken = live.takes(event: name)
      return reception(of: received)
    }
    if reply.reception == .outdated(.notRunning), let eventKey,
      let ended = try await endedJournal(of: key),
      let before = ended.reception(ofEvent: name, value, key: eventKey)
    {
      reply = HostedReply(reception: reception(of: before), state: reply.state)
      isTaken = !ended.hasOpenEvent(name)
    }
    if reply.reception == .accepted { reply.isTaken = isTaken }
    return reply
  }

  /// The journal of a session that has ended; nil if it cannot be read.
  private func endedJournal(of key: SessionKey) async throws(HostFault) -> Journal? {
    let text = try await journal(of: key)
    return (try? Script(parsing: Array(text.utf8)))?.journal(or: .current)
  }

  /// Gives a rebuilt session the answers that it was started with, for the steps that were not asked yet.
  func giveAgain(_ answers: [GivenAnswer], to key: SessionKey) async throws(HostFault) {
    _ = try await perform(.other, on: key, isFact: true, patience: .zero) { live, _ async in
      let left = live.beginGiving() ? live.notAsked(answers) : []
      guard !left.isEmpty else { return .accepted }
      return await reception(of: live.controller.giving(left))
    }
  }

  /// Keeps a file's contents, so that a question of the session can be answered with it.
  ///
  /// - Throws: ``HostFault``; ``HostFault/Code/tooManyFiles`` or ``HostFault/Code/full`` if there is no room
  ///   for it, see ``HostLimits/fileBytesPerUser``.
  public func keep(
    _ contents: FileContents, for key: SessionKey
  ) async throws(HostFault) -> KeptFile {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session) else {
        throw HostFault(.notOffered, "the session has ended")
      }
      // What is sent once more takes no more room.
      let count = live.controller.has(contents) ? 0 : contents.bytes.count
      return try await keeping(count, of: key.user) {
        () async throws(HostFault) -> KeptFile in
        do throws(StoreFailure) {
          return try await live.controller.keep(contents)
        } catch {
          throw HostFault(error)
        }
      }
    }
  }

  // MARK: - In turn

  /// Does something to a session that runs.
  ///
  /// - Parameters:
  ///   - kind: what it is, for the audit.
  ///   - key: the session and whose it is.
  ///   - token: the question it is for; nil for whatever waits.
  ///   - isFact: whether it depends on nothing that anybody was shown, as an event does: if another node has
  ///     changed the session, it is done to what is kept now.
  ///   - patience: how long to wait for the next question if something is under way.
  ///   - act: does it; is told the presentation that the token names, as far as that is known.
  private func perform(
    _ kind: AuditEntry.Act, on key: SessionKey, for token: StepToken? = nil, isFact: Bool = false,
    patience: Duration, _ act: (LiveSession, _ presentation: Int?) async -> HostedReception
  ) async throws(HostFault) -> HostedReply {
    let reply = try await call(key) { session async throws(HostFault) -> HostedReply in
      var presentation: Int?
      if isFact {
        try await refresh(session)
      } else if let token, case .live(let live) = session.content {
        presentation = live.presentation(of: token)
        // A question that is not known here may be one that another node asked.
        if presentation == nil { try await refresh(session) }
      }
      var tries = 0
      while true {
        guard case .live(let live) = try await load(session) else {
          return HostedReply(
            reception: .outdated(.notRunning), state: try await state(of: session))
        }
        // Noted once, however often it is tried.
        if tries == 0 { try await note(kind, of: key, live.controller.snapshot) }
        tries += 1
        let reception = await act(live, presentation)
        let failure = live.controller.storeFailure
        let reply = try await conclude(reception, live, session)
        guard isFact, reply.reception == .outdated(.stale), failure?.code == .overtaken else {
          return reply
        }
        guard tries < Self.triesOfFacts else { throw .notKept(failure) }
      }
    }
    guard patience > .zero, !reply.state.isSettled else { return reply }
    return HostedReply(
      reception: reply.reception, state: try await state(of: key, patience: patience))
  }

  /// How often a fact is tried in a session that other nodes change meanwhile.
  private static let triesOfFacts = 3

  /// What became of an input, and how its session stands then.
  ///
  /// In its turn.
  private func conclude(
    _ reception: HostedReception, _ live: LiveSession, _ session: HostedSession
  ) async throws(HostFault) -> HostedReply {
    try checkFit(of: live, session)
    if live.isPaused {
      session.put(.unloaded)
      guard reception.isKept else { throw .notKept(live.controller.storeFailure) }
      return HostedReply(reception: reception, state: paused(live, session.key))
    }
    if live.controller.storeFailure?.code == .overtaken {
      // Another node went on: what is in memory here is old. What was kept before that stays taken.
      await drop(live, session)
      return HostedReply(
        reception: reception.isKept ? reception : .outdated(.stale),
        state: try await state(of: session))
    }
    guard reception.isKept else {
      await schedule(session)
      throw .notKept(live.controller.storeFailure)
    }
    let reply = HostedReply(reception: reception, state: try await state(of: session))
    await schedule(session)
    return reply
  }

  private func take(
    _ input: HostedInput, to token: StepToken?, _ presentation: Int?,
    acknowledging isAcknowledged: Bool, revising isRevising: Bool, _ live: LiveSession
  ) async -> HostedReception {
    let controller = live.controller
    // Of a question only its number is kept while the answer is taken.
    if let presentation = presentation ?? live.presentation(of: token) {
      let received = await send(input, to: presentation, acknowledging: isAcknowledged, controller)
      // A load may have put the question anew since it was looked up, which its token still names.
      guard case .refused(let refusal) = received, refusal.code == .stale, let token,
        let anew = live.presentation(of: token), anew != presentation
      else { return reception(of: received) }
      return reception(
        of: await send(input, to: anew, acknowledging: isAcknowledged, controller))
    }
    guard let token else { return .outdated(.nothingAsked) }
    // The page of a question that was answered: the answer is changed.
    guard isRevising, let earlier = live.answered(token) else { return .outdated(.stale) }
    // What would not be taken is refused here: nothing is gone back to for it.
    let revision = controller.revision(
      of: earlier.answer, by: input, acknowledging: isAcknowledged)
    if case .refused(let refusal)? = revision { return .refused(refusal) }
    if case .refused(let refusal) = await controller.goingBack(to: earlier.answer) {
      return .outdated(refusal.code)
    }
    guard let presentation = live.presentation(of: token) else { return .outdated(.stale) }
    let answered = await send(
      input, to: presentation, acknowledging: isAcknowledged, controller)
    if case .accepted = answered, revision != .same { return .revised }
    return reception(of: answered)
  }

  private func send(
    _ input: HostedInput, to presentation: Int, acknowledging isAcknowledged: Bool,
    _ controller: FlowController
  ) async -> FlowController.Reception {
    switch input {
    case .answer(let answer):
      return await controller.answering(
        answer, to: presentation, acknowledging: isAcknowledged)
    case .page(let answers):
      return await controller.filling(
        answers, to: presentation, acknowledging: isAcknowledged)
    case .fields(let answers):
      if let refusal = controller.denial(ofStrayFieldsIn: answers, to: presentation) {
        return .refused(refusal)
      }
      return await controller.filling(
        answers, to: presentation, acknowledging: isAcknowledged)
    }
  }

  private func reception(of reception: FlowController.Reception) -> HostedReception {
    switch reception {
    case .accepted, .queued: .accepted
    // Another question waits since the call came.
    case .refused(let refusal) where refusal.code == .stale: .outdated(.stale)
    case .refused(let refusal): .refused(refusal)
    }
  }
}

extension FlowController {
  /// What would become of an input that takes the place of an earlier answer; nil if one cannot go back to that.
  fileprivate func revision(
    of earlier: RecordedAnswer, by input: HostedInput, acknowledging isAcknowledged: Bool
  ) -> Revision? {
    switch input {
    case .answer(let answer): revision(of: earlier, by: answer, acknowledging: isAcknowledged)
    case .page(let answers), .fields(let answers):
      revision(of: earlier, byPage: answers, acknowledging: isAcknowledged)
    }
  }
}

extension HostedReception {
  /// Whether the store is not why it was not taken.
  fileprivate var isKept: Bool {
    switch self {
    case .refused(let refusal): refusal.code != .notKept
    case .outdated(let code): code != .notKept
    case .accepted, .revised: true
    }
  }
}

extension LiveSession {
  /// Whether no event of a name is left for a step to come: one waits for it, or has taken it.
  fileprivate func takes(event name: StepID) -> Bool {
    // In this order: a wait that is over has taken it.
    controller.legalInputs.waits.contains { $0.kind == .event && $0.id == name }
      || !controller.journal.hasOpenEvent(name)
  }

  /// Whether a question is the one that waits.
  fileprivate func isAsked(_ token: StepToken?) -> Bool {
    token == nil || presentation(of: token) != nil
  }
}
