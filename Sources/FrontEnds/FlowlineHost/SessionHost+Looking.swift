public import Flowline

/// Looking at sessions.
extension SessionHost {
  /// How a session stands.
  ///
  /// In its turn.
  func state(of session: HostedSession) async throws(HostFault) -> HostedState {
    switch try await load(session) {
    case .live(let live): return live.state(of: session.key)
    case .ended(let ended): return ended.state(of: session.key)
    case .unloaded: throw .noSession
    }
  }

  /// How a session stands that was just left for later.
  func paused(_ live: LiveSession, _ key: SessionKey) -> HostedState {
    let journal = live.controller.journal
    var state = HostedState(
      of: key, flow: journal.head.flow, title: title(of: journal.head, in: live.world),
      environment: live.controller.environment, answers: journal.answers.count, end: nil)
    state.isPaused = true
    return state
  }

  /// The questions that were answered, each with its answer and the token it had; also of a session that
  /// has ended.
  ///
  /// - Throws: ``HostFault``.
  public func answers(of key: SessionKey) async throws(HostFault) -> [HostedAnswer] {
    try await call(key) { session async throws(HostFault) in
      try await refresh(session)
      switch try await load(session) {
      case .live(let live): return live.controller.answeredQuestions.hosted
      case .ended(let ended):
        return questions(of: ended.journal, in: try await worlds.world(of: key.user).world)
      case .unloaded: throw .noSession
      }
    }
  }

  /// The text of a session's journal.
  ///
  /// - Throws: ``HostFault``.
  public func journal(of key: SessionKey) async throws(HostFault) -> String {
    try await call(key) { session async throws(HostFault) in
      try await refresh(session)
      switch try await load(session) {
      case .live(let live): return try await kept(of: live)
      case .ended(let ended): return ended.journal
      case .unloaded: throw .noSession
      }
    }
  }

  /// A file that a session shows, or was answered with, see `FlowController.contents(ofShown:)`.
  ///
  /// - Parameters:
  ///   - digest: the file's digest.
  ///   - key: the session and whose it is. Of one that has ended nothing is shown any more.
  /// - Throws: ``HostFault``; ``HostFault/Code/notFound`` if the session shows no such file,
  ///   ``HostFault/Code/unusable`` if its contents were lost or damaged.
  public func file(
    _ digest: FileDigest, of key: SessionKey
  ) async throws(HostFault) -> FileContents {
    try await call(key) { session async throws(HostFault) in
      try await refresh(session)
      guard case .live(let live) = try await load(session) else { throw .noFile }
      do {
        guard let file = try await live.controller.contents(ofShown: digest) else {
          throw HostFault.noFile
        }
        return file
      } catch let fault as HostFault {
        throw fault
      } catch let failure as StoreFailure {
        throw HostFault(ofRecord: failure)
      } catch {
        throw HostFault(.unusable, "\(error)")
      }
    }
  }

  /// The text of what the store has of a session, whatever is in memory.
  private func kept(of live: LiveSession) async throws(HostFault) -> String {
    do throws(StoreFailure) {
      return String(decoding: try await live.record.contents().bytes, as: UTF8.self)
    } catch {
      throw HostFault(ofRecord: error)
    }
  }

  /// The answered questions of a journal's text; none if the flow is gone or does not fit it.
  private func questions(of journal: String, in world: HostedWorld) -> [HostedAnswer] {
    guard let script = try? Script(parsing: Array(journal.utf8)) else { return [] }
    let recap = try? world.catalog.recap(of: script, in: world.name)
    return (recap?.questions ?? []).hosted
  }

