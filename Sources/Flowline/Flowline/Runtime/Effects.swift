/// A load or a commit that waits for its reply, with its types.
final class WaitingEffect<Reply: Codable & Sendable>: Waiting {
  typealias Work = @Sendable (IdempotencyKey?) async throws -> Reply

  private let caption: Text?
  private let kind: FlowInspection.Effect.Kind
  /// The flow whose body waits.
  private let frame: FrameID
  private let work: Work
  private var result: Result<Reply, any Error>?
  private var resultText: String?
  private var task: Task<Void, Never>?
  /// Begins again, when it is its turn in a replay.
  private let again: (Session, Want) -> EffectStart
  /// What it waits for its turn with.
  private var want: Want?
  /// Whether an attempt may have been carried out that was cut off, or threw.
  private var mayHaveBeenSent = false
  private var body: UnsafeContinuation<Reply, any Error>?

  init(
    _ kind: FlowInspection.Effect.Kind, title: Text?, in frame: FrameID,
    again: @escaping (Session, Want) -> EffectStart, work: @escaping Work
  ) {
    caption = title
    self.kind = kind
    self.frame = frame
    self.again = again
    self.work = work
  }

  override var title: Text? { caption }

  override var failureText: String? { resultText }

  override func perform(_ effect: Effect, in session: Session) {
    let owned = Owned(value: (session: session, waiting: self))
    let meter = session.makeMeter(of: effect, title: caption)
    let executor = session.executor
    let (work, gate) = (work, session.gate)
    session.runningEffects += 1
    task = Task(executorPreference: executor.outside) {
      let result: Result<Reply, any Error>
      do {
        result = .success(
          try await EffectProgress.$meter.withValue(meter) {
            try await gate.run(effect.kind) { try await work(effect.key) }
          })
      } catch {
        result = .failure(error)
      }
      executor.post { owned.value.session.came(effect, result, owned.value.waiting) }
    }
  }

  /// Keeps the result until the engine says that it may reach the body.
  ///
  /// - Parameters:
  ///   - result: the reply, or what was thrown.
  ///   - text: what it says to people, if it is a failure that does.
  fileprivate func keep(_ result: Result<Reply, any Error>, saying text: String?) {
    self.result = result
    resultText = text
    task = nil
  }

  /// A reply in the light of earlier attempts: that nothing was sent this time says nothing of one
  /// that may have been.
  fileprivate func judged(_ reply: EffectReply) -> EffectReply {
    switch reply {
    case .notSent(let message) where mayHaveBeenSent: return .threw(message: message)
    case .threw, .failed, .doneUnrecordable: mayHaveBeenSent = true
    case .value, .refused, .notSent: break
    }
    return reply
  }

  override func wake(in session: Session) {
    guard let result = result.take() else { return }
    body.take()?.resume(with: result)
  }

  override func cancel(_ reason: CancelReason, in session: Session) {
    task?.cancel()
    body.take()?.resume(throwing: FlowCancelled(reason))
  }

  override func takeTurn(in session: Session) {
    guard let want, let body = body.take() else { return }
    begin(again(session, want), for: body, in: session)
  }

  /// Does what the engine decided about the effect: its body goes on at once, or waits.
  @inline(never)
  func begin(
    _ start: EffectStart, for body: UnsafeContinuation<Reply, any Error>, in session: Session
  ) {
    switch start {
    case .reply(let reply): take(reply, for: body, in: session)
    case .failed(let step, let recorded):
      body.resume(throwing: Session.failure(recorded, of: step))
    case .givenUp(let step, let message):
      session.giveUpAgain(step, message)
      body.resume(throwing: FlowCancelled(.terminated))
    case .unrecorded(let step):
      session.survey?.isCutShort = true
      body.resume(throwing: UnrecordedEffect(step: step))
    case .differs(let differs):
      session.leave(for: .differs(differs))
      body.resume(throwing: FlowCancelled(.terminated))
    case .denied(let denial): body.resume(with: denial)
    case .wait(let wait):
      self.body = body
      want = session.engine.tree.want(of: wait)
      session.waits[wait] = self
    case .perform(let effect):
      self.body = body
      mayHaveBeenSent = effect.isRepeated
      session.waits[effect.wait] = self
    }
  }

