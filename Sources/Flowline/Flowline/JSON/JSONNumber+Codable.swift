import FoundationEssentials

// A foreign encoder or decoder knows no `JSONNumber`: it is given, or asked for, the type of Swift's
// that has the number exactly.

extension SingleValueEncodingContainer {
  mutating func encode(_ number: JSONNumber, at path: [any CodingKey]) throws {
    if let double = number.double, JSONValue(double) == .number(number) {
      try encode(double)
    } else if let integer = number.integer(as: UInt64.self) {
      try encode(integer)
    } else if let decimal = number.decimal {
      try encode(decimal)
    } else if let integer = number.integer(as: Int128.self) {
      try encode(integer)
    } else if let integer = number.integer(as: UInt128.self) {
      try encode(integer)
    } else {
      throw EncodingError.invalidValue(
        number,
        .init(
          codingPath: path,
          debugDescription: "\(number) has more digits than a number of Swift's can hold"))
    }
  }
}

extension SingleValueDecodingContainer {
  /// The number; nil if the value is none.
  func decodeNumber() -> JSONValue? {
    // A decimal has more digits, a floating point number the larger range. Foundation reads an integer
    // by way of a floating point number if there is a fraction, so that integers come last.
    let double = try? decode(Double.self)
    if let double, let decimal = try? decode(Decimal.self), !decimal.isNaN {
      let exact = JSONValue(decimal)
      if Double(recorded: exact) == double { return exact }
    }
    if let integer = try? decode(Int64.self) { return .integer(integer) }
    if let integer = try? decode(UInt64.self) { return JSONValue(integer) }
    return double.map { JSONValue($0) }
  }
}
