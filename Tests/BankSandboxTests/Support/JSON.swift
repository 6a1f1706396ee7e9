import FoundationEssentials

/// Any JSON.
enum JSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
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

  subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  subscript(index: Int) -> JSON? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
