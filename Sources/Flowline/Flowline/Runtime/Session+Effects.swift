/// Loads and commits: what begins them, and what comes of them.
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
  func came<Reply: Codable & Sendable>(
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
  func reply<Reply: Codable & Sendable>(
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
  static func failure(_ recorded: JSONValue, of id: StepID) -> any Error {
    if let reason = recorded["refused"]?.string { return CommitRefused(reason) }
    let message = recorded["error"]?.string ?? recorded.text
    return EffectFailure(step: id, message: message, cause: nil)
  }
}
