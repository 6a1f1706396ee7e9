import Flowline
import Synchronization

/// Where a session is that does not get any further, as far as its observer was told.
///
/// The session itself cannot be asked: a body that does not return owns it.
final class SessionTrail: Sendable {
  private let state: Mutex<State>

  /// Begins the trail of a session that is about to start.
  init(of flow: FlowID) { state = Mutex(State(last: StepPath([flow]))) }

  /// What is known of a session that is not waited for any more.
  struct Rest: Hashable, Sendable {
    /// Where it is.
    let place: StuckPlace
    /// The commits that it has carried out, in order.
    let done: [StepPath]
  }

  /// Where the session is.
  var place: StuckPlace { state.withLock { $0.place } }

  /// The session is not waited for any more, though it may run on: from now on it begins no commit,
  /// so that what is reported of it stays true.
  ///
  /// - Parameter park: keeps the thread that is about to begin one.
  /// - Returns: what is known of the session.
  func leave(parking park: @escaping @Sendable () -> Void) -> Rest {
    state.withLock { state in
      state.park = park
      return Rest(place: state.place, done: state.done)
    }
  }

  /// Observes the session.
  var observe: FlowObserver { { [self] event in note(event) } }

  private func note(_ event: FlowEvent) {
    let park = state.withLock { state -> (@Sendable () -> Void)? in
      if let park = state.park, event.beginsCommit { return park }
      state.note(event)
      return nil
    }
    // Observers are told before a commit runs, on the thread that is to run it.
    park?()
  }
}

extension SessionTrail {
  /// What was begun and has not ended.
  private struct Begun {
    let kind: FlowInspection.Effect.Kind
    let path: StepPath
  }

  private struct State {
    /// What is under way, by its number.
    var underWay: [Int: Begun] = [:]
    /// The last step that anything was told of.
    var last: StepPath
    /// The commits that were carried out, in order.
    var done: [StepPath] = []
    /// Keeps the thread that is about to begin a commit; nil while the session is waited for.
    var park: (@Sendable () -> Void)?

    /// At the commits if any are under way, else at what has been under way the longest, else behind
    /// the last step.
    ///
    /// That nobody knows what has become of a commit matters more than how long a load takes.
    var place: StuckPlace {
      let begun = underWay.sorted { $0.key < $1.key }.map(\.value)
      let commits = begun.filter { $0.kind == .commit }.map(\.path)
      if let first = commits.first {
        return .commit(first, beside: Array(commits.dropFirst()))
      }
      guard let oldest = begun.first else { return .code(behind: last) }
      return oldest.kind == .check ? .check(oldest.path) : .load(oldest.path)
    }

    mutating func note(_ event: FlowEvent) {
      switch event.kind {
      case .effect(let effect, let phase): return note(effect, phase, at: event.path)
      case .diagnostic: return
      // A script of an older version is played once more, as another session.
      case .started where event.path.count == 1: underWay = [:]
      // What was given up has no end of its own.
      case .asked: giveUp { $0.kind == .check && $0.path == event.path }
      case .back: giveUp { _ in true }
      case .ended:
        let ids = event.path.ids
        giveUp { $0.path.ids.starts(with: ids) }
      default: break
      }
      last = event.path
    }

    private mutating func note(
      _ effect: FlowEvent.Effect, _ phase: FlowEvent.Phase, at path: StepPath
    ) {
      switch phase {
      case .began, .repeated:
        switch effect.kind {
        case .load, .commit, .check:
          underWay[effect.number] = Begun(kind: effect.kind, path: path)
        // Nothing gets stuck by waiting for something outside: that is a place to stop at.
        case .moment, .event: last = path
        }
      case .progressed: break
      case .replied, .failed:
        underWay[effect.number] = nil
        last = path
        if phase == .replied, effect.isCommit { done.append(path) }
      }
    }

    /// Nothing leads out of a commit before it has ended.
    private mutating func giveUp(_ isOver: (Begun) -> Bool) {
      underWay = underWay.filter { $0.value.kind == .commit || !isOver($0.value) }
    }
  }
}

extension FlowEvent {
  /// Whether a commit is about to run.
  fileprivate var beginsCommit: Bool {
    switch kind {
    case .effect(let effect, .began), .effect(let effect, .repeated): effect.isCommit
    default: false
    }
  }
}
