import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials

/// Sessions of a user, as a tool lists them.
struct SessionListing {
  let page: SessionPage
  let words: MCPWords

  var reply: ToolReply {
    let rows = page.items.map(\.session)
    let lines = rows.map {
      "\($0.id.text) \($0.flow?.rawValue ?? "?") \($0.word)"
    }
    let text = rows.isEmpty ? words("sessions.none") : lines.joined(separator: "\n")
    var members: [String: JSONValue] = [
      "text": .string(text), "sessions": .array(rows.map(\.json)),
    ]
    members["next"] = page.next.map { .string($0) }
    return ToolReply(text, .object(members))
  }
}

extension StoredSession {
  /// How it stands, in one word.
  fileprivate var word: String {
    switch standing {
    case .unfinished: "unfinished"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .damaged: "damaged"
    case .newer: "newer"
    }
  }

  /// Without its answers: they may be what others have written.
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "session": .string(id.text), "state": .string(word),
      "changed": .string(changed.timestamp),
    ]
    members["flow"] = flow.map { .string($0.rawValue) }
    return .object(members)
  }
}
