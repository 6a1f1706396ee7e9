import Flowline
import FlowlineTerminal
import Synchronization

/// Where a session is that does not get any further, as far as its observer was told.
///
/// The session itself cannot be asked: a body that does not return owns it.
final class SessionTrail: Sendable {
  private struct State {
    /// What was begun and has not replied, by its number.
    var underWay: [Int: StuckPlace] = [:]
    /// The last step that anything was told of.
    var last: StepPath
  }

  private let state: Mutex<State>

  /// Begins the trail of a session that is about to start.
  init(of flow: FlowID) { state = Mutex(State(last: StepPath([flow]))) }

  /// Where the session is: at what has been under way the longest, else behind the last step.
  var place: StuckPlace {
    state.withLock { state in
      state.underWay.min { $0.key < $1.key }?.value ?? StuckPlace(effect: nil, path: state.last)
    }
  }

  /// Observes the session.
  var observe: FlowObserver { { [self] event in note(event) } }

  private func note(_ event: FlowEvent) {
    state.withLock { state in
      switch event.kind {
      case .effect(let effect, .began), .effect(let effect, .repeated):
        state.underWay[effect.number] = StuckPlace(effect: effect.kind, path: event.path)
      case .effect(let effect, .replied), .effect(let effect, .failed):
        state.underWay[effect.number] = nil
        state.last = event.path
      // A script of an older version is played once more, as another session.
      case .started where event.path.count == 1: state = State(last: event.path)
      case .effect, .diagnostic: break
      default: state.last = event.path
      }
    }
  }
}

/// A place that a session does not get past.
struct StuckPlace: Hashable, Sendable {
  /// What is under way there; nil if the flow's own code is.
  let effect: FlowInspection.Effect.Kind?
  /// What is under way, or else the last step that the session was seen at.
  let path: StepPath

  /// Where it is and what to do, for people.
  func text(_ words: Words) -> String {
    let path = TextArgument.string(path.description)
    let place =
      switch effect {
      case .load?: words("stuck.load", path)
      case .commit?: words("stuck.commit", path)
      case .check?: words("stuck.check", path)
      case .moment?, .event?, nil: words("stuck.flow", path)
      }
    return place + " " + words("stuck.remedy")
  }
}
