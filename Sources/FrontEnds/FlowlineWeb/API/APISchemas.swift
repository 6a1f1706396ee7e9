import Flowline
import FlowlineHost

/// What the document says of the replies.
enum APISchemas {
  /// The types of replies that are not JSON.
  static let mediaTypes = [
    "Journal": "text/plain", "Events": "text/event-stream",
    "Contents": "application/octet-stream",
  ]

  /// The parts of addresses that are not fixed.
  static let pathParameters: [(name: String, schema: JSONValue)] = [
    ("session", uuid), ("file", ["type": "string", "pattern": "^sha256:[0-9a-f]{64}$"]),
  ]

  static let all: [String: JSONValue] = [
    "Flows": object(
      ["flows": ["type": "array", "items": reference("Flow")]], required: ["flows"]),
    "Flow": object(
      ["id": text, "version": integer, "title": text, "summary": text, "family": text],
      required: ["id", "version", "title", "summary"]),
    "Sessions": object(
      ["sessions": ["type": "array", "items": reference("Session")], "next": text],
      required: ["sessions"]),
    "Session": object(
      [
        "id": uuid, "flow": text, "answers": integer, "inUse": ["type": "boolean"],
        "changed": ["type": "string", "format": "date-time"], "at": path,
        "state": choice(SessionSummary.Standing.Kind.allCases.map(\.rawValue)),
      ], required: ["id", "answers", "changed", "state"]),
    "State": object(
      [
        "session": uuid, "flow": text, "title": text, "language": text, "answers": integer,
        "state": choice(["asking", "held", "working", "waiting", "paused", "ended"]),
        "questions": ["type": "array", "items": reference("Question")],
        "underWay": ["type": "array", "items": reference("Effect")], "ended": reference("End"),
      ],
      required: ["session", "flow", "title", "answers", "state", "questions", "underWay"]),
    "Question": object(
      [
        "token": text,
        "prompt": ["type": "object", "description": "What is asked, as flowline-jsonl tells it."],
        "schema": [
          "type": "object", "description": "What is accepted, as JSON Schema of the recorded form.",
        ],
      ], required: ["token", "prompt", "schema"]),
    "Effect": object(
      [
        "id": text, "kind": choice(["load", "commit", "check", "moment", "event"]),
        "title": text, "done": integer, "total": integer, "remark": text,
        "milliseconds": integer, "until": ["type": "string", "format": "date-time"],
      ], required: ["id", "kind", "milliseconds"]),
    "End": object(
      [
        "outcome": choice(["finished", "cancelled", "failed"]),
        "output": ["description": "The result, in its recorded form."], "text": text,
        "error": object(["code": text], required: ["code"]),
      ], required: ["outcome"]),
    "Answers": object(
      ["answers": ["type": "array", "items": reference("Answered")]], required: ["answers"]),
    "Answered": object(
      ["token": text, "step": path, "question": text, "answer": [:]],
      required: ["token", "step", "question", "answer"]),
    "Preview": object(["recorded": [:], "echo": text, "warning": ["type": "object"]]),
    "Legal": ["type": "object"],
    "File": object(["file": ["type": "object"]], required: ["file"]),
    "Journal": text, "Events": text, "Contents": ["type": "string", "format": "binary"],
    "Problem": object(
      [
        "type": ["type": "string", "format": "uri"], "title": text, "status": integer,
        "detail": text, "code": text,
      ], required: ["type", "title", "status", "detail", "code"]),
  ]

  /// What the document says of headers of replies.
  static let headers: [String: JSONValue] = [
    "ETag": [
      "description": """
      Names the question that is asked, by its token, and all that the state tells, by a digest. It is \
      the If-Match of an answer and the If-None-Match of the next look.
      """, "schema": text,
    ],
    "Retry-After": [
      "description": "After how many seconds it is worth trying again, if that is known.",
      "schema": integer,
    ],
  ]

  private static let text: JSONValue = ["type": "string"]
  private static let integer: JSONValue = ["type": "integer"]
  private static let uuid: JSONValue = ["type": "string", "format": "uuid"]
  private static let path: JSONValue = ["type": "array", "items": ["type": "string"]]

  private static func choice(_ words: [String]) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  private static func object(
    _ properties: [String: JSONValue], required: [String] = []
  ) -> JSONValue {
    var members: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { members["required"] = .array(required.map { .string($0) }) }
    return .object(members)
  }
}
