import BankDocuments
import SandboxKit
import Testing

extension APIDocument {
  func schema(_ name: String) throws -> JSON {
    try #require(schemas[name], "the document has no schema \(name)")
  }

  func properties(of schema: String) throws -> [String: JSON] {
    try #require(try self.schema(schema)["properties"]).members
  }

  func required(in schema: String) throws -> Set<String> {
    Set(try self.schema(schema)["required"]?.elements.compactMap(\.string) ?? [])
  }

  /// An object with every property that the schema has, made up by type and format.
  func example(of schema: String, without missing: Set<String> = []) throws -> [String: JSON] {
    try properties(of: schema).filter { !missing.contains($0.key) }.mapValues { try value(of: $0) }
  }

  private func value(of property: JSON) throws -> JSON {
    if let reference = property["$ref"]?.string {
      let name = try #require(reference.split(separator: "/").last)
      return .object(try example(of: String(name), without: Self.notModelled))
    }
    if let words = property["enum"] { return try #require(words.elements.last) }
    switch (property["type"]?.string, property["format"]?.string) {
    case ("array", _): return .array([try value(of: try #require(property["items"]))])
    case ("string", "uuid"): return .string("b0000000-0000-4000-8000-00000000000f")
    case ("string", "date-time"): return .string("2020-02-02T02:02:22.222Z")
    case ("string", "date"): return .string("2020-02-02")
    case ("string", _): return .string("text")
    case ("integer", _): return .integer(7)
    case ("number", _): return .number(1.5)
    case ("boolean", _): return .bool(true)
    default: throw Unknown(property: property)
    }
  }

  /// Properties that are only written, or that the document calls deprecated.
  static let notModelled: Set<String> = ["uid", "customerUid"]

  struct Unknown: Error { let property: JSON }
}