  /// Hands a reply that the journal has to the body.
  ///
  /// It is read before it is written down: what the flow cannot read any more is no error of the flow's.
  private func take(
    _ recorded: RecordedReply, for body: UnsafeContinuation<Reply, any Error>,
    in session: Session
  ) {
    let reply: Reply
    do throws(RecordedReplyUnreadable) {
      reply = try session.reply(recorded)
    } catch {
      return meet(error, recorded, for: body, in: session)
    }
    if let denial = session.engine.replyStands(recorded, in: frame.branch) {
      return body.resume(with: denial)
    }
    body.resume(returning: reply)
  }

  private func meet(
    _ unreadable: RecordedReplyUnreadable, _ recorded: RecordedReply,
    for body: UnsafeContinuation<Reply, any Error>, in session: Session
  ) {
    if session.engine.recordedReplies != nil {
      // A replay tells it at its place, as the end of the flow.
      session.engine.replyUnread(recorded)
      if let denial = session.engine.replyStands(recorded, in: frame.branch) {
        return body.resume(with: denial)
      }
      body.resume(throwing: unreadable)
    } else if kind == .load {
      begin(session.engine.loadUnread(recorded, in: frame), for: body, in: session)
    } else {
      session.leave(for: .unreadableReply(unreadable))
      body.resume(throwing: FlowCancelled(.terminated))
    }
  }
}

extension Session {
  /// Reads from outside, unless the journal has the reply.
  nonisolated(nonsending) func load<Reply: Codable & Sendable>(
    _ id: StepID, title: Text?, _ frame: FrameID, isWhole: Bool = false,
    _ read: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    forgetFailure()
    try id.requireName()
    let waiting = WaitingEffect<Reply>(
      .load, title: title ?? activity(of: id, in: frame), in: frame,
      again: { session, _ in session.engine.loadContinued(id, in: frame) },
      work: { _ in try await read() })
    return try await wait(waiting, engine.loadBegan(id, in: frame, isWhole: isWhole))
  }

  /// What people are told is under way, as the flow's catalogue has it; nil if it does not.
  func activity(of effect: StepID, in frame: FrameID) -> Text? {
    engine.tree[frame: frame]?.place.flatMap {
      TextPlace(effect.rawValue, in: $0.catalogs).text(.activity)
    }
  }

  /// Writes to outside, once, unless the journal has the reply.
  ///
  /// - Parameters:
  ///   - write: the step, the key and what is sent, encoded before the intent is written.
  ///   - title: what people see while it is under way.
  ///   - frame: the flow that writes.
  ///   - work: writes, on any thread.
  /// - Returns: the reply.
  /// - Throws: ``CommitRefused``; ``FlowCancelled`` if the flow is left.
  nonisolated(nonsending) func commit<Reply: Codable & Sendable>(
    _ write: Engine.Write, title: Text?, _ frame: FrameID,
    _ work: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    forgetFailure()
    try write.id.requireName()
    let isCarriedOut = carriesOutCommits
    let waiting = WaitingEffect<Reply>(
      .commit, title: title ?? activity(of: write.id, in: frame), in: frame,
      again: { session, want in
        guard let commit = want.commit else { return .denied(.notInnermost) }
        return session.engine.commitContinued(
          write, commit.key, isRepeated: commit.isRepeated, in: frame)
      },
      work: { key in
        guard let key else { throw FlowMisuse.notInnermost }
        guard isCarriedOut else { throw CommitNotSent(CommitNotCarriedOut()) }
        return try await work(key)
      })
    return try await wait(waiting, engine.commitBegan(write, in: frame))
  }

