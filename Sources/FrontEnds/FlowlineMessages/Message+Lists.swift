package import Flowline
import FoundationEssentials

extension Message {
  package static func flows(_ flows: JSONValue, line: Int) -> Message {
    Message("flows", ["flows": flows, "line": .integer(Int64(line))])
  }

  /// The sessions that are kept, the last changed first.
  package static func sessions(_ sessions: [StoredSession], line: Int) -> Message {
    Message(
      "sessions",
      ["sessions": .array(sessions.map(\.message)), "line": .integer(Int64(line))])
  }
}

extension FlowCatalog {
  /// The flows that are offered.
  package func list(in environment: FlowEnvironment) -> JSONValue {
    .array(
      offered.map { entry in
        [
          "id": .string(entry.id.rawValue), "version": .integer(Int64(entry.version)),
          "title": .string(entry.title.resolved(in: environment).text),
          "summary": .string(entry.summary.resolved(in: environment).text),
        ]
      })
  }
}

extension StoredSession {
  package var message: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.uuidString.lowercased()), "answers": .integer(Int64(answers)),
      "inUse": .bool(isInUse), "changed": .string(changed.timestamp),
    ]
    if let flow { members["flow"] = .string(flow.rawValue) }
    switch standing {
    case .unfinished(let path):
      members["state"] = "unfinished"
      members["at"] = path.json
    case .finished: members["state"] = "finished"
    case .cancelled: members["state"] = "cancelled"
    case .failed: members["state"] = "failed"
    case .damaged: members["state"] = "damaged"
    }
    return .object(members)
  }
}
