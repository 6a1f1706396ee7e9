import Flowline

/// One question as a property of a flat object.
struct ElicitationField: Sendable, Hashable {
  /// The property.
  let name: String
  let kind: PromptKind
  let title: String
  /// What is accepted, and more about it, in words.
  let description: String
  let isOptional: Bool
  /// What is taken if the property is left out, in the form of the schema; nil if there is nothing.
  let standard: JSONValue?

  /// How many choices are listed at the most; of more, one is typed.
  static let mostChoices = 250

  var isRequired: Bool { !isOptional && standard == nil }

  /// The members of its schema.
  func schema(_ dialect: ElicitationDialect) -> JSONValue {
    var members = kindMembers(dialect)
    members["title"] = .string(title)
    if !description.isEmpty { members["description"] = .string(description) }
    if let standard, fits(standard, dialect) { members["default"] = standard }
    return .object(members)
  }

  private func kindMembers(_ dialect: ElicitationDialect) -> [String: JSONValue] {
    switch kind {
    case .text(let length), .longText(let length): Self.text(length)
    case .number(let range): Self.integer(range)
    case .confirm, .review: ["type": "boolean"]
    case .choice(let choices) where Self.canList(choices): Self.choice(choices, dialect)
    case .choices(let choices, let count) where Self.canList(choices) && dialect == .titled:
      [
        "type": "array", "items": ["anyOf": .array(choices.map(Self.titled))],
        "minItems": .integer(Int64(min(max(count.lowerBound, 0), choices.count))),
        "maxItems": .integer(Int64(min(max(count.upperBound, 0), choices.count))),
      ]
    // Exact digits, days in words and what has a form of its own are typed, and read by the engine.
    case .decimal, .amount, .date, .path, .custom, .choice, .choices, .secret, .file:
      ["type": "string"]
    }
  }

  /// Whether the schema of a kind says in full what is accepted.
  static func saysAll(_ kind: PromptKind) -> Bool {
    switch kind {
    case .confirm, .review: true
    case .choice(let choices), .choices(let choices, _): canList(choices)
    default: false
    }
  }

  private static func canList(_ choices: [Choice]) -> Bool {
    1...mostChoices ~= choices.count
  }

  private static func text(_ length: ClosedRange<Int>) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["type": "string"]
    if length.lowerBound > 0 { members["minLength"] = .integer(Int64(length.lowerBound)) }
    if length.upperBound < .max { members["maxLength"] = .integer(Int64(length.upperBound)) }
    return members
  }

  /// Limits that a number of JavaScript cannot tell are left out: the engine has them.
  private static func integer(_ range: ClosedRange<Int>) -> [String: JSONValue] {
    let exact = -(1 << 53) + 1...(1 << 53) - 1
    var members: [String: JSONValue] = ["type": "integer"]
    if exact.contains(range.lowerBound) { members["minimum"] = .integer(Int64(range.lowerBound)) }
    if exact.contains(range.upperBound) { members["maximum"] = .integer(Int64(range.upperBound)) }
    return members
  }

  private static func choice(
    _ choices: [Choice], _ dialect: ElicitationDialect
  ) -> [String: JSONValue] {
    switch dialect {
    case .titled: ["type": "string", "oneOf": .array(choices.map(titled))]
    case .enumNames:
      [
        "type": "string", "enum": .array(choices.map { .string($0.key) }),
        "enumNames": .array(choices.map { .string(title(of: $0)) }),
      ]
    }
  }

  private static func titled(_ choice: Choice) -> JSONValue {
    ["const": .string(choice.key), "title": .string(title(of: choice))]
  }

  private static func title(of choice: Choice) -> String {
    let label = DataText.line(choice.label.text)
    guard let detail = choice.detail.map({ DataText.line($0.text) }), !detail.isEmpty else {
      return label
    }
    return "\(label) – \(detail)"
  }

  /// Whether a default is one of the values that the schema allows.
  private func fits(_ value: JSONValue, _ dialect: ElicitationDialect) -> Bool {
    switch (kindMembers(dialect)["type"], value) {
    case ("boolean", .bool), ("integer", .integer): true
    case ("string", .string(let text)):
      !Self.canList(kind.choices) || kind.choices.contains { $0.key == text }
    case ("array", .array(let keys)):
      keys.allSatisfy { key in kind.choices.contains { .string($0.key) == key } }
    default: false
    }
  }

  /// The answer that a value of the property is; nil if it says nothing.
  func answer(_ value: JSONValue?) -> Answer? {
    switch value {
    case nil, .null?: nil
    case .string(let text)? where !kind.choices.isEmpty:
      // Several keys where the revision has no lists.
      if case .choices = kind { .text(text) } else { .json(.string(text)) }
    case .string(let text)?: .text(text)
    // A client that has only fractions sends 3.0, which is 3; what is no whole number stays what it is.
    case let value?: .json(value)
    }
  }
}
