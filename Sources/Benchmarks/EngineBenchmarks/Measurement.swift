import Glibc

/// Times a subject beside its bare operation, in turn, so that a machine that slows down slows
/// both down.
///
/// What is timed runs on the calling thread from its start to its end, so the thread's own
/// processor time is taken: what other programs do in between does not count. What waits for a disk
/// or for another process is timed by the wall.
struct Measurement {
  /// By which clock something is timed.
  enum Clock {
    /// Nanoseconds the thread has run.
    case processor
    /// Nanoseconds that have passed.
    case wall

    fileprivate var now: Double {
      var time = timespec()
      clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
  }

  /// The median time of one operation of the subject, in nanoseconds.
  let subject: Double
  /// The same of the bare operation.
  let bare: Double
  /// The ratios of the rounds, in order.
  private let ratios: [Double]

  /// Times both, round by round; each closure does `operations` operations.
  init(
    rounds: Int = 51, operations: Int, clock: Clock = .processor, subject: () -> Void,
    bare: () -> Void
  ) {
    var subjects: [Double] = []
    var bares: [Double] = []
    subject()
    bare()
    for _ in 0..<rounds {
      subjects.append(Self.time(clock, subject) / Double(operations))
      bares.append(Self.time(clock, bare) / Double(operations))
    }
    ratios = zip(subjects, bares).map { $0 / $1 }.sorted()
    self.subject = Self.median(subjects.sorted())
    self.bare = Self.median(bares.sorted())
  }

  /// The median of the ratios, round by round.
  var ratio: Double { Self.median(ratios) }

  /// The ratio with the smallest and the largest of the rounds.
  var ratioText: String {
    let least = ratios[0].rounded(to: 2)
    let most = ratios[ratios.count - 1].rounded(to: 2)
    return "\(ratio.rounded(to: 2)) (\(least)...\(most))"
  }

  private static func time(_ clock: Clock, _ body: () -> Void) -> Double {
    let start = clock.now
    body()
    return clock.now - start
  }

  private static func median(_ ordered: [Double]) -> Double {
    ordered[ordered.count / 2]
  }
}
