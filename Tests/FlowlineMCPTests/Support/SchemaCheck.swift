import Flowline

/// What is wrong with a schema by the published types of elicitation: flat, of the members that each type
/// may have, never empty.
struct SchemaCheck {
  private(set) var faults: [String] = []

  init(_ schema: JSONValue, _ dialect: String) {
    guard schema["type"] == "object", case .object(let properties)? = schema["properties"] else {
      faults.append("no object")
      return
    }
    if properties.isEmpty { faults.append("no property") }
    if case .array(let required)? = schema["required"] {
      for name in required where properties[name.string ?? ""] == nil {
        faults.append("\(name) is required and not there")
      }
    }
    for (name, property) in properties { check(name, property, dialect) }
  }

  private mutating func check(_ name: String, _ property: JSONValue, _ dialect: String) {
    guard case .object(let members) = property, let type = members["type"]?.string else {
      return faults.append("\(name) has no type")
    }
    let common: Set = ["type", "title", "description", "default"]
    let own: Set<String> =
      switch type {
      case "string": ["minLength", "maxLength", "format", "enum", "enumNames", "oneOf"]
      case "integer", "number": ["minimum", "maximum"]
      case "boolean": []
      case "array": ["items", "minItems", "maxItems"]
      default: ["?"]
      }
    let stray = Set(members.keys).subtracting(common).subtracting(own)
    if !stray.isEmpty || own == ["?"] { faults.append("\(name): \(type) with \(stray.sorted())") }
    if dialect < "2025-11-25", type == "array" || members["oneOf"] != nil {
      faults.append("\(name): not known in \(dialect)")
    }
    if dialect >= "2025-11-25", members["enumNames"] != nil {
      faults.append("\(name): enumNames are gone in \(dialect)")
    }
    if let title = members["title"]?.string, title.isEmpty { faults.append("\(name): no title") }
    checkDefault(name, members, type)
  }

  private mutating func checkDefault(
    _ name: String, _ members: [String: JSONValue], _ type: String
  ) {
    guard let standard = members["default"] else { return }
    let isOfType: Bool =
      switch (type, standard) {
      case ("string", .string), ("integer", .integer), ("boolean", .bool), ("array", .array): true
      default: false
      }
    if !isOfType { faults.append("\(name): a default of another type") }
    if case .array(let options)? = members["oneOf"],
      !options.contains(where: { $0["const"] == standard })
    {
      faults.append("\(name): a default that is no choice")
    }
  }
}
