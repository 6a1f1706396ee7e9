public import FoundationEssentials
import Synchronization

/// Reports usage events for analytics: starts, questions shown and ends, each with its time.
///
///     let log = UsageLog { event in print(event.json.text) }
///     let catalog = catalog.observed(by: log)
///
/// An event contains no answer, no text, no amount and no failure message. It contains the ids of flows and
/// steps, so do not build ids from what people type. Replayed sessions are not reported.
public struct UsageLog: Sendable {
  private let clock: any FlowClock
  private let report: @Sendable (UsageEvent) -> Void

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - clock: the clock of the events.
  ///   - report: receives the events of each session in order, on the session's thread; it must return soon.
  public init(
    clock: any FlowClock = SystemFlowClock(), _ report: @escaping @Sendable (UsageEvent) -> Void
  ) {
    self.clock = clock
    self.report = report
  }

  /// The observer of one session.
  ///
  /// - Parameters:
  ///   - controller: runs it.
  ///   - isResumed: whether it was begun before.
  func observer(of controller: FlowController, isResumed: Bool) -> FlowObserver {
    let began = clock.now
    return { [clock, report, weak controller] event in
      guard let kind = UsageEvent.Kind(event), !isResumed || kind != .started else { return }
      let now = clock.now
      let milliseconds = max(0, now.timeIntervalSince(began) * 1_000).rounded()
      let ids = event.path.ids
      report(
        UsageEvent(
          kind: kind, moment: now, session: event.session, flow: ids.first ?? "",
          variant: controller?.journal.head.variant, step: Array(ids.dropFirst()),
          milliseconds: Int(exactly: milliseconds) ?? .max))
    }
  }
}

/// A usage event: a session started, showed a question, or ended.
public struct UsageEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// A session started.
    case started
    /// It was resumed, in another process or after it was unloaded.
    case resumed
    /// A question was shown; how it asks is its ``PromptKind/name``.
    case asked(String)
    /// It finished with a result.
    case finished
    /// It was cancelled, for this reason.
    case cancelled(CancelReason)
    /// It failed.
    case failed
  }

  /// What happened.
  public let kind: Kind
  /// When it happened.
  public let moment: Date
  /// The id of the session in which it happened.
  public let session: UUID
  /// The id of the session's root flow.
  public let flow: FlowID
  /// The flow's variant; nil if it has none, or if the variant has the flow's id.
  public let variant: FlowID?
  /// The path of the step below the flow; empty for the session as a whole.
  public let step: [StepID]
  /// The time since the session was started or resumed in this process.
  public let milliseconds: Int

  /// The event as an object: `at`, `session`, `flow`, `event`, `milliseconds`, and if there is one `variant`,
  /// `step`, `kind` and `reason`.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .string(moment.timestamp), "session": .string(session.text),
      "flow": .string(flow.rawValue), "event": .string(kind.name),
      "milliseconds": .integer(Int64(milliseconds)),
    ]
    members["variant"] = variant.map { .string($0.rawValue) }
    if !step.isEmpty { members["step"] = .string(step.map(\.rawValue).joined(separator: "/")) }
    switch kind {
    case .asked(let kind): members["kind"] = .string(kind)
    case .cancelled(let reason): members["reason"] = .string(reason.rawValue)
    case .started, .resumed, .finished, .failed: break
    }
    return .object(members)
  }
}

extension UsageEvent.Kind {
  /// A stable word for the kind.
  public var name: String {
    switch self {
    case .started: "started"
    case .resumed: "resumed"
    case .asked: "asked"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// The kind of an engine event that is a usage event; nil for any other.
  fileprivate init?(_ event: FlowEvent) {
    let isRoot = event.path.ids.count == 1
    switch event.kind {
    case .asked(_, let kind): self = .asked(kind)
    case .started where isRoot: self = .started
    case .rebuilt: self = .resumed
    case .ended(.finished) where isRoot: self = .finished
    case .ended(.cancelled(let reason)) where isRoot: self = .cancelled(reason)
    case .ended(.failed) where isRoot: self = .failed
    default: return nil
    }
  }
}

extension FlowCatalog {
  /// The same flows, with a usage log.
  ///
  /// - Parameter log: receives the events. Sessions that carry out no commits, those that are answered from a
  ///   record, and looks at one that has ended are not reported.
  public func observed(by log: UsageLog) -> FlowCatalog {
    starting { controller, options in
      guard options.effects == nil, options.carriesOutCommits, !options.surveys else { return }
      let own = log.observer(of: controller, isResumed: options.journal != nil)
      let other = options.observer
      options.observer = { event in
        other?(event)
        own(event)
      }
    }
  }
}
