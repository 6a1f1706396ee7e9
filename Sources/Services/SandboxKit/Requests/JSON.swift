/// Any JSON, to be looked at.
public enum JSON: Decodable, Hashable, Sendable {
  /// Null.
  case null
  /// A truth.
  case bool(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// Another number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSON])
  /// Members by their names.
  case object([String: JSON])

  /// Reads what comes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// A member; nil if it is no object, or has none of the name.
  public subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// An element; nil if it is no list, or has none there.
  public subscript(index: Int) -> JSON? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  /// The elements; none if it is no list.
  public var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  /// The members; none if it is no object.
  public var members: [String: JSON] {
    if case .object(let members) = self { members } else { [:] }
  }
  /// The text, if it is one.
  public var string: String? { if case .string(let string) = self { string } else { nil } }
  /// The whole number, if it is one.
  public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  /// The truth, if it is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
