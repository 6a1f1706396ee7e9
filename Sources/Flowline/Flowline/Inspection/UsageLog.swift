public import FoundationEssentials
import Synchronization

/// Tells what is used of flows, for counting: what was begun, which questions were shown, how it ended, and
/// when.
///
///     let log = UsageLog { event in print(event.json.text) }
///     let catalog = catalog.observed(by: log)
///
/// No answer, no text and no amount is in an event, and no words of a failure. The ids of flows and steps
/// are: they are the program's own names, so make none of what people type. It observes sessions that
/// people are in; what is played from a record is not told.
public struct UsageLog: Sendable {
  private let clock: any FlowClock
  private let tell: @Sendable (UsageEvent) -> Void

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - clock: tells the time of events.
  ///   - tell: receives the events, those of one session in their order, on the threads of sessions: it must
  ///     not wait for long.
  public init(
    clock: any FlowClock = SystemFlowClock(), _ tell: @escaping @Sendable (UsageEvent) -> Void
  ) {
    self.clock = clock
    self.tell = tell
  }

  /// The observer of one session.
  ///
  /// - Parameters:
  ///   - controller: runs it.
  ///   - isResumed: whether it was begun before.
  func observer(of controller: FlowController, isResumed: Bool) -> FlowObserver {
    let began = clock.now
    return { [clock, tell, weak controller] event in
      guard let kind = UsageEvent.Kind(event), !isResumed || kind != .started else { return }
      let now = clock.now
      let milliseconds = max(0, now.timeIntervalSince(began) * 1_000).rounded()
      let ids = event.path.ids
      tell(
        UsageEvent(
          kind: kind, moment: now, session: event.session, flow: ids.first ?? "",
          variant: controller?.journal.head.variant, step: Array(ids.dropFirst()),
          milliseconds: Int(exactly: milliseconds) ?? .max))
    }
  }
}

/// Something that was used: a flow that was begun, a question that was shown, an end.
public struct UsageEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// A session was begun.
    case started
    /// It was gone on with, in another process or after it was unloaded.
    case resumed
    /// A question was shown; how it asks is its ``PromptKind/name``.
    case asked(String)
    /// It ended with a result.
    case finished
    /// It was left, for this reason.
    case cancelled(CancelReason)
    /// It broke.
    case failed
  }

  /// What happened.
  public let kind: Kind
  /// When.
  public let moment: Date
  /// In which session.
  public let session: UUID
  /// Of which flow it is.
  public let flow: FlowID
  /// Which variant of the flow it is; nil if it has none, or has the one of its own id.
  public let variant: FlowID?
  /// The step that was asked, below the flow; empty if it is the session as a whole.
  public let step: [StepID]
  /// How long the session had been under way by then since it was begun or resumed here.
  public let milliseconds: Int

  /// The event as an object: `at`, `session`, `flow`, `event`, `milliseconds`, and if there is one `variant`,
  /// `step`, `kind` and `reason`.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .string(moment.timestamp), "session": .string(session.uuidString.lowercased()),
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

  /// What an event means for the session as a whole, or a question of it; nil for anything else.
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
  /// The same flows, each of whose sessions is told of.
  ///
  /// - Parameter log: receives what is used. What is looked at without being carried out, and what is
  ///   answered from a record, is not told.
  public func observed(by log: UsageLog) -> FlowCatalog {
    starting { controller, options in
      guard options.effects == nil, options.carriesOutCommits else { return }
      let own = log.observer(of: controller, isResumed: options.journal != nil)
      let other = options.observer
      options.observer = { event in
        other?(event)
        own(event)
      }
    }
  }
}
