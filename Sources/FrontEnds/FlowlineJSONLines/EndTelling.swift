import Flowline
import FoundationEssentials
import Synchronization

/// Tells how each session ended, and forgets what is kept of one that was told.
///
/// Used by the thread that reads requests and by those that effects reply on.
final class EndTelling: Sendable {
  private struct State {
    var flow: FlowID = ""
    /// The session, where a record of it is kept.
    var session: UUID?
    var outcome: Outcome<JSONValue>?
    var isLeaving = false
    /// Whether the session was unloaded: it has no outcome.
    var isPaused = false
    /// The session that was left and can be gone on with.
    var left: UUID?
  }

  /// The controller, while it is there: it knows what a result means to a person.
  private struct Followed {
    weak var controller: FlowController?
  }

  private let state = Mutex(State())
  private let followed = Mutex(Followed())
  private let writer: LineWriter
  private let store: (any SessionStore)?
  private let forgets: Bool
  private let knocker: Knocker

  init(writer: LineWriter, store: (any SessionStore)?, forgets: Bool, knocker: Knocker) {
    self.writer = writer
    self.store = store
    self.forgets = forgets
    self.knocker = knocker
  }

  /// Tells of the sessions of this controller.
  func follow(_ controller: FlowController) {
    followed.withLock { $0.controller = controller }
  }

  /// How the session ended; nothing while it runs.
  var outcome: Outcome<JSONValue>? { state.withLock { $0.outcome } }

  /// Whether a record of the session is kept.
  var isKept: Bool { state.withLock { $0.session != nil } }

  /// Whether the session was unloaded: it has no outcome.
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// The session that was left last and can be gone on with.
  var kept: UUID? { state.withLock { $0.left } }

  /// Whether the session is being let go of as it stands.
  var isLeaving: Bool {
    get { state.withLock { $0.isLeaving } }
    set { state.withLock { $0.isLeaving = newValue } }
  }

  func begin(_ flow: FlowID, kept session: UUID?) {
    state.withLock { $0 = State(flow: flow, session: session) }
  }

  var handler: FlowHandler<JSONValue> {
    FlowHandler(finished: { [self] outcome, dismisser in
      state.withLock { $0.outcome = outcome }
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
    writer.send(.ended(flow, outcome, in: words, kept: kept?.uuidString.lowercased()))
    if forgets, !writer.hasFailed, let session { forget(session, standing) }
    knocker.knock()
  }

  /// The session was unloaded, and its record is closed.
  func paused() {
    let (flow, session) = state.withLock { state in
      state.isPaused = true
      return (state.flow, state.session)
    }
    // A sync that failed may leave a record of the whole session, whose end nobody was told.
    let kept = session.flatMap { standing(of: $0) == nil ? nil : $0 }
    state.withLock { $0.left = kept }
    writer.send(.paused(flow, kept: kept?.uuidString.lowercased()))
    knocker.knock()
  }

  /// Tells the end of a session that had ended before and was never told; false where it has not.
  func tellAgain(_ kept: StoredSession) -> Bool {
    let flow = kept.flow ?? ""
    switch kept.standing {
    case .finished(let output): writer.send(.ended(flow, .finished(output)))
    case .cancelled(let reason): writer.send(.ended(flow, .cancelled(reason)))
    case .failed(let message): writer.send(.ended(flow, brokenWith: message))
    case .unfinished, .damaged: return false
    }
    return true
  }

  /// What is kept of a session that nobody has open; nothing where nothing is.
  private func standing(of session: UUID) -> StoredSession.Standing? {
    guard let store, let record = try? store.open(session) else { return nil }
    defer { record.close() }
    guard let contents = try? record.contents() else { return nil }
    return StoredSession(session, record: contents, changed: Date(), isInUse: false).standing
  }

  /// One that failed stays, for somebody to look at.
  private func forget(_ session: UUID, _ standing: StoredSession.Standing?) {
    switch standing {
    case .finished?, .cancelled?: try? store?.remove(session)
    case .unfinished?, .failed?, .damaged?, nil: break
    }
  }
}
