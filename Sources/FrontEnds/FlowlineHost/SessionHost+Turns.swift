import Flowline

/// Doing one input after the other, each in its session's turn.
extension SessionHost {
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
  func perform(
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
        // Nothing is sent behind what the store does not take.
        if let failure = live.controller.storeFailure { throw .notKept(failure) }
        // Noted once, however often it is tried.
        if tries == 0 { try await note(kind, of: key, at: live.controller) }
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
    do throws(HostFault) {
      return HostedReply(
        reception: reply.reception, state: try await state(of: key, patience: patience))
    } catch {
      // What was sent is kept, although the store has failed since.
      guard error.code == .store else { throw error }
      return reply
    }
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
    let failure = live.controller.storeFailure
    if failure?.code == .overtaken {
      // Another node went on: what is in memory here is old. What was kept before that stays taken.
      await drop(live, session)
      return HostedReply(
        reception: reception.isKept ? reception : .outdated(.stale),
        state: try await state(of: session))
    }
    guard reception.isKept else {
      guard failure != nil else {
        await schedule(session)
        throw .notKept(nil)
      }
      // What the store has not taken does not outlive its call, so that it was not taken: nobody can have it
      // carried out, and the next call rebuilds what the store has.
      if await dropIfAllowed(live, session) || !reception.isInMemory { throw .notKept(failure) }
      return try await concludeBesideCommit(live, session)
    }
    // What was sent is kept; what came of it is kept by the next call, see ``load(_:)``.
    if failure != nil {
      return HostedReply(reception: reception, state: live.state(of: session.key))
    }
    let reply = HostedReply(reception: reception, state: try await state(of: session))
    await schedule(session)
    return reply
  }

  /// What became of an input that the store has not taken, and that stays in memory all the same, as it is
  /// there beside what only this host knows of a commit: nobody was told yet, so that it may count after all.
  ///
  /// In its turn.
  private func concludeBesideCommit(
    _ live: LiveSession, _ session: HostedSession
  ) async throws(HostFault) -> HostedReply {
    guard await keepAgain(live) else {
      let failure = live.controller.storeFailure
      if await dropIfAllowed(live, session) { throw .notKept(failure) }
      // The store takes it with all the rest as soon as it can; sent once more, it counts once.
      throw .notKnown(failure)
    }
    return try await conclude(.accepted, live, session)
  }

  /// What became of an input, as callers of a host are told.
  func reception(of reception: FlowController.Reception) -> HostedReception {
    switch reception {
    case .accepted, .queued: .accepted
    // Another question waits since the call came.
    case .refused(let refusal) where refusal.code == .stale: .outdated(.stale)
    case .refused(let refusal): .refused(refusal)
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

  /// Whether the store failed after it was written down: it is in memory until that is dropped.
  ///
  /// What comes while the store has not answered is not written down.
  fileprivate var isInMemory: Bool {
    guard case .refused(let refusal) = self else { return false }
    return refusal.code == .notKept && refusal.arguments["reason"] != nil
  }
}

extension LiveSession {
  /// Whether a question is the one that waits.
  func isAsked(_ token: StepToken?) -> Bool {
    token == nil || presentation(of: token) != nil
  }
}
