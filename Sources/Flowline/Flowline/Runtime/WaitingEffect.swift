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
    let meter = session.makeMeter(
      of: effect, title: caption, isRepeated: kind == .commit && mayHaveBeenSent)
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
  func keep(_ result: Result<Reply, any Error>, saying text: String?) {
    self.result = result
    resultText = text
    task = nil
  }

  /// A reply in the light of earlier attempts: that nothing was sent this time says nothing of one
  /// that may have been.
  func judged(_ reply: EffectReply) -> EffectReply {
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
