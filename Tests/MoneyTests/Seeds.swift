import TestSupport

extension SeededNumbers {
  /// Fixed seeds, so that a run is repeatable; a failure prints the one it had.
  static let seeds: [UInt64] = [1, 20_260_705, 0xDEAD_BEEF]
}
