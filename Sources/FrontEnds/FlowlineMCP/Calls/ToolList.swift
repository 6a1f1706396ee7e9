import Flowline
import FlowlineHost
import FlowlineSchema
import FlowlineWeb

/// The tools: one for each flow, and those that go on with sessions.
///
/// Descriptions of tools are part of the program. They contain nothing of a user's data, which others may
/// have written.
struct ToolList {
  /// The tools besides the flows.
  enum Name: String, CaseIterable {
    case list = "list-sessions"
    case resume = "resume-session"
    case back = "back-in-session"
    case leave = "leave-session"
  }

  let catalog: FlowCatalog
  let first: [FlowID: [FirstQuestions.Question]]
  let words: MCPWords

  /// The argument with answers that are given beforehand.
  static let answers = "answers"

  /// Whether a flow can be a tool's name.
  static func isName(_ flow: FlowID) -> Bool {
    1...128 ~= flow.rawValue.utf8.count && Name(rawValue: flow.rawValue) == nil
      && flow.rawValue.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  var json: JSONValue {
    .array(
      catalog.offered.filter { Self.isName($0.id) }.map(flow) + Name.allCases.map(tool))
  }

  // MARK: - Flows

  private func flow(_ entry: FlowCatalogEntry) -> JSONValue {
    let title = DataText.line(words(entry.title)).asBeginning
    let summary = DataText.line(words(entry.summary))
    let isPersonal = catalog.confirmations.isEmpty
    let description = [summary, words("tool.flow")] + (isPersonal ? [] : [words("tool.personal")])
    return [
      "name": .string(entry.id.rawValue), "title": .string(title),
      "description": .string(description.joined(separator: " ")),
      "inputSchema": arguments(of: entry), "outputSchema": Self.output(entry.resultSchema),
      "annotations": [
        "title": .string(title), "readOnlyHint": false, "destructiveHint": true,
        "idempotentHint": false, "openWorldHint": true,
      ],
    ]
  }

  private func arguments(of entry: FlowCatalogEntry) -> JSONValue {
    var properties: [String: JSONValue] = [
      Self.answers: [
        "type": "object", "description": .string(words("tool.answers")),
        "additionalProperties": true,
      ]
    ]
    for question in first[entry.id] ?? [] where question.step.rawValue != Self.answers {
      properties[question.step.rawValue] = question.schema
    }
    return ["type": "object", "properties": .object(properties), "additionalProperties": false]
  }

  // MARK: - Sessions

  private func tool(_ name: Name) -> JSONValue {
    let isReading = name == .list
    let title = words("tool.\(name.rawValue).title")
    return [
      "name": .string(name.rawValue), "title": .string(title),
      "description": .string(words("tool.\(name.rawValue)")),
      "inputSchema": arguments(of: name),
      "outputSchema": isReading ? Self.sessions : Self.output([:]),
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(isReading),
        "destructiveHint": .bool(name == .leave || name == .resume),
        "idempotentHint": .bool(isReading), "openWorldHint": .bool(name == .resume),
      ],
    ]
  }

  private func arguments(of name: Name) -> JSONValue {
    guard name != .list else {
      return [
        "type": "object", "additionalProperties": false,
        "properties": [
          "after": ["type": "string", "description": .string(words("argument.after"))]
        ],
      ]
    }
    var properties: [String: JSONValue] = [
      "session": [
        "type": "string", "format": "uuid", "description": .string(words("argument.session")),
      ]
    ]
    if name == .resume {
      properties["step"] = ["type": "string", "description": .string(words("argument.step"))]
      properties["answer"] = ["description": .string(words("argument.answer"))]
      properties["answers"] = [
        "type": "object", "additionalProperties": true,
        "description": .string(words("argument.answers")),
      ]
      properties["acknowledge"] = [
        "type": "boolean", "description": .string(words("argument.acknowledge")),
      ]
    }
    if name == .leave {
      properties["flow"] = ["type": "string", "description": .string(words("argument.flow"))]
      properties["close"] = ["type": "boolean", "description": .string(words("argument.close"))]
    }
    return [
      "type": "object", "properties": .object(properties), "required": ["session"],
      "additionalProperties": false,
    ]
  }

  // MARK: - Results

  /// The result of a tool that starts or resumes a session.
  ///
  /// - Parameter result: what the flow results in, as a schema.
  private static func output(_ result: JSONValue) -> JSONValue {
    [
      "type": "object",
      "properties": [
        "session": ["type": "string"], "flow": ["type": "string"],
        "state": [
          "type": "string",
          "enum": ["asking", "held", "working", "waiting", "paused", "ended", "error"],
        ],
        "text": ["type": "string"], "answers": ["type": "integer"],
        "outcome": ["type": "string", "enum": ["finished", "cancelled", "failed"]],
        "result": result, "reason": ["type": "string"], "code": ["type": "string"],
        "retryAfter": ["type": "integer"],
        "truncated": ["type": "boolean"], "next": ["type": "string"], "link": ["type": "string"],
        "question": [
          "type": "object",
          "properties": [
            "step": ["type": "string"], "text": ["type": "string"],
            "page": ["type": "array", "items": ["type": "string"]],
            "personOnly": ["type": "boolean"], "canGoBack": ["type": "boolean"],
            "place": [
              "type": "object",
              "properties": ["title": ["type": "string"], "style": ["type": "string"]],
              "required": ["title", "style"],
            ],
            "files": [
              "type": "array",
              "items": [
                "type": "object",
                "properties": [
                  "uri": ["type": "string"], "name": ["type": "string"],
                  "mimeType": ["type": "string"], "size": ["type": "integer"],
                ],
                "required": ["uri", "name"],
              ],
            ],
            "schema": ["type": "object"],
          ],
          "required": ["step", "text"],
        ],
      ],
      "required": ["state", "text"],
    ]
  }

  private static let sessions: JSONValue = [
    "type": "object",
    "properties": [
      "state": ["type": "string"], "text": ["type": "string"], "code": ["type": "string"],
      "retryAfter": ["type": "integer"], "next": ["type": "string"],
      "sessions": [
        "type": "array",
        "items": [
          "type": "object",
          "properties": [
            "session": ["type": "string"], "flow": ["type": "string"],
            "state": ["type": "string"], "changed": ["type": "string"],
          ],
          "required": ["session", "state"],
        ],
      ],
    ],
    "required": ["text"],
  ]
}

extension FirstQuestions.Question {
  /// What is accepted, without what a user's data say.
  fileprivate var schema: JSONValue {
    let type: JSONValue =
      switch kind {
      case .number: "integer"
      case .confirm: "boolean"
      case .choices: "array"
      default: "string"
      }
    var members: [String: JSONValue] = ["type": type, "description": .string(accepts)]
    if case .choices = kind { members["items"] = ["type": "string"] }
    return .object(members)
  }
}
