import BankTestSupport
import Foundation
import Testing

/// An OpenAPI document of the bank's API.
struct BankDocument {
  private let root: [String: Any]

  init(_ source: DocumentSource) throws {
    let data = try Data(contentsOf: #require(source.url))
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func schema(_ name: String) throws -> [String: Any] {
    let schemas = (root["components"] as? [String: Any])?["schemas"] as? [String: Any]
    return try #require(schemas?[name] as? [String: Any], "the document has no schema \(name)")
  }

  func properties(of schema: String) throws -> [String: Any] {
    try #require(try self.schema(schema)["properties"] as? [String: Any])
  }

  func required(in schema: String) throws -> Set<String> {
    Set(try self.schema(schema)["required"] as? [String] ?? [])
  }

  func operation(_ method: String, _ route: String) throws -> [String: Any] {
    let paths = try #require(root["paths"] as? [String: Any])
    let path = try #require(paths[route] as? [String: Any], "the document has no path \(route)")
    return try #require(path[method.lowercased()] as? [String: Any], "no \(method) \(route)")
  }

  /// An object with every property that the schema has, made up by type and format.
  func example(of schema: String, without missing: Set<String> = []) throws -> [String: Any] {
    try properties(of: schema).filter { !missing.contains($0.key) }.mapValues { property in
      try value(of: try #require(property as? [String: Any]))
    }
  }

  private func value(of property: [String: Any]) throws -> Any {
    if let reference = property["$ref"] as? String {
      return try example(
        of: String(try #require(reference.split(separator: "/").last)),
        without: Self.notModelled)
    }
    if let words = property["enum"] as? [String] { return try #require(words.last) }
    switch (property["type"] as? String, property["format"] as? String) {
    case ("array", _):
      return [try value(of: try #require(property["items"] as? [String: Any]))]
    case ("string", "uuid"): return "b0000000-0000-4000-8000-00000000000f"
    case ("string", "date-time"): return "2020-02-02T02:02:22.222Z"
    case ("string", "date"): return "2020-02-02"
    case ("string", _): return "text"
    case ("integer", _): return 7
    case ("number", _): return 1.5
    case ("boolean", _): return true
    default: throw Unknown(property: "\(property)")
    }
  }

  /// Properties that are only written, or that the document calls deprecated.
  static let notModelled: Set<String> = ["uid", "customerUid"]

  struct Unknown: Error { let property: String }
}
