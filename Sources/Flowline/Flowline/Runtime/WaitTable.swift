import FoundationEssentials

/// What waits in a session, by its number: the one place in which typed values and continuations
/// are.
///
/// Nearly every session waits for one thing, which costs no dictionary.
struct WaitTable {
  private var one: One?
  private var others: [WaitID: Waiting] = [:]

  private struct One {
    let id: WaitID
    let waiting: Waiting
  }

  subscript(id: WaitID) -> Waiting? {
    get {
      if let one, one.id == id { return one.waiting }
      return others.isEmpty ? nil : others[id]
    }
    set {
      guard let newValue else { return _ = remove(id) }
      if one == nil || one?.id == id {
        one = One(id: id, waiting: newValue)
      } else {
        others[id] = newValue
      }
    }
  }

  /// The question that waits, if it is one.
  func question(_ id: WaitID) -> (any OpenQuestion)? {
    if let one, one.id == id { return one.waiting.question }
    return others.isEmpty ? nil : others[id]?.question
  }

  @discardableResult
  mutating func remove(_ id: WaitID) -> Waiting? {
    if let one, one.id == id {
      self.one = nil
      return one.waiting
    }
    return others.isEmpty ? nil : others.removeValue(forKey: id)
  }
}

/// Something that waits, with the body it keeps from going on.
class Waiting {
  /// The question that waits, if it is one.
  var question: (any OpenQuestion)? { nil }

  /// What people call the effect that waits, if it is one.
  var title: Text? { nil }

  /// What the failure of the effect that waits says to people, if it says anything.
  var failureText: String? { nil }

  /// The moment that is waited for, if it is one.
  var until: Date? { nil }

  /// Whether it waits for an event that the session's own user may deliver.
  var takesFromUser: Bool { false }

  /// Why an event that is delivered cannot be read here; nil if it can.
  func unreadable(_ event: JSONValue) -> UnreadableEvent? { nil }

  /// Takes an event, until the body goes on.
  ///
  /// Returns why it cannot be read; nil if it can.
  ///
  /// - Parameter number: the event's number among those of its name.
  func take(_ event: JSONValue, number: Int) -> UnreadableEvent? { nil }

  /// The body goes on: what it waited for is there.
  func wake(in session: Session) {}

  /// The body goes on by unwinding: its flow is being left.
  func cancel(_ reason: CancelReason, in session: Session) {}

  /// It is its turn, in the journal that is replayed.
  func takeTurn(in session: Session) {}

  /// A load, a commit or a check is to be carried out.
  func perform(_ effect: Effect, in session: Session) {}
}

extension UnsafeContinuation where E == any Error {
  /// Has a body unwind that may not do what it wants.
  ///
  /// One that acts on although it was told to end would do so for ever: it does not go on, its task
  /// is given up, and the diagnostics say so.
  func resume(with denial: Denial) {
    switch denial {
    case .leave(let reason): resume(throwing: FlowCancelled(reason))
    case .notInnermost: resume(throwing: FlowMisuse.notInnermost)
    case .unconfirmed(let write): resume(throwing: FlowMisuse.unconfirmed(write))
    case .hold: break
    }
  }
}

/// A body that waits until what was noted has been told, and something is done before it goes on.
final class WaitingForTelling: Waiting {
  private let body: UnsafeContinuation<Void, Never>
  private let action: (Session) -> Void

  init(_ body: UnsafeContinuation<Void, Never>, _ action: @escaping (Session) -> Void) {
    self.body = body
    self.action = action
  }

  override func wake(in session: Session) {
    action(session)
    session.executor.resume { body.resume() }
  }

  /// What was decided is told all the same, unless the session is unloaded.
  override func cancel(_ reason: CancelReason, in session: Session) {
    if !session.engine.isUnloading { action(session) }
    session.executor.resume { body.resume() }
  }
}
