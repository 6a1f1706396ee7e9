/// Something whose running flow can be looked into.
public protocol FlowInspectable {
  /// What is going on, as plain data.
  var inspection: FlowInspection { get }
}

/// What is going on in a session at one moment. It never holds what a sensitive screen took.
public struct FlowInspection: Sendable, Hashable, Codable {
  /// What the session is doing.
  public enum State: String, Sendable, Hashable, Codable {
    /// Nothing was started yet.
    case idle
    /// A body is running, or waits for something the engine does not know of.
    case running
    /// A question waits for an answer.
    case asking
    /// A load or a commit is under way.
    case working
    /// The root flow has ended.
    case ended
  }

  /// A flow that has started and not ended.
  public struct OpenFlow: Sendable, Hashable, Codable {
    /// Its id.
    public let id: FlowID
    /// Its version.
    public let version: Int
    /// Whether it is a screen.
    public let isScreen: Bool
    /// Whether it has been told to end.
    public let isEnding: Bool
  }

  /// What the session is doing.
  public let state: State
  /// The flows that have started and not ended, the root first.
  public let flows: [OpenFlow]
  /// The load or commit under way.
  public let effect: StepID?
  /// How many answers stand.
  public let answers: Int
  /// The presentations on show.
  public let shown: [Range<Int>]
}

/// What is still alive of a flow: for tests, which want nothing to be.
public struct LeakLedger: Sendable, Hashable, CustomStringConvertible {
  /// Bodies that were started and have not returned.
  public let bodies: Int
  /// Loads and commits that were started and have not replied.
  public let effects: Int
  /// The flows that have started and not ended.
  public let flows: [StepPath]

  /// Whether nothing is alive.
  public var isEmpty: Bool { bodies == 0 && effects == 0 && flows.isEmpty }

  /// What is alive, in words.
  public var description: String {
    isEmpty
      ? "nothing is alive"
      : "\(bodies) bodies, \(effects) effects, flows: \(flows.map(\.description))"
  }
}

extension Session {
  var inspection: FlowInspection {
    let state: FlowInspection.State
    var effect: StepID?
    switch machine.state {
    case .idle: state = .idle
    case .running: state = .running
    case .asking: state = .asking
    case .working(let working):
      state = .working
      effect = working.id
    case .ended: state = .ended
    }
    return FlowInspection(
      state: state,
      flows: machine.frames.map {
        .init(id: $0.step, version: $0.version, isScreen: $0.isScreen, isEnding: $0.closing != nil)
      },
      effect: effect, answers: machine.journal.entries.count { $0.verb == .answer && !$0.isUndone },
      shown: machine.shown.ranges)
  }

  var leaks: LeakLedger {
    LeakLedger(
      bodies: runningBodies, effects: runningEffects,
      flows: machine.frames.indices.map { machine.path(to: $0) })
  }
}