  @inline(__always)
  nonisolated(nonsending) private func wait<Reply: Codable & Sendable>(
    _ waiting: WaitingEffect<Reply>, _ start: EffectStart
  ) async throws -> Reply {
    try await withUnsafeThrowingContinuation { waiting.begin(start, for: $0, in: self) }
  }

  /// The session is one that writes nothing.
  private struct CommitNotCarriedOut: Error, CustomStringConvertible {
    var description: String { "this session carries out no commits" }
  }

  /// An effect is done.
  fileprivate func came<Reply: Codable & Sendable>(
    _ effect: Effect, _ result: Result<Reply, any Error>, _ waiting: WaitingEffect<Reply>
  ) {
    runningEffects -= 1
    endMeter(of: effect)
    engine.now = MonotonicTime.now
    guard engine.isAwaited(effect) else {
      // That it gave up when it was told to is what it was asked to do.
      if case .failure(let error) = result, error is CancellationError { return }
      return engine.noteLate(effect)
    }
    let (reply, result) = recorded(effect, result)
    waiting.keep(result, saying: text(of: result))
    engine.arrived(effect, waiting.judged(reply))
  }

  /// What a failure says to people, if it says anything.
  private func text<Reply>(of result: Result<Reply, any Error>) -> String? {
    guard case .failure(let error) = result else { return nil }
    return text(of: (error as? CommitNotSent)?.cause ?? error)
  }

  /// What stands for a result in the journal, and what the body is to get.
  private func recorded<Reply: Codable & Sendable>(
    _ effect: Effect, _ result: Result<Reply, any Error>
  ) -> (EffectReply, Result<Reply, any Error>) {
    switch result {
    case .success(let reply):
      do throws(UnencodableValue) {
        // A commit's reply is encoded at once: it must be in the journal before the flow sees it.
        let payload = effect.kind == .commit ? try forms.record(reply) : try recorded(reply)
        guard effect.kind == .load || !forms.resolved(payload).containsMark
        else { throw UnencodableValue(type: "\(Reply.self)", reason: "it holds a secret") }
        return (.value(payload), result)
      } catch {
        let error = error.of(effect.id)
        // What was written is known to have been written, and what came of it cannot be kept.
        return effect.kind == .commit
          ? (.doneUnrecordable(message: "\(error)"), .failure(error))
          : (.failed(message: "\(error)"), .failure(error))
      }
    case .failure(let error as CommitRefused) where effect.kind == .commit:
      return (.refused(forms.guarded(error.reason)), .failure(error))
    case .failure(let error as CommitNotSent) where effect.kind == .commit:
      return (.notSent(message: forms.guarded("\(error.cause)")), .failure(error))
    case .failure(let error):
      return (.threw(message: forms.guarded(String(describing: error))), .failure(error))
    }
  }

  /// The recorded reply as the type the body wants.
  fileprivate func reply<Reply: Codable & Sendable>(
    _ recorded: RecordedReply
  ) throws(RecordedReplyUnreadable) -> Reply {
    let entry = recorded.entry
    if let reply = forms.value(of: entry.payload, as: Reply.self) { return reply }
    do {
      return try (forms.json(of: entry.payload) ?? .null).decode(as: Reply.self)
    } catch {
      throw RecordedReplyUnreadable(
        entry.id, at: recorded.index.flatMap { engine.replay.line(of: $0) },
        forms.guarded(error.reason(wanting: "\(Reply.self)")), .changeable)
    }
  }

  /// The error that a recorded failure stands for.
  fileprivate static func failure(_ recorded: JSONValue, of id: StepID) -> any Error {
    if let reason = recorded["refused"]?.string { return CommitRefused(reason) }
    let message = recorded["error"]?.string ?? recorded.text
    return EffectFailure(step: id, message: message, cause: nil)
  }
}
