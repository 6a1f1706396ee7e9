import Metrics
import Synchronization

/// One thing that is measured.
final class Measure: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  /// How it is measured.
  enum Kind {
    /// Up from nought.
    case counter
    /// The newest value.
    case gauge
    /// How many values are up to each of these bounds, which ascend.
    case histogram([Double])
  }

  /// What came of it.
  enum Value {
    case counter(Int64)
    case gauge(Double)
    case histogram(Histogram)
  }

  /// How many values there were of each size.
  struct Histogram {
    let bounds: [Double]
    /// One for each bound, and one for what is above all.
    var counts: [Int]
    var sum = 0.0

    fileprivate init(_ bounds: [Double]) {
      self.bounds = bounds
      counts = Array(repeating: 0, count: bounds.count + 1)
    }

    fileprivate mutating func add(_ value: Double) {
      counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
      sum += value
    }
  }

  /// The bounds of what takes time, in seconds: from a call in memory to one that a person notices.
  static let seconds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
  /// The bounds of anything else.
  static let sizes = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

  private let state: Mutex<Value>

  init(_ kind: Kind) {
    let value: Value =
      switch kind {
      case .counter: .counter(0)
      case .gauge: .gauge(0)
      case .histogram(let bounds): .histogram(Histogram(bounds))
      }
    state = Mutex(value)
  }

  var value: Value { state.withLock { $0 } }

  private func change(_ change: (inout Value) -> Void) { state.withLock { change(&$0) } }

  // MARK: - Handlers

  func increment(by amount: Int64) {
    change { value in
      if case .counter(let count) = value { value = .counter(count &+ amount) }
    }
  }

  func reset() {
    change { value in
      if case .counter = value { value = .counter(0) }
    }
  }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { change { $0 = .gauge(value) } }

  func increment(by amount: Double) {
    change { value in
      if case .gauge(let old) = value { value = .gauge(old + amount) }
    }
  }

  func decrement(by amount: Double) { increment(by: -amount) }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ new: Double) {
    change { value in
      switch value {
      case .gauge: value = .gauge(new)
      case .histogram(var histogram):
        // Not shared while it grows.
        value = .gauge(0)
        histogram.add(new)
        value = .histogram(histogram)
      case .counter: break
      }
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
