/// UUIDs that follow from a text.
package enum DerivedUUID {
  /// A lower-case UUID of the form of version 4, which banks expect: 122 bits of two FNV-1a hashes.
  ///
  /// Not for secrets: anybody can compute it.
  package static func make(from text: String) -> String {
    let high = hash(text, basis: 0xcbf2_9ce4_8422_2325)
    let low = hash(text, basis: 0x9e37_79b9_7f4a_7c15)
    let digits = digits(high & ~0xF000 | 0x4000) + digits(low & ~(3 << 62) | 2 << 62)
    let lengths = [8, 4, 4, 4, 12]
    var rest = digits[...]
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }

  private static func hash(_ text: String, basis: UInt64) -> UInt64 {
    let sum = text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    // The last letters reach all bits: the finalizer of SplitMix64.
    var mixed = (sum ^ (sum >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
