import ArgumentParser

extension ClosedRange<Int> {
  /// Checks the number of an option.
  ///
  /// - Throws: a `ValidationError` if it is outside of the range.
  func check(_ number: Int, of option: String) throws {
    guard !contains(number) else { return }
    throw ValidationError(
      "\(option) takes a number from \(lowerBound) to \(upperBound), not \(number).")
  }
}
