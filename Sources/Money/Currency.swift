/// A currency of ISO 4217, such as the pound sterling.
///
/// Only currencies of the list in `Currency+ISO4217.swift` exist; their exponents come from
/// that list and never from ICU, whose digits differ for some codes.
public struct Currency: Sendable, Hashable {
  /// The three capital letters of the code, for example `GBP`.
  public let code: String

  /// The number of decimal digits of the minor unit: 2 for GBP, 0 for JPY, 3 for BHD.
  public let exponent: Int

  /// Finds the currency with this code, or returns `nil` where ISO 4217 has no such code.
  ///
  /// - Parameter code: three letters, in either case.
  public init?(code: String) {
    let code = code.uppercased()
    guard let exponent = Self.exponents[code] else { return nil }
    self.code = code
    self.exponent = exponent
  }

  /// How many minor units make one major unit: 100 for GBP, 1 for JPY, 1000 for BHD.
  public var minorUnitsPerUnit: Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
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
