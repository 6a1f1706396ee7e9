/// The FNV-1a hash of 64 bits (Fowler, Noll, Vo): the same in every process and every program.
package struct StableHash: Hashable, Sendable {
  package private(set) var value: UInt64

  /// Begins a hash; another basis makes a hash that is independent of the usual one.
  package init(basis: UInt64 = 0xCBF2_9CE4_8422_2325) { value = basis }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds a text's bytes; from another module much faster than they are as a sequence.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { for byte in $0 { add(byte) } }
  }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
