public import FoundationEssentials

extension UUID {
  /// An id for a new session: a UUID of version 7 (RFC 9562), which begins with the time and has 74 random
  /// bits, so that stores keep the sessions of a time together, and nobody can guess it.
  ///
  /// Any other id that nobody can guess will do as well.
  public static func newSession(at moment: Date = Date()) -> UUID {
    var bytes = UUID().uuid
    let milliseconds = UInt64(max(0, min(moment.timeIntervalSince1970 * 1_000, 0xFFFF_FFFF_FFFF)))
    withUnsafeMutableBytes(of: &bytes) { bytes in
      withUnsafeBytes(of: milliseconds.bigEndian) { time in
        for index in 0..<6 { bytes[index] = time[index + 2] }
      }
      bytes[6] = bytes[6] & 0x0F | 0x70
    }
    return UUID(uuid: bytes)
  }
}
