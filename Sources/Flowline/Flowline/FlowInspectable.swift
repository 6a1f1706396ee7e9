/// Something whose running flow can be looked into.
///
/// Three views of one thing: what is going on now, what may be done about it, and what happens.
public protocol FlowInspectable {
  /// What is going on, as plain data.
  var inspection: FlowInspection { get }

  /// What may be answered and done now.
  var legalInputs: LegalInputs { get }

  /// Calls a closure with each event from now on, until the observation is cancelled.
  @discardableResult
  func observe(_ observer: @escaping FlowObserver) -> FlowObservation
}

/// What is still alive of a flow, for tests that expect nothing to be.
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
