/// Random numbers that follow from a seed (SplitMix64, Steele and others, 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Numbers that are the same for the same seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to, not including, a bound.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True in so many cases of one.
  package mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < part
  }

  /// One of these, of which there must be any.
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  /// A UUID of version 4.
  package mutating func uuid() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &self) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
      .joined()
    return [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map { from, to in
      String(digits.dropFirst(from).prefix(to - from))
    }.joined(separator: "-")
  }
}
