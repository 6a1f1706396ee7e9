/// Times a subject beside its bare operation, in turn, so that a machine that slows down slows
/// both down.
struct Measurement {
  /// The median time of one operation of the subject, in nanoseconds.
  let subject: Double
  /// The same of the bare operation.
  let bare: Double
  /// The median of the ratios, round by round.
  let ratio: Double

  /// Times both, round by round; each closure does `operations` operations.
  init(rounds: Int = 15, operations: Int, subject: () -> Void, bare: () -> Void) {
    var subjects: [Double] = []
    var bares: [Double] = []
    subject()
    bare()
    for _ in 0..<rounds {
      subjects.append(Self.time(subject) / Double(operations))
      bares.append(Self.time(bare) / Double(operations))
    }
    self.subject = Self.median(subjects)
    self.bare = Self.median(bares)
    ratio = Self.median(zip(subjects, bares).map { $0 / $1 })
  }

  private static func time(_ body: () -> Void) -> Double {
    let elapsed = ContinuousClock().measure(body)
    let (seconds, attoseconds) = elapsed.components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
