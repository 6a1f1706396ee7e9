/// Random numbers that are the same for the same seed: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators" (2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// The state; at first, the seed.
  public var state: UInt64

  /// Makes one of a seed.
  public init(state: UInt64) { self.state = state }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
