// What a value under way is given by its own `encode(to:)`.

struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.set(.null, for: key.stringValue) }
  func encode(_ value: Bool, forKey key: Key) { encoder.set(.bool(value), for: key.stringValue) }
  func encode(_ value: String, forKey key: Key) {
    encoder.set(.string(value), for: key.stringValue)
  }
  func encode(_ value: Double, forKey key: Key) {
    encoder.set(JSONValue(value), for: key.stringValue)
  }
  func encode(_ value: Float, forKey key: Key) {
    encoder.set(JSONValue(value), for: key.stringValue)
  }

  func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
    encoder.set(JSONValue(value), for: key.stringValue)
  }
  // The default of these two throws, and would be taken before the one for all integers.
  func encode(_ value: Int128, forKey key: Key) {
    encoder.set(JSONValue(value), for: key.stringValue)
  }
  func encode(_ value: UInt128, forKey key: Key) {
    encoder.set(JSONValue(value), for: key.stringValue)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.set(try encoder.encoded(value, for: key), for: key.stringValue)
  }

  // The defaults do the same by way of a box for each value.
  func encodeIfPresent(_ value: String?, forKey key: Key) {
    if let value { encode(value, forKey: key) }
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) {
    if let value { encode(value, forKey: key) }
  }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nested(key.stringValue, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nested(key.stringValue, key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nested("super", SuperKey()) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key.stringValue, key) }
}

struct UnkeyedValues: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.append(.null) }
  func encode(_ value: Bool) { encoder.append(.bool(value)) }
  func encode(_ value: String) { encoder.append(.string(value)) }
  func encode(_ value: Double) { encoder.append(JSONValue(value)) }
  func encode(_ value: Float) { encoder.append(JSONValue(value)) }
  func encode(_ value: some FixedWidthInteger & Encodable) { encoder.append(JSONValue(value)) }
  func encode(_ value: Int128) { encoder.append(JSONValue(value)) }
  func encode(_ value: UInt128) { encoder.append(JSONValue(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.append(try encoder.encoded(value, for: Position(encoder.count)))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nestedElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nestedElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nestedElement() }
}

struct SingleValue: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }
  func encode(_ value: Bool) { encoder.set(.bool(value)) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Double) { encoder.set(JSONValue(value)) }
  func encode(_ value: Float) { encoder.set(JSONValue(value)) }
  func encode(_ value: some FixedWidthInteger & Encodable) { encoder.set(JSONValue(value)) }
  func encode(_ value: Int128) { encoder.set(JSONValue(value)) }
  func encode(_ value: UInt128) { encoder.set(JSONValue(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.set(try encoder.encoded(value, for: nil))
  }
}
