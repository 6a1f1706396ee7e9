import Flowline

/// What the values of a type look like once they are encoded.
indirect enum ValueShape: Sendable, Hashable {
  /// Nothing is known of them.
  case anything
  case flag
  case integer
  case number
  case text(format: String?)
  /// One of some words.
  case words([String])
  case list(of: ValueShape)
  /// Members of any names.
  case dictionary(of: ValueShape)
  /// Members of certain names.
  case object([String: ValueShape])
  /// Null, or left out of an object.
  case optional(ValueShape)

  /// The shape as JSON Schema (draft 2020-12).
  var schema: JSONValue {
    switch self {
    case .anything: [:]
    case .flag: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .text(nil): ["type": "string"]
    case .text(let format?): ["type": "string", "format": .string(format)]
    case .words(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .list(let element): ["type": "array", "items": element.schema]
    case .dictionary(let element): ["type": "object", "additionalProperties": element.schema]
    case .object(let members): Self.schema(of: members)
    case .optional(.anything): [:]
    case .optional(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
    }
  }

  private static func schema(of members: [String: ValueShape]) -> JSONValue {
    let required = members.filter { !$0.value.isOptional }.keys.sorted()
    return [
      "type": "object", "properties": .object(members.mapValues(\.schema)),
      "required": .array(required.map { .string($0) }),
    ]
  }

  private var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether a value has this shape.
  func fits(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.anything, _), (.flag, .bool), (.integer, .integer), (.text, .string): true
    case (.number, .integer), (.number, .number), (.optional, .null): true
    case (.words(let words), .string(let word)): words.contains(word)
    case (.list(let element), .array(let elements)): elements.allSatisfy(element.fits)
    case (.dictionary(let element), .object(let members)): members.values.allSatisfy(element.fits)
    case (.object(let shapes), .object(let members)):
      shapes.allSatisfy { name, shape in members[name].map(shape.fits) ?? shape.isOptional }
    case (.optional(let shape), _): shape.fits(value)
    default: false
    }
  }
}
