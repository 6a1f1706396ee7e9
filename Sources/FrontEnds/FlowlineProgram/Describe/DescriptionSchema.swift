import Flowline

/// A description as JSON Schema (draft 2020-12): the object of answers that the questions take.
struct DescriptionSchema {
  let entry: FlowCatalogEntry
  let description: Description
  let environment: FlowEnvironment
  /// Says that there may be more questions, or why there are not.
  let comment: String

  /// The version of what is under `x-flowline`.
  static let version = 1

  var json: JSONValue {
    let properties = Properties(description)
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string(entry.title.resolved(in: environment).text),
      "description": .string(entry.summary.resolved(in: environment).text),
      "type": "object", "properties": .object(properties.schemas),
      "required": .array(properties.required.map { .string($0) }),
      "additionalProperties": .bool(!description.isComplete),
      "$comment": .string(comment), "x-flowline": standing(properties),
    ]
  }

  private func standing(_ properties: Properties) -> JSONValue {
    var members: [String: JSONValue] = [
      "version": .integer(Int64(Self.version)), "flow": .string(entry.id.rawValue),
      "flowVersion": .integer(Int64(entry.version)), "isComplete": .bool(description.isComplete),
      "order": .array(properties.names.map { .string($0) }),
      "answered": .object(properties.answered),
      "pages": .array(description.pages.map { (try? JSONValue(encoding: $0)) ?? .null }),
    ]
    switch description.standing {
    case .asks(let prompt):
      members["state"] = "asking"
      members["next"] = .string(properties.name(of: prompt))
      members["progress"] = prompt.progress.flatMap { try? JSONValue(encoding: $0) } ?? .null
    case .refuses(let prompt, let refusal):
      members["state"] = "refused"
      members["next"] = .string(properties.name(of: prompt))
      members["refusal"] = refusal.message(in: environment)
    case .writes(let path):
      members["state"] = "before-commit"
      members["commit"] = .string(path.description)
    case .waits(let waits):
      members["state"] = "waiting"
      members["waits"] = .array(waits.map(\.object))
    case .held(_, let hold):
      members["state"] = "held"
      members["message"] = .string(hold.message)
    case .ended(let outcome):
      members["state"] = .string(outcome.word)
      if case .failed(let failure) = outcome { members["message"] = .string(failure.message) }
    case .notStarted(let refusal):
      members["state"] = "not-started"
      members["refusal"] = refusal.message(in: environment)
    case .endless: members["state"] = "endless"
    case .stuck(let place):
      members["state"] = "timed-out"
      members["at"] = .string(place.path.description)
      members["underWay"] = place.effect.map { .string($0.rawValue) } ?? .null
    }
    return .object(members)
  }
}

extension Description {
  /// Whether no more questions follow before something is written or the flow is over.
  var isComplete: Bool {
    switch standing {
    case .writes, .ended: true
    case .asks, .refuses, .waits, .held, .notStarted, .endless, .stuck: false
    }
  }
}

extension Outcome {
  fileprivate var word: String {
    switch self {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension Refusal {
  fileprivate func message(in environment: FlowEnvironment) -> JSONValue {
    [
      "code": .string(code.rawValue), "message": .string(message.resolved(in: environment).text),
    ]
  }
}
