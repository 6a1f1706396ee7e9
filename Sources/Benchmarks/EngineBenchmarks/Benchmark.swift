/// One row of the table: a subject beside its bare operation, measured in the same run.
protocol Benchmark {
  /// The word that picks it on the command line.
  var name: String { get }

  func measure() -> Row
}

/// A row as it is printed.
struct Row {
  let what: String
  let budget: String
  let subject: String
  let bare: String
  let ratio: String
  let isWithinBudget: Bool
}

/// A benchmark of time.
protocol TimedBenchmark: Benchmark {
  var what: String { get }
  var budget: TimeBudget { get }
  /// How many operations one call of ``subject()`` and one of ``bare()`` does.
  var operations: Int { get }
  /// By which clock it is timed; the thread's processor time where nothing else is said.
  var clock: Measurement.Clock { get }
  /// How many times both are done in turn.
  var rounds: Int { get }

  func subject()
  func bare()
}

extension TimedBenchmark {
  var clock: Measurement.Clock { .processor }
  var rounds: Int { 51 }

  func measure() -> Row {
    let measurement = Measurement(
      rounds: rounds, operations: operations, clock: clock, subject: subject, bare: bare)
    return Row(
      what: what, budget: budget.description, subject: budget.text(measurement.subject),
      bare: budget.text(measurement.bare), ratio: measurement.ratioText,
      isWithinBudget: budget.admits(measurement))
  }
}

/// What an operation may take.
enum TimeBudget {
  /// So many nanoseconds, and so many times what the bare operation takes.
  case nanoseconds(Double, ratio: Double = .infinity)
  /// So many times what the bare operation takes, however long that is.
  case ratio(Double)
  /// So many operations a second at the least.
  case perSecond(Double)

  func admits(_ measurement: Measurement) -> Bool {
    switch self {
    case .nanoseconds(let most, let ratio):
      measurement.subject <= most && measurement.ratio <= ratio
    case .ratio(let most): measurement.ratio <= most
    case .perSecond(let least): 1e9 / measurement.subject >= least
    }
  }

  /// A time in the budget's own unit.
  func text(_ nanoseconds: Double) -> String {
    switch self {
    case .nanoseconds, .ratio: "\((nanoseconds / 1000).rounded(to: 3)) µs"
    case .perSecond: "\(Int(1e9 / nanoseconds)) /s"
    }
  }

  var description: String {
    switch self {
    case .nanoseconds(let most, let ratio) where ratio.isFinite:
      "\((most / 1000).rounded(to: 3)) µs, \(ratio)x"
    case .nanoseconds(let most, _): "\((most / 1000).rounded(to: 3)) µs"
    case .ratio(let most): "\(most)x"
    case .perSecond(let least): "\(Int(least)) /s"
    }
  }
}

extension Double {
  func rounded(to decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
