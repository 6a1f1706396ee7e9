import Flowline
import FlowlineMessages
import FoundationEssentials
import Synchronization

/// Reports how each session ended, and removes its record afterwards.
///
/// Used by the thread that reads requests and by the threads on which effects reply.
final class EndReporter: Sendable {
  private struct State {
    var flow: FlowID = ""
    /// The session; nil if it has no record.
    var session: UUID?
    var outcome: Outcome<JSONValue>?
    var isLeaving = false
    /// Whether the session was unloaded: it has no outcome.
    var isPaused = false
    /// The session that was paused and can be resumed.
    var left: UUID?
    /// How the last session that is over came to be so; one that could not be begun changes nothing.
    var last: LastEnd?
  }

  /// How a session came to be over.
  enum LastEnd {
    case ended(Outcome<JSONValue>)
    /// It was left for later, and has no outcome.
    case paused
  }

  /// The controller, while it exists: it has the result in words.
  private struct Followed {
    weak var controller: FlowController?
  }

  private let state = Mutex(State())
  private let followed = Mutex(Followed())
  private let writer: LineWriter
  private let store: (any SessionStore)?
  private let forgets: Bool
  private let wakeUp: WakeUpPipe

  init(writer: LineWriter, store: (any SessionStore)?, forgets: Bool, wakeUp: WakeUpPipe) {
    self.writer = writer
    self.store = store
    self.forgets = forgets
    self.wakeUp = wakeUp
  }

  /// Reports the sessions of this controller.
  func follow(_ controller: FlowController) {
    followed.withLock { $0.controller = controller }
  }

  /// How the session ended; nil while it runs.
  var outcome: Outcome<JSONValue>? { state.withLock { $0.outcome } }

  /// How the last session that is over came to be so; nil if there is none.
  var last: LastEnd? { state.withLock { $0.last } }

  /// Whether a record of the session is kept.
  var isKept: Bool { state.withLock { $0.session != nil } }

  /// Whether the session was unloaded: it has no outcome.
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// The session that was paused last and can be resumed.
  var kept: UUID? { state.withLock { $0.left } }

  /// Whether the session is being closed without an end.
  var isLeaving: Bool {
    get { state.withLock { $0.isLeaving } }
    set { state.withLock { $0.isLeaving = newValue } }
  }

  /// Whether the session has ended, or is being closed.
  var isAtEnd: Bool { state.withLock { $0.outcome != nil || $0.isLeaving } }

  func begin(_ flow: FlowID, kept session: UUID?) {
    state.withLock { $0 = State(flow: flow, session: session, last: $0.last) }
  }

  var handler: FlowHandler<JSONValue> {
    FlowHandler(finished: { [self] outcome, dismisser in
      state.withLock { ($0.outcome, $0.last) = (outcome, .ended(outcome)) }
      dismisser.dismiss()
    })
  }

  /// The session is over and its record is closed.
  func ended() {
    let (flow, session, outcome, isLeaving) = state.withLock {
      ($0.flow, $0.session, $0.outcome, $0.isLeaving)
    }
    guard let outcome else { return }
    let standing = session.flatMap(standing)
    var kept: UUID?
    if isLeaving, case .unfinished? = standing { kept = session }
    state.withLock { $0.left = kept }
    let words = followed.withLock { $0.controller }?.resultText?.text
    writer.send(.ended(flow, outcome, in: words, kept: kept?.text))
    if let session { forget(session, standing) }
    wakeUp.wake()
  }

  /// The session was unloaded, and its record is closed.
  func paused() {
    let (flow, session) = state.withLock { state in
      (state.isPaused, state.last) = (true, .paused)
      return (state.flow, state.session)
    }
    // After a failed sync the record may be complete although its end was not reported.
    let kept = session.flatMap { standing(of: $0) == nil ? nil : $0 }
    state.withLock { $0.left = kept }
    writer.send(.paused(flow, kept: kept?.text))
    wakeUp.wake()
  }

  /// Reports the end of a session that had ended earlier; false if it has not ended.
  ///
  /// - Parameters:
  ///   - kept: the session.
  ///   - recap: what its flow says of its end; nil if it says nothing of it any more.
  func tellAgain(_ kept: StoredSession, as recap: @autoclosure () -> SessionRecap?) -> Bool {
    let flow = kept.flow ?? ""
    let outcome: Outcome<JSONValue>
    switch kept.standing {
    case .finished(let output):
      outcome = .finished(output)
      writer.send(.ended(flow, outcome, in: recap()?.resultText?.text))
    case .cancelled(let reason):
      outcome = .cancelled(reason)
      writer.send(.ended(flow, outcome))
    case .failed(let message):
      if let failure = recap()?.failure {
        outcome = .failed(failure)
        writer.send(.ended(flow, outcome))
      } else {
        let cause = EarlierFailure(description: message)
        outcome = .failed(FlowFailure(path: StepPath([flow]), cause: cause))
        writer.send(.ended(flow, brokenWith: message))
      }
    case .unfinished, .damaged, .newer: return false
    }
    state.withLock { $0 = State(flow: flow, outcome: outcome, last: .ended(outcome)) }
    return true
  }

  /// Removes the record of a session whose end was reported again; it is closed.
  func forgetTold(_ kept: StoredSession) { forget(kept.id, kept.standing) }

  /// The state of a session's record; nil if there is none or another process has it open.
  private func standing(of session: UUID) -> StoredSession.Standing? {
    guard let store, let record = try? store.open(session) else { return nil }
    defer { record.close() }
    guard let contents = try? record.contents() else { return nil }
    return StoredSession(session, record: contents, changed: Date(), isInUse: false).standing
  }

  /// A failed one is kept for inspection.
  private func forget(_ session: UUID, _ standing: StoredSession.Standing?) {
    guard forgets, !writer.hasFailed else { return }
    switch standing {
    case .finished?, .cancelled?: try? store?.remove(session)
    case .unfinished?, .failed?, .damaged?, .newer?, nil: break
    }
  }
}

/// The error of a session that failed earlier, of which its record has only the message.
private struct EarlierFailure: Error, CustomStringConvertible {
  let description: String
}
