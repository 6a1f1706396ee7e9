import Glibc

/// How the time of something grows with its size: the exponent `e` in `time = c * size^e`.
///
/// Sizes are doubled until one takes too long, and the exponent is the slope of a straight line
/// through the logarithms of the last four, by least squares.
struct CostMeasurement {
  /// The largest exponent that still counts as linear: caches and the allocator take their share.
  static let budget = 1.25

  private static let smallest = 16
  /// A size whose rounds took four times as long is the last; in nanoseconds of processor time.
  private static let limit = 0.25e9

  /// The last four sizes with the best time of each, in nanoseconds.
  let points: [(size: Int, time: Double)]

  init(_ cost: Cost) {
    var points: [(size: Int, time: Double)] = []
    var size = Self.smallest
    var isTooLong = false
    // What it takes to set the thing up counts here, too: that may cost more than the thing.
    while size <= cost.largest, !isTooLong {
      let start = Self.now
      points.append((size, Self.best(of: cost, at: size)))
      isTooLong = Self.now - start > Self.limit * 4
      size *= 2
    }
    self.points = points.suffix(4)
  }

  /// The slope of the logarithm of the time over the logarithm of the size.
  var exponent: Double {
    let logarithms = points.map { (x: log(Double($0.size)), y: log($0.time)) }
    let count = Double(logarithms.count)
    let meanX = logarithms.reduce(0) { $0 + $1.x } / count
    let meanY = logarithms.reduce(0) { $0 + $1.y } / count
    let covariance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let variance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    return covariance / variance
  }

  var isWithinBudget: Bool { exponent <= Self.budget }

  /// The best of several rounds; a slow one is done once.
  private static func best(of cost: Cost, at size: Int) -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let body = cost.prepare(size)
      let start = now
      body()
      best = min(best, now - start)
      if best > limit / 5 { break }
    }
    return best
  }

  /// The processor time of all threads: what a session does on another one counts, too.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
