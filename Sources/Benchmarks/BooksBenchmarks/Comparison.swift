import Foundation

/// Something beside its bare operation, in turn, in one run.
struct Comparison {
  let what: String
  /// How many times the bare operation it may take.
  let budget: Double
  var rounds = 5
  /// How often each is done in a round.
  var repeats = 1
  /// What goes before each round, and is not timed.
  var prepare: () async throws -> Void = {}
  let subject: () async throws -> Void
  let bare: () async throws -> Void

  /// Measures it and prints a line.
  ///
  /// - Returns: whether it is within its budget.
  func report() async throws -> Bool {
    var (subjects, bares, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      try await prepare()
      let (one, other) = (try await milliseconds(bare), try await milliseconds(subject))
      bares.append(one)
      subjects.append(other)
      ratios.append(other / one)
    }
    let ratio = median(ratios)
    print(
      "\(what)\n  \(text(median(subjects))) ms, bare \(text(median(bares))) ms, "
        + "ratio \(text(ratio)), at most \(text(budget)): \(ratio <= budget ? "yes" : "NO")")
    fflush(nil)
    return ratio <= budget
  }

  private func milliseconds(_ body: () async throws -> Void) async throws -> Double {
    let began = ContinuousClock.now
    for _ in 0..<repeats { try await body() }
    return (ContinuousClock.now - began) / .milliseconds(1) / Double(repeats)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func text(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(2...3)).grouping(.never))
  }
}
