import FoundationEssentials

/// Encodes Swift values straight to ``JSONValue``, without a text between.
///
/// One encoder stands for one value, and collects what its containers are given. Its path is made
/// only when somebody asks.
final class ValueEncoder: Encoder {
  let userInfo: [CodingUserInfoKey: Any]
  private let parent: ValueEncoder?
  private let key: (any CodingKey)?
  /// How many objects and arrays are around what is encoded.
  private let depth: Int

  private var form = Form.nothing
  /// In the order in which they came; of several of a name the last counts.
  private var members: [(String, JSONValue)] = []
  private var elements: [JSONValue] = []
  private var value = JSONValue.null
  /// Containers within this one that are not complete before it is.
  private var nested: [(place: Place, encoder: ValueEncoder)] = []
  /// What went wrong when nothing could be thrown.
  private var fault: String?

  private enum Form { case nothing, value, object, array }
  private enum Place { case member(String), element(Int) }

  /// A little less deep than what is read, since a journal has its values in others.
  static let deepest = JSONParser.deepest - 16

  init(
    userInfo: [CodingUserInfoKey: Any], parent: ValueEncoder? = nil, key: (any CodingKey)? = nil
  ) {
    self.userInfo = userInfo
    self.parent = parent
    self.key = key
    depth = parent.map { $0.depth + ($0.form == .object || $0.form == .array ? 1 : 0) } ?? 0
  }

  /// The value of a whole.
  static func encode<Value: Encodable>(
    _ value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws -> JSONValue {
    if let simple = try simple(value) { return simple }
    let encoder = ValueEncoder(userInfo: userInfo)
    defer { encoder.release() }
    try value.encode(to: encoder)
    guard encoder.form != .nothing else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "\(Value.self) encoded nothing"))
    }
    return try encoder.sorted(as: Value.self)
  }

  var codingPath: [any CodingKey] {
    (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.object)
    return KeyedEncodingContainer(KeyedValues(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.array)
    return UnkeyedValues(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(encoder: self) }

  private func become(_ form: Form) {
    if self.form != .nothing, self.form != form {
      fault = "it asked for containers of different kinds"
    } else if form != .value, depth >= Self.deepest {
      fault = "it is nested more than \(Self.deepest) levels deep, and could not be read again"
    }
    self.form = form
  }

  /// Releases nested encoders, which refer to this one.
  private func release() {
    for (_, encoder) in nested { encoder.release() }
    nested = []
  }

  private func finished() throws -> JSONValue {
    if let fault {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: fault))
    }
    for (place, encoder) in nested {
      let value = try encoder.finished()
      switch place {
      case .member(let name): members.append((name, value))
      case .element(let index): elements[index] = value
      }
    }
    switch form {
    case .nothing: return [:]
    case .value: return value
    case .object: return .object(Dictionary(members) { _, last in last })
    case .array: return .array(elements)
    }
  }

  /// What was collected, in order if the type has none.
  private func sorted<Value>(as type: Value.Type) throws -> JSONValue {
    let value = try finished()
    guard case .array(let elements) = value, elements.count > 1,
      let unordered = type as? any Unordered.Type
    else { return value }
    return .array(unordered.sorted(elements))
  }
}

extension ValueEncoder {
  /// The value of a type that is not asked to encode itself: it would take longer, or lose
  /// something.
  ///
  /// Nil for any other type.
  @inline(__always)
  private static func simple<Value: Encodable>(_ value: Value) throws -> JSONValue? {
    // Types are compared first: that costs next to nothing, a cast does not.
    if Value.self == String.self { return (value as? String).map { .string($0) } }
    if Value.self == Int.self { return (value as? Int).map { .integer(Int64($0)) } }
    if Value.self == Bool.self { return (value as? Bool).map { .bool($0) } }
    if Value.self == LocalizedText.self { return (value as? LocalizedText)?.jsonValue() }
    if Value.self == StepPath.self { return (value as? StepPath)?.recorded }
    if Value.self == Prompt.self { return try (value as? Prompt)?.jsonValue() }
    if Value.self == PromptKind.self { return try (value as? PromptKind)?.jsonValue() }
    if Value.self == Double.self { return (value as? Double).map { JSONValue($0) } }
    if Value.self == Date.self { return (value as? Date)?.recorded }
    if Value.self == Decimal.self { return (value as? Decimal).map { JSONValue($0) } }
    if Value.self == Data.self {
      return (value as? Data).map { .string($0.base64EncodedString()) }
    }
    if Value.self == URL.self, let url = value as? URL, url.baseURL == nil {
      // A URL that is not to be had from its text writes itself, in parts.
      return URL(string: url.absoluteString) == url ? .string(url.absoluteString) : nil
    }
    return nil
  }

  func encoded<Value: Encodable>(
    _ value: Value, for key: (any CodingKey)?
  ) throws -> JSONValue {
    if let simple = try Self.simple(value) { return simple }
    let encoder = ValueEncoder(userInfo: userInfo, parent: self, key: key)
    defer { encoder.release() }
    try value.encode(to: encoder)
    return try encoder.sorted(as: Value.self)
  }

  func nested(_ name: String, _ key: any CodingKey) -> ValueEncoder {
    let encoder = ValueEncoder(userInfo: userInfo, parent: self, key: key)
    nested.append((.member(name), encoder))
    return encoder
  }

  func nestedElement() -> ValueEncoder {
    let encoder = ValueEncoder(userInfo: userInfo, parent: self, key: Position(elements.count))
    nested.append((.element(elements.count), encoder))
    elements.append(.null)
    return encoder
  }

  func set(_ value: JSONValue, for name: String) { members.append((name, value)) }

  func append(_ value: JSONValue) { elements.append(value) }

  var count: Int { elements.count }

  /// Takes the one value that this encoder is for.
  func set(_ value: JSONValue) {
    become(.value)
    self.value = value
  }
}

/// A collection that has no order, whose elements come in another one in each process.
private protocol Unordered {
  static func sorted(_ elements: [JSONValue]) -> [JSONValue]
}

extension Set: Unordered {
  fileprivate static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    elements.map { ($0, $0.text) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

/// Dictionaries whose keys are no words or numbers encode to keys and values by turns.
extension Dictionary: Unordered {
  fileprivate static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    guard elements.count.isMultiple(of: 2) else { return elements }
    let pairs = stride(from: 0, to: elements.count, by: 2).map { (elements[$0], elements[$0 + 1]) }
    return pairs.map { ($0, $0.0.text) }.sorted { $0.1 < $1.1 }.flatMap { [$0.0.0, $0.0.1] }
  }
}
