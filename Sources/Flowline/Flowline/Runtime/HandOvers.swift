/// How often the store was handed something, so that each input is judged by what it wrote itself: of
/// what comes later, something else may fail.
struct HandOvers {
  private var made = 0
  /// The last one that the store has.
  private var kept = 0
  /// The last one that it does not have, or would have been handed next, and why.
  private var failed: (number: Int, failure: StoreFailure)?

  /// The one that will have what was written by now.
  var next: Int { made + 1 }

  mutating func wasMade() { made += 1 }

  /// The store has what it was handed last.
  mutating func wasKept() { kept = made }

  /// The store does not have what it was handed last, or nobody knows; nor has it what was written meanwhile.
  mutating func wasNotKept(_ failure: StoreFailure) {
    made += 1
    failed = (made, failure)
  }

  /// Whether an input was taken whose lines one of them has, or would have.
  ///
  /// - Parameters:
  ///   - number: that of the hand-over.
  ///   - fault: why the store is handed nothing now; nil if it is.
  func reception(of number: Int, _ fault: StoreFailure?) -> FlowController.Reception {
    guard number > kept else { return .accepted }
    if let failed, number <= failed.number { return .refused(.notKept(failed.failure)) }
    if let fault { return .refused(.notKept(fault)) }
    return .accepted
  }
}
