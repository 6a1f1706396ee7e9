public import Flowline

extension Prompt {
  /// What is accepted, as JSON Schema (draft 2020-12) of the answer's recorded form.
  ///
  /// Title and description are the question and what is said about it. The default is in its
  /// recorded form, and so is an example. Lengths count code points, as JSON Schema does; a screen
  /// counts characters as a person does, and so takes a little more. If the question may be left out,
  /// null is valid. Add a `$schema` if the schema
  /// is a document of its own; within another one it must not be there.
  public var schema: JSONValue {
    var members = kind.schemaMembers(isOptional: isOptional)
    members["title"] = .string(question.text)
    members["description"] = .string([help, accepts].told)
    if isSensitive {
      members["writeOnly"] = true
    } else {
      members["default"] = defaultAnswer
      members["examples"] = kind.schemaExample(typed: example).map { [$0] }
    }
    return .object(members)
  }
}

extension FormPrompt.Field {
  /// What is accepted, as JSON Schema of the field's recorded form; see `Prompt.schema`.
  public var schema: JSONValue {
    var members = kind.schemaMembers(isOptional: isOptional)
    members["title"] = .string(question.text)
    members["description"] = .string([help, accepts].told)
    if isSensitive {
      members["writeOnly"] = true
    } else {
      members["examples"] = kind.schemaExample(typed: example).map { [$0] }
    }
    return .object(members)
  }
}

extension FormPrompt {
  /// The whole page as JSON Schema (draft 2020-12): an object with a member for each field.
  ///
  /// Fields that have a default, and those that may be left out, are not required.
  public var schema: JSONValue {
    [
      "title": .string(title.text), "type": "object", "additionalProperties": false,
      "properties": .object(
        Dictionary(fields.map { ($0.id.rawValue, $0.schema) }) { _, last in last }),
      "required": .array(
        fields.filter { $0.defaultText == nil && !$0.isOptional }.map {
          .string($0.id.rawValue)
        }),
    ]
  }
}

extension [LocalizedText?] {
  /// The texts that there are, a line each.
  fileprivate var told: String { compactMap { $0?.text }.joined(separator: "\n") }
}
