import Days
import Flowline
import Money

extension PromptKind {
  /// The kind as the members of a JSON Schema, which also takes null if the answer may be left out.
  func schemaMembers(isOptional: Bool) -> [String: JSONValue] {
    isOptional ? ["anyOf": [.object(schemaMembers), ["type": "null"]]] : schemaMembers
  }

  /// The kind as the members of a JSON Schema.
  private var schemaMembers: [String: JSONValue] {
    switch self {
    case .text(let length): Self.text(length, pattern: #"^[^\u0000-\u001F\u007F-\u009F]*$"#)
    case .longText(let length):
      Self.text(length, pattern: #"^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F]*$"#)
    case .secret(let length, _):
      Self.text(length, pattern: #"^[^\u0000-\u001F\u007F-\u009F]*$"#)
        .merging(["writeOnly": true]) { $1 }
    case .path:
      Self.text(1...PathScreen.longest, pattern: #"^[^\u0000-\u001F\u007F-\u009F]+$"#)
    case .file(let types, let size): Self.file(types, size)
    case .number(let range): Self.integer(Int64(range.lowerBound)...Int64(range.upperBound))
    case .decimal(let fractionDigits, _, _):
      [
        "type": "string",
        "pattern": .string(
          fractionDigits > 0 ? #"^-?[0-9]+(\.[0-9]{1,\#(fractionDigits)})?$"# : "^-?[0-9]+$"),
      ]
    case .amount(let currency, _, let range):
      [
        "type": "object", "required": ["currency", "minorUnits"], "additionalProperties": false,
        "properties": [
          "currency": ["const": .string(currency)], "minorUnits": .object(Self.integer(range)),
        ],
      ]
    case .choice(let choices): Self.choice(of: choices)
    case .choices(let choices, let count):
      [
        "type": "array", "items": .object(Self.choice(of: choices)), "uniqueItems": true,
        "minItems": .integer(Int64(max(count.lowerBound, 0))),
        "maxItems": .integer(Int64(max(count.upperBound, 0))),
      ]
    case .confirm: ["type": "boolean"]
    case .date(let first, let last, _):
      // The limits are words of OpenAPI's tools; a validator that does not know them looks past.
      Self.present([
        ("type", "string"), ("format", "date"), ("formatMinimum", first.map { .string($0) }),
        ("formatMaximum", last.map { .string($0) }),
      ])
    case .review: ["const": true]
    case .custom(let kind): kind.schema
    }
  }

  /// An example in the recorded form.
  ///
  /// - Parameter typed: the example as a person would type it.
  /// - Returns: nil if the kind has no example.
  func schemaExample(typed: String?) -> JSONValue? {
    switch self {
    case .text, .longText, .path: typed.map { .string($0) }
    case .secret, .file: nil
    case .number(let range): .integer(Int64(range.contains(5) ? 5 : range.lowerBound))
    case .decimal(let fractionDigits, let least, let most):
      DecimalScreen.usual(fractionDigits: fractionDigits, least, most).map { .string($0) }
    case .amount(let code, _, let range):
      Currency(code: code).map { currency in
        [
          "currency": .string(code),
          "minorUnits": .integer(AmountScreen.usual(in: currency, range)),
        ]
      }
    case .choice(let choices): choices.first.map { .string($0.key) }
    case .choices(let choices, let count):
      .array(
        choices.prefix(max(1, min(count.lowerBound, choices.count))).map { .string($0.key) })
    case .confirm, .review: true
    // Of a kind of somebody else's only its own schema knows the recorded form.
    case .custom(let kind): kind.schema["examples"]?.firstElement
    case .date: typed.flatMap { Day($0) }.map { .string($0.description) }
    }
  }

  private static func text(_ length: ClosedRange<Int>, pattern: String) -> [String: JSONValue] {
    present([
      ("type", "string"), ("pattern", .string(pattern)),
      ("minLength", length.lowerBound > 0 ? .integer(Int64(length.lowerBound)) : nil),
      ("maxLength", length.upperBound < Int.max ? .integer(Int64(length.upperBound)) : nil),
    ])
  }

  /// What is recorded of a file; its contents are sent before, by the front end's own means.
  private static func file(_ types: [FileType], _ size: ClosedRange<Int>) -> [String: JSONValue] {
    [
      "type": "object", "required": ["digest", "name", "size", "type"],
      "additionalProperties": false,
      "properties": [
        "digest": ["type": "string", "pattern": "^sha256:[0-9a-f]{64}$"],
        "name": .object(text(1...255, pattern: #"^[^\u0000-\u001F\u007F-\u009F/\\]+$"#)),
        "size": .object(integer(Int64(size.lowerBound)...Int64(size.upperBound))),
        "type": types.isEmpty
          ? ["type": "string"]
          : [
            "type": "string",
            "oneOf": .array(
              types.map { ["const": .string($0.rawValue), "title": .string($0.label)] }),
          ],
      ],
    ]
  }

  private static func integer(_ range: ClosedRange<Int64>) -> [String: JSONValue] {
    present([
      ("type", "integer"),
      ("minimum", range.lowerBound > .min ? .integer(range.lowerBound) : nil),
      ("maximum", range.upperBound < .max ? .integer(range.upperBound) : nil),
    ])
  }

  private static func choice(of choices: [Choice]) -> [String: JSONValue] {
    // A list of alternatives may not be empty.
    guard !choices.isEmpty else { return ["not": [:]] }
    return [
      "type": "string",
      "oneOf": .array(
        choices.map { choice in
          .object(
            present([
              ("const", .string(choice.key)), ("title", .string(choice.label.text)),
              ("description", (choice.detail?.text).map { .string($0) }),
            ]))
        }),
    ]
  }

  private static func present(_ members: [(String, JSONValue?)]) -> [String: JSONValue] {
    Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { $1 }
  }
}

extension JSONValue {
  /// The first element of a list; nil if it is empty, or no list.
  fileprivate var firstElement: JSONValue? {
    if case .array(let elements) = self { elements.first } else { nil }
  }
}