  /// The page of a form that is asked as it would be with these answers.
  ///
  /// Nothing is changed or kept.
  ///
  /// - Parameters:
  ///   - token: the question whose page it is, one of several if children at once ask; nil for the one
  ///     that waits.
  ///   - key: the session and whose it is.
  ///   - answers: what the fields hold so far.
  /// - Returns: the page; nil if that question does not wait or is no form's.
  /// - Throws: ``HostFault``.
  public func form(
    of token: StepToken?, in key: SessionKey, with answers: [StepID: Answer]
  ) async throws(HostFault) -> FormPrompt? {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session),
        let presentation = live.presentation(of: token)
      else { return nil }
      return live.controller.form(with: answers, of: presentation)
    }
  }

  /// The page of a form that is asked, with all the fields that there are if each is left as it is offered;
  /// see `FlowController.offeredForm(of:)`.
  ///
  /// - Parameters:
  ///   - token: the question whose page it is; nil for the one that waits.
  ///   - key: the session and whose it is.
  /// - Returns: the page; nil if that question does not wait or is no form's.
  /// - Throws: ``HostFault``.
  public func offeredForm(
    of token: StepToken?, in key: SessionKey
  ) async throws(HostFault) -> FormPrompt? {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session),
        let presentation = live.presentation(of: token)
      else { return nil }
      return live.controller.offeredForm(of: presentation)
    }
  }

  /// What would become of an answer to a question; see `FlowController.preview(_:to:)`.
  ///
  /// - Parameters:
  ///   - answer: what was typed so far.
  ///   - token: the question that it is for; nil for the one that waits.
  ///   - key: the session and whose it is.
  /// - Returns: what would become of it; nil if the session has ended, or that question does not wait.
  /// - Throws: ``HostFault``.
  public func preview(
    _ answer: Answer, to token: StepToken? = nil, in key: SessionKey
  ) async throws(HostFault) -> Result<AnswerPreview, Refusal>? {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session) else { return nil }
      guard let token else { return live.controller.preview(answer) }
      return live.presentation(of: token).map { live.controller.preview(answer, to: $0) }
    }
  }

  /// What would become of another answer to a question that was answered.
  ///
  /// - Parameters:
  ///   - answer: what is to be answered instead.
  ///   - token: the question, see ``answers(of:)``.
  ///   - key: the session and whose it is.
  /// - Returns: what would become of it; nil if the session has ended, or the answer cannot be changed.
  /// - Throws: ``HostFault``.
  package func preview(
    _ answer: Answer, inPlaceOf token: StepToken, in key: SessionKey
  ) async throws(HostFault) -> Result<AnswerPreview, Refusal>? {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session) else { return nil }
      return live.answered(token).flatMap {
        live.controller.preview(answer, inPlaceOf: $0.answer)
      }
    }
  }

  /// How a session stands, each time it changes, up to its end.
  ///
  /// It begins with how it stands now. A slow consumer gets the newest state and not those it missed. As
  /// long as somebody follows, the session stays in memory; it ends also when the session is unloaded.
  /// Only the first look is a call; followers have limits of their own.
  ///
  /// - Throws: ``HostFault``; ``HostFault/Code/busy`` if there are too many followers.
  public func states(
    of key: SessionKey
  ) async throws(HostFault) -> AsyncStream<HostedState> {
    let session: HostedSession
    do throws(HostFault) {
      session = try table.enter(key, as: .following, limits).get()
    } catch {
      metrics.refused()
      throw error
    }
    let first: (state: HostedState, changes: AsyncStream<FlowState>?)
    do throws(HostFault) {
      first = try await beginFollowing(key)
    } catch {
      table.leave(session, as: .following)
      throw error
    }
    let (stream, continuation) = AsyncStream.makeStream(
      of: HostedState.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(first.state)
    let following = Task {
      if let changes = first.changes {
        await follow(changes, of: session, telling: continuation)
      }
      continuation.finish()
      table.leave(session, as: .following)
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }

  /// How a session stands, and how its flow changes from then on; nil if it does not run.
  private func beginFollowing(
    _ key: SessionKey
  ) async throws(HostFault) -> (state: HostedState, changes: AsyncStream<FlowState>?) {
    try await call(key) {
      session async throws(HostFault) -> (state: HostedState, changes: AsyncStream<FlowState>?) in
      try await refresh(session)
      guard case .live(let live) = try await load(session) else {
        return (try await state(of: session), nil)
      }
      // Asked for before the state is looked at, so that no change falls between them.
      let changes = live.controller.statesWhileRunning()
      return (try await state(of: session), changes)
    }
  }

  /// How long somebody who follows may be gone before that is noticed: front ends write something to
  /// those who listen at least so often.
  package static let followerSilence = Duration.seconds(15)

  private func follow(
    _ changes: AsyncStream<FlowState>, of session: HostedSession,
    telling continuation: AsyncStream<HostedState>.Continuation
  ) async {
    for await _ in changes {
      let state = await session.turns.run { () async -> HostedState? in
        // Trying the store again is a change too: each change would have it tried once more, without end.
        guard session.live?.controller.storeFailure == nil else { return nil }
        return try? await self.state(of: session)
      }
      if let state { continuation.yield(state) }
    }
  }

  // MARK: - Lists

  /// The flows that a user may start now, over the user's own data.
  ///
  /// - Throws: ``HostFault``.
  public func catalog(of user: UserID) async throws(HostFault) -> FlowCatalog {
    try await reporting { () async throws(HostFault) -> FlowCatalog in
      try await worlds.world(of: user).world.catalog
    }
  }

  /// The flows that a user may start now, to show what there is: none of them is to be run.
  ///
  /// Nothing is made for a user who only looks, if the host was told what to show.
  ///
  /// - Throws: ``HostFault``.
  public func offers(to user: UserID) async throws(HostFault) -> FlowCatalog {
    guard let shownFlows else { return try await catalog(of: user) }
    return try await reporting { () async throws(HostFault) -> FlowCatalog in
      do {
        return try await shownFlows(user)
      } catch {
        throw HostFault(noWorld: error)
      }
    }
  }

  /// A page of sessions, without reading their journals.
  ///
  /// Authorise it: a query without a user is for those who look after the program.
  ///
  /// - Throws: ``HostFault``.
  public func list(_ query: SessionQuery) async throws(HostFault) -> SessionPage {
    try await reporting { () async throws(HostFault) -> SessionPage in
      try await page(of: query)
    }
  }

  /// A page of sessions.
  func page(of query: SessionQuery) async throws(HostFault) -> SessionPage {
    do throws(StoreFailure) {
      return try await store.list(query)
    } catch {
      throw HostFault(error)
    }
  }

  /// What lists tell of a session, without reading its journal; nil if the user has none of this id.
  package func find(_ key: SessionKey) async throws(HostFault) -> StoredSession? {
    do throws(StoreFailure) {
      return try await store.find(key)
    } catch {
      throw HostFault(error)
    }
  }
}

extension LiveSession {
  /// Whether a person left it for later: it does not run any more, and has not ended.
  var isPaused: Bool { end == nil && !controller.isRunning }
}

extension EndedSession {
  fileprivate func state(of key: SessionKey) -> HostedState {
    HostedState(
      of: key, flow: flow, title: title, environment: environment, answers: answers, end: end)
  }
}

extension [AnsweredQuestion] {
  /// The questions with the tokens that they had.
  var hosted: [HostedAnswer] { map { HostedAnswer($0) } }
}
