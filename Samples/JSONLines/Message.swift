import Flowline

/// A line of output.
struct Message {
  let json: JSONValue

  private init(_ type: String, _ members: [String: JSONValue?]) {
    json = .object(members.compactMapValues { $0 }.merging(["type": .string(type)]) { $1 })
  }

  static func prompt(_ prompt: JSONValue) -> Message {
    Message("prompt", ["prompt": prompt])
  }

  static func refusal(
    _ refusal: Refusal, of request: String, in environment: FlowEnvironment
  ) -> Message {
    let message = refusal.message.resolved(in: environment)
    var fields: [String: JSONValue] = [:]
    for (field, refusal) in refusal.fields {
      fields[field.rawValue] = [
        "code": .string(refusal.code.rawValue),
        "message": .string(refusal.message.resolved(in: environment).text),
      ]
    }
    return Message(
      "refusal",
      [
        "of": .string(request), "code": .string(refusal.code.rawValue),
        "message": .string(message.text), "arguments": .object(refusal.arguments),
        "range": refusal.range.map {
          .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))])
        }, "fields": fields.isEmpty ? nil : .object(fields),
      ])
  }

  static func working(_ step: StepPath) -> Message {
    Message("working", ["step": .array(step.ids.map { .string($0.rawValue) })])
  }

  static func ended(_ flow: FlowID, _ outcome: Outcome<JSONValue>) -> Message {
    var members: [String: JSONValue?] = ["flow": .string(flow.rawValue)]
    switch outcome {
    case .finished(let output):
      members["outcome"] = "finished"
      members["output"] = output
    case .cancelled(let reason):
      members["outcome"] = "cancelled"
      members["error"] = ["code": .string(reason.rawValue)]
    case .failed(let failure):
      members["outcome"] = "failed"
      members["error"] = [
        "code": "failed", "message": .string(failure.message),
        "path": .array(failure.path.ids.map { .string($0.rawValue) }),
      ]
    }
    return Message("ended", members)
  }

  static func journal(_ script: String) -> Message {
    Message("journal", ["script": .string(script)])
  }

  static func error(line: Int, expected: String, got: String) -> Message {
    Message(
      "error",
      ["line": .integer(Int64(line)), "expected": .string(expected), "got": .string(got)])
  }
}
