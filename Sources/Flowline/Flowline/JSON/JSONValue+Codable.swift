package import FoundationEssentials

extension JSONValue {
  /// The value that a Swift value encodes to; dates become RFC 3339 text with milliseconds.
  ///
  /// - Throws: what the value's own encoding throws.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.timestamp(hasFraction: true))
    }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    try self.init(parsing: text)
  }

  /// The Swift value that this value decodes to, by the rules of ``init(encoding:)``.
  ///
  /// - Throws: a `DecodingError` that names the member that does not fit.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Date(timestamp: text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not an RFC 3339 time: \(text)")
      }
      return date
    }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(text.utf8))
  }
}

extension Date {
  /// Reads an RFC 3339 time such as `2026-11-20T12:00:00Z`, with or without a fraction.
  package init?(timestamp text: String) {
    let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else {
      return nil
    }
    self = date
  }

  /// The time in UTC, as in `2026-11-20T12:00:00Z`; milliseconds stand only where there are some.
  package var timestamp: String {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return timestamp(hasFraction: milliseconds.truncatingRemainder(dividingBy: 1000) != 0)
  }

  /// The time in UTC to the nearest millisecond.
  fileprivate func timestamp(hasFraction: Bool) -> String {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    // The style cuts off rather than rounds, and few milliseconds are exact in binary.
    return Date(timeIntervalSince1970: milliseconds / 1000 + 0.0001)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
  }
}
