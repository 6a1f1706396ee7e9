public import FoundationEssentials

/// The key of one commit: the same each time the same commit is attempted.
///
/// It is made from the session's id and the commit's number in it, so that a replay makes the same
/// key, and has the form of a version 4 UUID in lower case, which banks expect.
public struct IdempotencyKey: Hashable, Sendable, LosslessStringConvertible {
  /// The key as a UUID.
  public let uuid: UUID

  /// Makes the key of a session's commit, counted from 0.
  init(session: UUID, commit: Int) {
    uuid = UUID(seed: session, "commit", commit)
  }

  /// Makes the key of a thing that is to be written once, whichever session writes it: `payment of
  /// invoice 4711`.
  ///
  /// The same name makes the same key, on every machine; two names make two keys, as they are told apart
  /// by their SHA-256 digests. What is to be written once for each customer names the customer, too. Not
  /// for secrets: a name that can be guessed can be known from its key.
  ///
  /// - Parameter name: what is written, unique among all that the service gets keys for.
  public init(of name: String) {
    uuid = UUID(random: SHA256.digest(of: name.utf8).prefix(16))
  }

  /// Reads a key; nil if the text is not a UUID.
  public init?(_ description: String) {
    guard let uuid = UUID(text: description) else { return nil }
    self.uuid = uuid
  }

  /// The UUID in lower case.
  public var description: String { uuid.text }
}

extension UUID {
  /// A version 4 UUID that follows from a session's id, a purpose and a number.
  ///
  /// Not for secrets: anyone who knows the session's id can compute it.
  init(seed: UUID, _ purpose: StaticString, _ number: Int) {
    // Two independent FNV-1a hashes, so that all 122 bits of the session's id count.
    func hash(_ basis: UInt64) -> UInt64 {
      var state = StableHash(basis: basis)
      withUnsafeBytes(of: seed.uuid) { state.add($0) }
      purpose.withUTF8Buffer { state.add($0) }
      withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { state.add($0) }
      var generator = SeededGenerator(seed: state.value)
      return generator.next()
    }
    let (high, low) = (hash(0xCBF2_9CE4_8422_2325), hash(0x8422_2325_CBF2_9CE4))
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in 0..<8 {
      bytes[index] = UInt8(truncatingIfNeeded: high >> (8 * UInt64(index)))
      bytes[8 + index] = UInt8(truncatingIfNeeded: low >> (8 * UInt64(index)))
    }
    self.init(random: bytes)
  }

  /// A version 4 UUID of sixteen bytes, of which six bits are replaced.
  fileprivate init(random bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

/// Random numbers that follow from a seed (SplitMix64, Steele and others, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator; the same seed makes the same numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number, any of 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
