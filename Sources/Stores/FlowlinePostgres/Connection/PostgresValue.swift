import Flowline
import FoundationEssentials

/// A parameter of a statement, sent in PostgreSQL's binary format.
enum PostgresValue: Sendable {
  case int(Int64?)
  case bytes([UInt8]?)
  case text(String?)
  case uuid(UUID?)
  case bool(Bool)

  /// The type's number in the catalogue of every PostgreSQL (`pg_type.dat`).
  var type: UInt32 {
    switch self {
    case .bool: 16
    case .bytes: 17
    case .int: 20
    case .text: 25
    case .uuid: 2950
    }
  }

  /// Adds the bytes as they are sent, and returns how many they are; nil for a null.
  func encode(into bytes: inout [UInt8]) -> Int? {
    let before = bytes.count
    switch self {
    case .int(let number?): withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    case .bytes(let value?): bytes += value
    case .text(let text?): bytes += text.utf8
    case .uuid(let id?): withUnsafeBytes(of: id.uuid) { bytes += $0 }
    case .bool(let flag): bytes.append(flag ? 1 : 0)
    case .int(nil), .bytes(nil), .text(nil), .uuid(nil): return nil
    }
    return bytes.count - before
  }
}

/// A row that a statement returned, its columns in the binary format.
struct PostgresRow: Sendable {
  let columns: [[UInt8]?]

  /// A whole number of two, four or eight bytes; nil for a null and for anything else.
  func int(_ column: Int) -> Int64? {
    guard let bytes = columns[column] else { return nil }
    switch bytes.count {
    case 2: return Int64(Int16(truncatingIfNeeded: bytes.bigEndianNumber))
    case 4: return Int64(Int32(truncatingIfNeeded: bytes.bigEndianNumber))
    case 8: return bytes.bigEndianNumber
    default: return nil
    }
  }

  func bytes(_ column: Int) -> [UInt8]? { columns[column] }

  func text(_ column: Int) -> String? {
    columns[column].map { String(decoding: $0, as: UTF8.self) }
  }

  func uuid(_ column: Int) -> UUID? { columns[column].flatMap { UUID(bytes: Data($0)) } }

  /// The elements of an array of one dimension; nil for a null and for what is no such array.
  ///
  /// As PostgreSQL's `array_send` writes it: dimensions, whether there are nulls, the elements' type, then
  /// length and lower bound of each dimension, and each element behind its length.
  func array(_ column: Int) -> [[UInt8]?]? {
    guard var rest = columns[column]?[...] else { return nil }
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return Int(Int32(truncatingIfNeeded: Array(rest.prefix(4)).bigEndianNumber))
    }
    guard let dimensions = number(), number() != nil, number() != nil else { return nil }
    guard dimensions > 0 else { return [] }
    guard dimensions == 1, let count = number(), count >= 0, number() != nil else { return nil }
    var elements: [[UInt8]?] = []
    for _ in 0..<count {
      guard let length = number() else { return nil }
      guard length >= 0 else {
        elements.append(nil)
        continue
      }
      guard rest.count >= length else { return nil }
      elements.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return elements
  }
}

extension [UInt8] {
  /// The bytes as a number, the highest first.
  fileprivate var bigEndianNumber: Int64 { reduce(0) { $0 << 8 | Int64($1) } }
}
