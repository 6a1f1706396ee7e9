/// The body that waits for a load, a commit or a check.
struct PendingEffect {
  let task: Task<Void, Never>?
  let abandon: (FlowCancelled) -> Void
  /// Has the body go on without its effect, where it can.
  var stop: (() -> Void)?
}

extension Session {
  /// Reads or writes outside, unless the journal has the reply.
  nonisolated(nonsending) func perform<Reply: Codable & Sendable>(
    _ id: StepID, isCommit: Bool, of contents: Payload, title: Text?, _ frame: Frame.ID,
    isWhole: Bool = false,
    _ work: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    // Encoded here, where nothing is being changed: a value's encoding may call back.
    let contents = contents.json.map { Payload.json($0) } ?? .none
    var start = machine.effectBegan(
      id, isCommit: isCommit, of: contents, by: frame, isWhole: isWhole)
    while case .wait(let key, let isRepeated) = start {
      try await waitForTurn(frame)
      start = machine.effectContinued(
        id, isCommit: isCommit, key: key, isRepeated: isRepeated, by: frame)
    }
    switch start {
    case .wait: throw FlowMisuse.notInnermost
    case .reply(let payload): return try reply(payload, to: id)
    case .failure(let message): throw EffectFailure(step: id, message: message, cause: nil)
    case .unrecorded: throw UnrecordedEffect(step: id)
    case .differs(let differs):
      collapse(differs)
      throw FlowCancelled(.terminated)
    case .hindered(let hindrance): try await meet(hindrance)
    case .perform(let effect, let key):
      if isCommit, !keepAhead() { throw FlowCancelled(.terminated) }
      return try await withUnsafeThrowingContinuation { continuation in
        let driven = Driven(value: self)
        let meter = makeMeter(of: effect, title: title, frame)
        effectStarted()
        tellObservers()
        let task = Task(executorPreference: executor) {
          let result: Result<Reply, any Error>
          do {
            result = .success(
              try await EffectProgress.$meter.withValue(meter) { try await work(key) })
          } catch {
            result = .failure(error)
          }
          driven.value.came(effect, result, frame, continuation)
        }
        let pending = PendingEffect(task: task) { continuation.resume(throwing: $0) }
        if machine.isMany { parked[frame] = .effect(pending) } else { self.effect = pending }
      }
    }
  }

  /// An effect is done. Where children run at once its reply waits until nothing else can run, so
  /// that a journal has all in an order that a replay comes to again.
  private func came<Reply: Codable & Sendable>(
    _ effect: FlowMachine.Effect, _ result: Result<Reply, any Error>, _ frame: Frame.ID,
    _ continuation: UnsafeContinuation<Reply, any Error>
  ) {
    guard machine.isMany else { return replied(effect, result, frame, continuation) }
    replies.append(
      WaitingReply(effect: effect, frame: frame) { [self] in
        replied(effect, result, frame, continuation)
      })
  }

  /// Lets go of what waits for an effect. Returns why its flow is to be left, where it is.
  func release(_ frame: Frame.ID) -> CancelReason? {
    guard machine.isMany else {
      effect = nil
      return nil
    }
    _ = parked.removeValue(forKey: frame)
    return machine.leaveReason(of: frame)
  }

  private func replied<Reply: Codable & Sendable>(
    _ effect: FlowMachine.Effect, _ result: Result<Reply, any Error>, _ frame: Frame.ID,
    _ continuation: UnsafeContinuation<Reply, any Error>
  ) {
    effectEnded()
    endMeter(of: effect)
    machine.now = MonotonicTime.now
    switch result {
    case .success(let reply):
      guard machine.effectReplied(effect, .value(.value(EncodableValue(reply))), to: frame) else {
        return
      }
      let reason = release(frame)
      guard !effect.isCommit || keepAhead() else {
        return continuation.resume(throwing: FlowCancelled(.terminated))
      }
      if let reason {
        return continuation.resume(throwing: FlowCancelled(reason))
      }
      continuation.resume(returning: reply)
    case .failure(var error as UnresolvedCommit) where effect.isCommit:
      error.step = effect.id
      guard machine.effectAbandoned(effect, message: error.description, by: frame) else { return }
      _ = release(frame)
      collapse(error)
      continuation.resume(throwing: FlowCancelled(.terminated))
    case .failure(let error)
    where error is CancellationError && !machine.waits(for: effect, in: frame):
      // Somebody else came first, or went; that it gave up is what it was asked to do.
      return
    case .failure(let error):
      let message = String(describing: error)
      guard machine.effectReplied(effect, .failure(message: message), to: frame) else { return }
      let reason = release(frame)
      guard !effect.isCommit || keepAhead() else {
        return continuation.resume(throwing: FlowCancelled(.terminated))
      }
      if let reason {
        return continuation.resume(throwing: FlowCancelled(reason))
      }
      continuation.resume(
        throwing: EffectFailure(step: effect.id, message: message, cause: error))
    }
  }

  /// The recorded reply as the type the body wants.
  private func reply<Reply: Codable>(_ payload: Payload, to id: StepID) throws -> Reply {
    if case .value(let kept) = payload, let reply = kept.value as? Reply { return reply }
    do {
      return try (payload.json ?? .null).decode(as: Reply.self)
    } catch {
      throw RecordedReplyUnreadable(step: id, reason: String(describing: error))
    }
  }
}

/// A load or a commit that threw. A body meets the same error when its journal is replayed.
///
/// What a flow expects to go wrong belongs into the effect's result, as a value; errors are for
/// what nobody expected.
public struct EffectFailure: Error, CustomStringConvertible {
  /// The load or commit.
  public let step: StepID
  /// The error's text.
  public let message: String
  /// The error itself; nothing in a replay.
  public let cause: (any Error)?

  /// The step and the error's text.
  public var description: String { "\(step) failed: \(message)" }
}

/// A replay from a record came to a load or commit that the record does not have.
public struct UnrecordedEffect: Error, Hashable, CustomStringConvertible {
  /// The load or commit.
  public let step: StepID

  /// One sentence.
  public var description: String { "nothing is recorded for \(step): play the script live" }
}

/// A recorded reply is not what its flow reads there now.
public struct RecordedReplyUnreadable: Error, Hashable, CustomStringConvertible {
  /// The load or commit.
  public let step: StepID
  /// What does not fit.
  public let reason: String

  /// One sentence.
  public var description: String { "the recorded reply of \(step) cannot be read: \(reason)" }
}

/// A flow used its context in a way that no flow may.
public enum FlowMisuse: Error, Hashable, CustomStringConvertible {
  /// It acted while a child of its was running, or while it waited for an effect.
  case notInnermost
  /// Two of the children it ran at once have the same id.
  case sameID(StepID)
  /// It waited for the first of no children at all.
  case noChildren

  /// What was wrong.
  public var description: String {
    switch self {
    case .notInnermost: "a flow acted while a child of its was running or an effect was under way"
    case .sameID(let id):
      "two children at once have the id \(id): a journal could not tell them apart"
    case .noChildren: "a flow waited for the first of no children at all"
    }
  }
}
