import SandboxKit

extension APIDocument {
  /// What this document promises and another does not; empty if everything here is there as well.
  ///
  /// It is how a document of one's own is held against the provider's: operations with their scopes,
  /// parameters and bodies, and of each named shape the members with their types and words.
  package func excess(over other: APIDocument) -> [String] {
    let theirs = Set(other.operations)
    let operations = operations.filter { !theirs.contains($0) }
      .map { "\($0.method) \($0.path) is another one there, or none" }
    let shapes = schemas.sorted { $0.key < $1.key }.flatMap { name, schema -> [String] in
      guard let their = other.schemas[name] else { return ["\(name) is not there"] }
      return Self.excess(of: schema, over: their, at: name)
    }
    return operations + shapes
  }

  private static func excess(of schema: JSON, over other: JSON, at place: String) -> [String] {
    var found: [String] = []
    for keyword in ["type", "format", "$ref", "nullable", "required"]
    where schema[keyword] != other[keyword] {
      found.append("\(place) has another \(keyword) there")
    }
    if let words = schema["enum"]?.elements {
      let theirs = other["enum"]?.elements ?? []
      found += words.filter { !theirs.contains($0) }.map { "\(place) has no word \($0) there" }
    }
    if let items = schema["items"] {
      found += excess(of: items, over: other["items"] ?? .null, at: "\(place)[]")
    }
    for (name, property) in (schema["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
      let their = other["properties"]?[name]
      found +=
        their.map { excess(of: property, over: $0, at: "\(place).\(name)") }
        ?? ["\(place).\(name) is not there"]
    }
    return found
  }
}
