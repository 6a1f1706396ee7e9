import FoundationEssentials

/// Decodes Swift values straight from ``JSONValue``.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let place: DecodingPlace?
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: JSONValue, at place: DecodingPlace?) {
    self.value = value
    self.place = place
  }

  var codingPath: [any CodingKey] { place.path }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw value.mismatch("an object", at: place) }
    return KeyedDecodingContainer(KeyedMembers(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw value.mismatch("a list", at: place) }
    return Elements(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { OneValue(decoder: self) }

  /// The value of a type; types that are not asked to read themselves are those that
  /// ``ValueEncoder`` does not ask to write themselves.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: JSONValue, at place: @autoclosure () -> DecodingPlace?
  ) throws -> Value {
    if type == String.self, let string = value.string as? Value { return string }
    if type == Int.self, case .integer(let integer) = value,
      let number = Int(exactly: integer) as? Value
    {
      return number
    }
    if type == Bool.self, case .bool(let bool) = value, let bool = bool as? Value { return bool }
    if let special = try special(type, value, at: place) { return special }
    return try Value(from: ValueDecoder(value, at: place()))
  }

  private func special<Value: Decodable>(
    _ type: Value.Type, _ value: JSONValue, at place: () -> DecodingPlace?
  ) throws -> Value? {
    let found: Any?
    let wanted: String
    if type == Date.self {
      (found, wanted) = (Date(recorded: value), "a time of RFC 3339")
    } else if type == Decimal.self {
      (found, wanted) = (Decimal(recorded: value), "a number of at most 38 digits")
    } else if type == Data.self {
      (found, wanted) = (value.string.flatMap { Data(base64Encoded: $0) }, "base64")
    } else if type == URL.self, let text = value.string {
      (found, wanted) = (URL(string: text), "a URL")
    } else {
      return nil
    }
    guard let found = found as? Value else { throw value.mismatch(wanted, at: place()) }
    return found
  }
}
