import Flowline

/// Judges values by the part of JSON Schema 2020-12 that prompts use; a keyword it does not know is an
/// error, so that none goes unjudged.
///
/// The bank's documents have a `SchemaChecker` of their own: it judges by OpenAPI 3.0, in which null, the words
/// of a choice and unnamed members are said otherwise, and the JSON of services, which the engine does not know.
enum SchemaValidator {
  /// Words that say nothing of what is valid.
  private static let remarks: Set<String> = [
    "title", "description", "default", "examples", "writeOnly", "format",
    "formatMinimum", "formatMaximum",
  ]

  static func accepts(_ value: JSONValue, by schema: JSONValue) throws -> Bool {
    guard case .object(let members) = schema else { return false }
    for (keyword, rule) in members where !remarks.contains(keyword) {
      guard try holds(keyword, rule, members, for: value) else { return false }
    }
    return true
  }

  struct Unknown: Error {
    let keyword: String
  }

  private static func holds(
    _ keyword: String, _ rule: JSONValue, _ schema: [String: JSONValue], for value: JSONValue
  ) throws -> Bool {
    switch (keyword, rule) {
    case ("type", .string(let type)): type == value.type
    case ("const", _): value == rule
    case ("not", _): try !accepts(value, by: rule)
    case ("anyOf", .array(let schemas)): try schemas.contains { try accepts(value, by: $0) }
    case ("oneOf", .array(let schemas)):
      try schemas.filter { try accepts(value, by: $0) }.count == 1
    case ("pattern", .string(let pattern)):
      try value.string.map { try !$0.matches(of: Regex(pattern)).isEmpty } ?? true
    case ("minLength", .integer(let least)):
      value.string.map { $0.unicodeScalars.count >= least } ?? true
    case ("maxLength", .integer(let most)):
      value.string.map { $0.unicodeScalars.count <= most } ?? true
    case ("minimum", .integer(let least)): value.integer.map { $0 >= least } ?? true
    case ("maximum", .integer(let most)): value.integer.map { $0 <= most } ?? true
    case ("items", _): try value.elements.allSatisfy { try accepts($0, by: rule) }
    case ("minItems", .integer(let least)): value.elements.count >= least
    case ("maxItems", .integer(let most)): value.elements.count <= most
    case ("uniqueItems", true): Set(value.elements).count == value.elements.count
    case ("required", .array(let names)): names.allSatisfy { value[$0.string ?? ""] != nil }
    case ("properties", .object(let properties)):
      try properties.allSatisfy { name, schema in
        try value[name].map { try accepts($0, by: schema) } ?? true
      }
    case ("additionalProperties", false):
      value.names.allSatisfy { schema["properties"]?[$0] != nil }
    default: throw Unknown(keyword: keyword)
    }
  }
}

extension JSONValue {
  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  fileprivate var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var names: [String] {
    if case .object(let members) = self { Array(members.keys) } else { [] }
  }
}
