extension JSONValue {
  /// The value that a Swift value encodes to.
  ///
  /// Decoding it makes an equal value, whatever its type. Numbers have all their digits, floating
  /// point numbers the shortest that mean them and no other; dates become RFC 3339 text with as
  /// many digits of the second as they need, data base64. The elements of sets are sorted, so that
  /// equal sets have equal text.
  ///
  /// - Throws: what the value's own encoding throws; an `EncodingError` for a ``Secret`` inside,
  ///   and for nesting that is too deep to be read again.
  public init(encoding value: some Encodable) throws {
    self = try ValueEncoder.encode(value, userInfo: [:])
  }

  /// The value that a Swift value encodes to in a journal: as ``init(encoding:)`` has it, with
  /// ``redactionMark`` in place of each ``Secret``.
  ///
  /// - Throws: as ``init(encoding:)``, but for secrets.
  package init(recording value: some Encodable) throws {
    let key = CodingUserInfoKey.marksSecrets
    self = try ValueEncoder.encode(value, userInfo: key.map { [$0: true] } ?? [:])
  }

  /// The Swift value that this value decodes to, by the rules of ``init(encoding:)``.
  ///
  /// - Throws: a `DecodingError` that names the member that does not fit.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder(self, at: nil).decode(type, self, at: nil)
  }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  ///
  /// Foreign decoders hand over numbers as Swift's types only: of a number with more than 38 digits
  /// the nearest `Double` is what is left then. ``init(parsing:)`` loses nothing.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = container.decodeNumber() {
      self = number
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  ///
  /// - Throws: an `EncodingError` if a number has more digits than any type of Swift's that the
  ///   encoder could be given.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number where encoder is ValueEncoder: (encoder as? ValueEncoder)?.set(self)
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number, at: encoder.codingPath)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }
}
