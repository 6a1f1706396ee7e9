/// How often the store was handed something, so that each input is judged by what it wrote itself: of
/// what comes later, something else may fail.
struct HandOvers {
  private var made = 0
  /// The last one that the store has.
  private var kept = 0

  /// The one that will have what was written by now.
  var next: Int { made + 1 }

  mutating func wasMade() { made += 1 }

  /// The store has what it was handed last.
  mutating func wasKept() { kept = made }

  func isKept(_ number: Int) -> Bool { number <= kept }
}
