import Flowline
import Metrics

#if !Network
  // Said before the module that is missing, which names no trait.
  #error("FlowlineHost needs the trait Network: .package(…, traits: [\"Network\"])")
#endif

/// What a host tells of itself, by swift-metrics.
///
/// Its counters, gauges and timers begin with `flowline.host`; no label names a user, a session or an
/// answer.
struct HostMetrics: Sendable {
  private let calls = Counter(label: "flowline.host.calls")
  private let refusals = Counter(label: "flowline.host.refusals")
  private let starts = Counter(label: "flowline.host.sessions.started")
  private let ends = Counter(label: "flowline.host.sessions.ended")
  private let rebuilds = Timer(label: "flowline.host.sessions.rebuilding")
  private let unloads = Counter(label: "flowline.host.sessions.unloaded")
  private let sessions = Gauge(label: "flowline.host.sessions.in-memory")
  private let bytes = Gauge(label: "flowline.host.sessions.bytes")
  private let effects = Meter(label: "flowline.host.effects")
  private let loads = Counter(label: "flowline.host.effects.loads")
  private let commits = Counter(label: "flowline.host.effects.commits")
  private let checks = Counter(label: "flowline.host.effects.checks")
  private let duration = Timer(label: "flowline.host.call")
  private let faults = Counter(label: "flowline.host.faults")

  func called(for duration: Duration) {
    calls.increment()
    self.duration.record(duration: duration)
  }

  func refused() { refusals.increment() }
  func failed() { faults.increment() }
  func started() { starts.increment() }
  func ended() { ends.increment() }
  func rebuilt(in duration: Duration) { rebuilds.record(duration: duration) }
  func unloaded() { unloads.increment() }

  func holds(_ memory: (sessions: Int, bytes: Int)) {
    sessions.record(memory.sessions)
    bytes.record(memory.bytes)
  }

  func effectBegan(_ kind: FlowInspection.Effect.Kind) {
    switch kind {
    case .load: loads.increment()
    case .commit: commits.increment()
    case .check, .moment, .event: checks.increment()
    }
    effects.increment()
  }

  func effectEnded() { effects.decrement() }
}
