// What `init(from:)` of a value under way reads from.

struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [String: JSONValue]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func member(_ key: Key) throws -> JSONValue {
    guard let member = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "“\(key.stringValue)” is missing"))
    }
    return member
  }

  private func place(_ key: any CodingKey) -> DecodingPlace {
    DecodingPlace(key, in: decoder.place)
  }

  func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type, forKey key: Key
  ) throws -> Integer {
    try member(key).integer(type, at: place(key))
  }
  // The default of these two throws, and would be taken before the one for all integers.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try member(key).integer(type, at: place(key))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try member(key).integer(type, at: place(key))
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try member(key).bool(at: place(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).string(at: place(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).double(at: place(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try member(key).float(at: place(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, member(key), at: place(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try ValueDecoder(member(key), at: place(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ValueDecoder(member(key), at: place(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    ValueDecoder(members["super"] ?? .null, at: place(SuperKey()))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(members[key.stringValue] ?? .null, at: place(key))
  }
}

struct Elements: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [JSONValue]
  var currentIndex = 0

  init(decoder: ValueDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private var place: DecodingPlace { DecodingPlace(Position(currentIndex), in: decoder.place) }

  private mutating func next<Value>(
    _ read: (JSONValue, () -> DecodingPlace) throws -> Value
  ) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self, .init(codingPath: place.path, debugDescription: "the list ends here"))
    }
    let value = try read(elements[currentIndex]) { place }
    // What could not be read is there still, for another try.
    currentIndex += 1
    return value
  }

  mutating func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type
  ) throws -> Integer {
    try next { try $0.integer(type, at: $1()) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next { try $0.integer(type, at: $1()) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next { try $0.integer(type, at: $1()) }
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = !isAtEnd && elements[currentIndex].isNull
    if isNull { currentIndex += 1 }
    return isNull
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool(at: $1()) } }
  mutating func decode(_ type: String.Type) throws -> String {
    try next { try $0.string(at: $1()) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try next { try $0.double(at: $1()) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float(at: $1()) } }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = decoder
    return try next { try decoder.decode(type, $0, at: $1()) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try ValueDecoder($0, at: $1()).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try ValueDecoder($0, at: $1()).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { ValueDecoder($0, at: $1()) } }
}

struct OneValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
    try decoder.value.integer(type, at: decoder.place)
  }
  func decode(_ type: Int128.Type) throws -> Int128 {
    try decoder.value.integer(type, at: decoder.place)
  }
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decoder.value.integer(type, at: decoder.place)
  }

  func decodeNil() -> Bool { decoder.value.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.value.bool(at: decoder.place) }
  func decode(_ type: String.Type) throws -> String { try decoder.value.string(at: decoder.place) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.value.double(at: decoder.place) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.value.float(at: decoder.place) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type, decoder.value, at: decoder.place)
  }
}
