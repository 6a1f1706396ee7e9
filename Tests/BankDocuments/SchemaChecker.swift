import SandboxKit

/// Judges answers by the part of OpenAPI 3.0's schemas that documents here use; a keyword it does not
/// know is a fault, so that none goes unjudged.
///
/// The engine's tests have a `SchemaValidator` of their own: it judges by JSON Schema 2020-12, in which null, the
/// words of a choice and unnamed members are said otherwise, and values of the engine, which services do not know.
struct SchemaChecker {
  let document: APIDocument

  /// Whether a member that the schema does not name is a fault.
  let isStrict: Bool

  /// Words that say nothing of what is valid.
  private static let remarks: Set<String> = [
    "description", "example", "deprecated", "writeOnly", "readOnly", "nullable", "properties",
    "exclusiveMinimum", "xml",
  ]

  func faults(of value: JSON, by schema: JSON, at place: String = "answer") -> [String] {
    if let reference = schema["$ref"]?.string {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = document.schemas[name] else {
        return ["\(place): there is no schema \(name)"]
      }
      return faults(of: value, by: target, at: place)
    }
    if value == .null {
      return schema["nullable"]?.bool == true ? [] : ["\(place) is null"]
    }
    let own = schema.members.filter { !Self.remarks.contains($0.key) }
      .flatMap { fault($0.key, $0.value, in: value, at: place).map { [$0] } ?? [] }
    return own + nested(value, schema, at: place)
  }

  private func nested(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    switch value {
    case .array(let elements):
      guard let items = schema["items"] else { return [] }
      return elements.enumerated().flatMap {
        faults(of: $1, by: items, at: "\(place)[\($0)]")
      }
    case .object(let members):
      let properties = schema["properties"]?.members ?? [:]
      return members.flatMap { name, member -> [String] in
        guard let property = properties[name] else {
          return isStrict ? ["\(place).\(name) is not in the document"] : []
        }
        return faults(of: member, by: property, at: "\(place).\(name)")
      }
    default: return []
    }
  }

  private func fault(_ keyword: String, _ rule: JSON, in value: JSON, at place: String) -> String? {
    let holds: Bool =
      switch (keyword, rule) {
      case ("type", .string(let type)): has(value, type)
      case ("items", _): true
      case ("required", .array(let names)): names.allSatisfy { value[$0.string ?? ""] != nil }
      case ("enum", .array(let words)):
        words.contains(value)
      case ("format", .string(let format)): fits(value, format)
      case ("minLength", .integer(let least)): (value.string?.count).map { $0 >= least } ?? true
      case ("maxLength", .integer(let most)): (value.string?.count).map { $0 <= most } ?? true
      case ("minimum", .integer(let least)): value.integer.map { $0 >= least } ?? true
      case ("maximum", .integer(let most)): value.integer.map { $0 <= most } ?? true
      case ("minimum", .number), ("maximum", .number): true
      case ("pattern", .string(let pattern)):
        (try? value.string?.wholeMatch(of: Regex(pattern))) != nil
      default: false
      }
    return holds ? nil : "\(place): \(value) does not fit \(keyword) \(rule)"
  }

  private func has(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object): true
    case ("integer", .integer), ("number", .integer), ("number", .number): true
    default: false
    }
  }

  private func fits(_ value: JSON, _ format: String) -> Bool {
    switch format {
    // Clients of the bank check that it is one of version 4, in lower case as it sends them.
    case "uuid":
      value.string?.wholeMatch(
        of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
    // Exactly three digits: there are clients that read no other.
    case "date-time":
      value.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    case "date": value.string?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
    case "int32": value.integer.map { Int32(exactly: $0) != nil } ?? false
    case "int64": value.integer != nil
    default: false
    }
  }
}
