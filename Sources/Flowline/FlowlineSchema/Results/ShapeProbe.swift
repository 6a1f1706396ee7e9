import Flowline

/// A text and a number that a type is offered which reads just one.
struct ShapeOffer: Sendable {
  let text: String
  let number: Int

  /// Tried in turn, until the type is content: many read texts of some form only.
  static let all = [
    ("", 0), ("a", 1), ("1", 2), ("GBP", 3), ("2026-01-01", 4), ("001", 5), ("0.00", 6),
    ("00000000-0000-4000-8000-000000000000", 7), ("https://example.org/v2/a/1", 8),
  ].map { ShapeOffer(text: $0.0, number: $0.1) }
}

/// A decoder of nothing, which notes what it is asked for.
final class ShapeProbe: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate let finder: ShapeFinder
  fileprivate let offer: ShapeOffer
  fileprivate(set) var shape = ValueShape.object([:])
  /// Whether one value was asked for, and no container.
  private(set) var isSingle = false

  init(finder: ShapeFinder, offer: ShapeOffer) {
    (self.finder, self.offer) = (finder, offer)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    isSingle = false
    return KeyedDecodingContainer(ProbedMembers(probe: self))
  }

  /// Lists are read by the standard library's types, which are known.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ShapeFinder.Unknown() }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    isSingle = true
    return ProbedValue(probe: self)
  }

  /// The members that may be null or missing, as their type looks whether they are.
  fileprivate var optionals: Set<String> = []

  fileprivate func add(_ shape: ValueShape, for key: any CodingKey) {
    guard case .object(var members) = self.shape else { return }
    let name = key.stringValue
    members[name] = optionals.contains(name) ? .optional(shape) : shape
    self.shape = .object(members)
  }
}

/// The members of an object that are asked for, each of which there is.
private struct ProbedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: ShapeProbe
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    probe.optionals.insert(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let found = try probe.finder.find(type)
    probe.add(found.shape, for: key)
    return found.value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try decode(Value?.self, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ShapeFinder.Unknown() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ShapeFinder.Unknown()
  }

  func superDecoder() throws -> any Decoder { throw ShapeFinder.Unknown() }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeFinder.Unknown() }
}

/// The one value that is asked for.
private struct ProbedValue: SingleValueDecodingContainer {
  let probe: ShapeProbe
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let found = try probe.finder.find(type)
    probe.shape = found.shape
    return (probe.offer.text as? Value) ?? (probe.offer.number as? Value) ?? found.value
  }
}
