import Flowline
import FlowlineSchema
import FlowlineTerminal
import FoundationEssentials

extension RunEnding {
  /// The version of the object of `--json`.
  ///
  /// It counts up where a member changes its meaning or is gone; new members do not change it.
  static let objectVersion = 1

  /// Prints the one object of `--json`.
  func writeObject(flow: String) throws(OutputFailure) {
    try Surface.writeResult(object(flow: flow).text)
  }

  /// The outcome as the one object of `--json`.
  func object(flow: String) -> JSONValue {
    var members: [String: JSONValue] = [
      "version": .integer(Int64(Self.objectVersion)), "status": .string(statusWord),
      "flow": .string(flow), "outcome": .string(outcome), "output": output ?? .null, "error": error,
      "session": isKept ? session.map { .string($0.text) } ?? .null : .null,
      "file": file.map { isKept ? .string($0) : .null } ?? .null,
    ]
    if let resultText { members["text"] = .string(resultText) }
    if let waits = report?.waits, !waits.isEmpty { members["waits"] = .array(waits.map(\.object)) }
    if let isDelivered { members["delivered"] = .bool(isDelivered) }
    if let isTaken { members["taken"] = .bool(isTaken) }
    if let prompt = waiting {
      members["step"] = .string(prompt.id.rawValue)
      members["path"] = .string(prompt.path.description)
      members["prompt"] = (try? JSONValue(encoding: prompt)) ?? .null
      members["schema"] = prompt.schema
    }
    return .object(members)
  }

  /// The question that nobody has answered, or what to do about something that is held.
  private var waiting: Prompt? {
    switch report?.end {
    case .missing(let prompt)?, .refused(let prompt, _)?, .refusedCommand(let prompt, _)?,
      .held(let prompt, _)?, .timedOut(let prompt)?:
      prompt
    default: nil
    }
  }

  /// How the run ended, in a word.
  private var statusWord: String {
    switch report?.end {
    case .missing?: "missing"
    case .refused?, .refusedCommand?: "refused"
    case .held?: "held"
    case .waiting?: "waiting"
    case .timedOut?: "timed-out"
    case .interrupted?, .signalled?: "interrupted"
    case .recordFailed(let failure)? where failure.isMisnamed: "usage"
    default: report == nil && outcome == "failed" && status == .usage ? "usage" : outcome
    }
  }
}

extension FlowInspection.Effect {
  /// A wait as objects for programs tell it.
  var object: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.rawValue), "kind": .string(kind.rawValue),
    ]
    members["title"] = title.map { .string($0.text) }
    members["until"] = until.map { .string($0.timestamp) }
    return .object(members)
  }
}
