/// The body that waits for a load or a commit.
struct PendingEffect {
  let task: Task<Void, Never>?
  let abandon: (FlowCancelled) -> Void
}

extension Session {
  /// Reads or writes outside, unless the journal has the reply.
  nonisolated(nonsending) func perform<Reply: Codable & Sendable>(
    _ id: StepID, isCommit: Bool, of contents: Payload, _ frame: Frame.ID,
    _ work: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    // Encoded here, where nothing is being changed: a value's encoding may call back.
    let contents = contents.json.map { Payload.json($0) } ?? .none
    switch machine.effectBegan(id, isCommit: isCommit, of: contents, by: frame) {
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
        effectStarted()
        tellObservers()
        let task = Task(executorPreference: executor) {
          let result: Result<Reply, any Error>
          do {
            result = .success(try await work(key))
          } catch {
            result = .failure(error)
          }
          driven.value.replied(effect, result, continuation)
        }
        self.effect = PendingEffect(task: task) { continuation.resume(throwing: $0) }
      }
    }
  }

  private func replied<Reply: Codable & Sendable>(
    _ effect: FlowMachine.Effect, _ result: Result<Reply, any Error>,
    _ continuation: UnsafeContinuation<Reply, any Error>
  ) {
    effectEnded()
    machine.now = MonotonicTime.now
    switch result {
    case .success(let reply):
      guard machine.effectReplied(effect, .value(.value(EncodableValue(reply)))) else { return }
      self.effect = nil
      guard !effect.isCommit || keepAhead() else {
        return continuation.resume(throwing: FlowCancelled(.terminated))
      }
      continuation.resume(returning: reply)
    case .failure(let error):
      let message = String(describing: error)
      guard machine.effectReplied(effect, .failure(message: message)) else { return }
      self.effect = nil
      guard !effect.isCommit || keepAhead() else {
        return continuation.resume(throwing: FlowCancelled(.terminated))
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

  /// What was wrong.
  public var description: String {
    "a flow acted while a child of its was running or an effect was under way"
  }
}
