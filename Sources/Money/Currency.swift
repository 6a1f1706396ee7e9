/// A currency of ISO 4217, such as the pound sterling.
///
/// Only currencies of the list in `Currency+ISO4217.swift` exist; their exponents come from
/// that list and never from ICU, whose digits differ for some codes. A currency is four bytes:
/// comparing and hashing one costs as much as for an integer.
public struct Currency: Sendable, Hashable {
  /// The three letters in the upper 24 bits, the exponent in the lowest 8: the order of these
  /// numbers is the order of the codes.
  let packed: UInt32

  /// Finds the currency with this code, or returns nil if ISO 4217 has no such code.
  ///
  /// - Parameter code: three letters of ASCII, in either case.
  public init?(code: String) {
    guard let letters = Self.packedLetters(of: code.utf8), let known = Self.table[letters] else {
      return nil
    }
    self = known
  }

  /// Makes an entry of the table, or a constant that a test compares with the table.
  init(known code: String, exponent: UInt8) {
    packed = code.utf8.reduce(0) { $0 << 8 | UInt32($1) } << 8 | UInt32(exponent)
  }

  /// The three capital letters of the code, for example `GBP`.
  public var code: String {
    var code = ""
    for shift in [24, 16, 8] as [UInt32] {
      code.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: packed >> shift)))
    }
    return code
  }

  /// The number of decimal digits of the minor unit: 2 for GBP, 0 for JPY, 3 for BHD.
  public var exponent: Int { Int(packed & 0xFF) }

  /// How many minor units make one major unit: 100 for GBP, 1 for JPY, 1000 for BHD.
  public var minorUnitsPerUnit: Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Packs three letters of either case, or returns `nil` for anything else.
  static func packedLetters(of code: some Sequence<UInt8>) -> UInt32? {
    var letters: UInt32 = 0
    var count = 0
    for byte in code {
      let capital = byte & 0xDF
      guard count < 3, (0x41...0x5A).contains(capital) else { return nil }
      letters = letters << 8 | UInt32(capital)
      count += 1
    }
    return count == 3 ? letters : nil
  }
}

extension Currency: CustomStringConvertible {
  /// The code, for example `GBP`.
  public var description: String { code }
}

extension Currency: Codable {
  /// Reads the code; a code that ISO 4217 does not have is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let currency = Currency(code: code) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "ISO 4217 has no currency \(code)")
    }
    self = currency
  }

  /// Writes the code alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
