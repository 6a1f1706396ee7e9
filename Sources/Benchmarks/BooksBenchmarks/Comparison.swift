import Measuring

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
    let isWithin = ratios.median <= budget
    Measuring.report(
      "\(what)\n  \(text(subjects.median)) ms, bare \(text(bares.median)) ms, "
        + "ratio \(text(ratios.median)), at most \(text(budget)): \(isWithin ? "yes" : "NO")")
    return isWithin
  }

  private func milliseconds(_ body: () async throws -> Void) async throws -> Double {
    try await seconds { for _ in 0..<repeats { try await body() } } * 1000 / Double(repeats)
  }
}
