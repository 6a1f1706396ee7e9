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
        let texts = [
          "title": entry.title, "summary": entry.summary, "family": entry.family,
        ].compactMapValues { $0 }
        var members = texts.mapValues { JSONValue.string($0.resolved(in: environment).text) }
        members["id"] = .string(entry.id.rawValue)
        members["version"] = .integer(Int64(entry.version))
        return .object(members)
      })
  }
}

extension StoredSession {
  package var message: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.text), "answers": .integer(Int64(answers)),
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
    case .newer: members["state"] = "newer"
    }
    return .object(members)
  }
}
