/// A JSON value: what journals hold and what programs exchange with a flow.
///
/// Objects have no order; they are written with sorted keys, so that equal values have equal text.
/// Numbers are exact, whatever their size: see ``JSONNumber``.
public enum JSONValue: Hashable, Sendable {
  /// `null`, which is a value: a member that is null is not a missing one.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that fits 64 bits, however it was written: `100`, `100.0` and `1e2` are one.
  case integer(Int64)
  /// Any other number, to its last digit.
  case number(JSONNumber)
  /// Text, kept to its last scalar.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members by name, each name once.
  case object([String: JSONValue])

  /// The text; nil if this is no string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The member with this name; nil if this is no object or has none.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A JSON string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number, by its shortest digits.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of members with the same name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
