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
    ("session", uuid), ("file", digest),
  ]

  /// The schemas by their names.
  static let all = replies.merging(prompts) { $1 }

  private static let replies: [String: JSONValue] = [
    "Flows": object(
      ["flows": list(of: reference("Flow"))], required: ["flows"]),
    "Flow": object(
      ["id": text, "version": integer, "title": text, "summary": text, "family": text],
      required: ["id", "version", "title", "summary"]),
    "Sessions": object(
      ["sessions": list(of: reference("Session")), "next": text],
      required: ["sessions"]),
    "Session": object(
      [
        "id": uuid, "flow": text, "answers": integer, "inUse": boolean,
        "changed": ["type": "string", "format": "date-time"], "at": path,
        "state": choice(SessionSummary.Standing.Kind.allCases.map(\.rawValue)),
      ], required: ["id", "answers", "changed", "state"]),
    "State": object(
      [
        "session": uuid, "flow": text, "title": text, "language": text, "answers": integer,
        "state": choice(["asking", "held", "working", "waiting", "paused", "ended"]),
        "questions": list(of: reference("Question")),
        "places": described(
          list(of: reference("Place")),
          "The places of their own that are open, in the order in which they were opened."),
        "underWay": list(of: reference("Effect")), "ended": reference("End"),
      ],
      required: [
        "session", "flow", "title", "answers", "state", "questions", "places", "underWay",
      ]),
    "Delivered": [
      "allOf": [
        reference("State"),
        object(
          [
            "taken": described(
              boolean,
              """
              Whether a step takes the event. It does not if the flow did something else meanwhile: the event \
              is kept then for the next step that waits for its name.
              """)
          ], required: ["taken"]),
      ]
    ],
    "Question": object(
      [
        "token": text,
        "isAskedAgain": described(
          boolean, "True if it asks for a secret again, which no server keeps; left out otherwise."),
        "prompt": reference("Prompt"),
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
      ["answers": list(of: reference("Answered"))], required: ["answers"]),
    "Answered": object(
      ["token": text, "step": path, "question": text, "answer": [:]],
      required: ["token", "step", "question", "answer"]),
    "Preview": object(["recorded": [:], "echo": text, "warning": reference("Refusal")]),
    "Legal": object(
      [
        "answer": verdict(
          object(
            [
              "step": path, "presentation": integer, "takesNothing": boolean, "isForm": boolean,
            ], required: ["step", "presentation", "takesNothing", "isForm"])),
        "back": verdict(object(["to": path], required: ["to"])), "backTo": list(of: path),
        "cancel": verdict(ends), "leave": verdict(ends), "start": verdict(object([:])),
        "underWay": list(of: reference("Effect")), "waits": list(of: reference("Effect")),
        "hold": object(
          ["step": path, "presentation": integer, "choices": list(of: text)],
          required: ["step", "presentation", "choices"]),
        "openFlows": described(
          list(of: reference("OpenFlow")),
          "The nested flows that are open, each of which can be ended by its path."),
      ],
      required: [
        "answer", "back", "backTo", "cancel", "leave", "start", "underWay", "waits", "openFlows",
      ]),
    "OpenFlow": object(
      [
        "path": described(path, "The ids from the session’s flow down to it."), "title": text,
        "isScreen": boolean,
      ], required: ["path", "title", "isScreen"]),
    "Refusal": object(["code": text, "message": text], required: ["code", "message"]),
    "File": object(["file": reference("KeptFile")], required: ["file"]),
    "Journal": text, "Contents": ["type": "string", "format": "binary"],
    "Events": described(
      text,
      """
      Events of the type “state”, each with a State as its data. They have no ids: a reader that connects \
      again gets the newest state, and not those that it missed. Comments keep the connection open.
      """),
    "Problem": object(
      [
        "type": ["type": "string", "format": "uri"], "title": text, "status": integer,
        "detail": text, "code": described(text, "A stable word for what is wrong."),
        "state": described(reference("State"), "How the session stands, with 409 and 412."),
        "arguments": described(
          ["type": "object", "additionalProperties": true], "The figures of what is wrong."),
        "fields": described(
          ["type": "object", "additionalProperties": reference("Refusal")],
          "What is wrong with each field of a form, by its id."),
        "range": described(
          pair,
          "The first character of the typed text that is at fault, and the one after the last."),
        "isWarning": described(
          boolean, "Whether the same answer is taken with “acknowledge”."),
        "limit": described(integer, "How many bytes the body may have."),
        "offset": described(integer, "The byte of the body that is at fault, counted from 0."),
      ], required: ["type", "title", "status", "detail", "code"]),
  ]

  private static let ends = object(["ends": list(of: text)], required: ["ends"])

  /// Whether something may be done: the details if it may, why not if it may not.
  private static func verdict(_ details: JSONValue) -> JSONValue {
    object(
      ["legal": boolean, "details": details, "refusal": reference("Refusal")],
      required: ["legal"])
  }

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

  // MARK: - Parts

  static let text: JSONValue = ["type": "string"]
  static let integer: JSONValue = ["type": "integer"]
  static let boolean: JSONValue = ["type": "boolean"]
  static let uuid: JSONValue = ["type": "string", "format": "uuid"]
  static let path = list(of: text)
  /// The end of a step's path, none of whose ids is empty.
  static let stepPattern = "^[^/]+(/[^/]+)*$"
  static let stepPath: JSONValue = ["type": "string", "pattern": .string(stepPattern)]
  /// Two whole numbers, from one to the other.
  static let pair: JSONValue = [
    "type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 2,
  ]

  static func list(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  static func choice(_ words: [String]) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// A schema with what it is for.
  static func described(_ schema: JSONValue, _ description: String) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    members["description"] = .string(description)
    return .object(members)
  }

  /// An object; what else it has is to be passed over, and may come with a newer server.
  static func object(
    _ properties: [String: JSONValue], required: [String] = []
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "type": "object", "properties": .object(properties), "additionalProperties": true,
    ]
    if !required.isEmpty { members["required"] = .array(required.map { .string($0) }) }
    return .object(members)
  }
}
