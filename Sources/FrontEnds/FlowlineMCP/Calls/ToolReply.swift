import Flowline
import FlowlineHost

/// What a tool answers: words for the model and the person, and the same as values.
struct ToolReply: Sendable, Hashable {
  let words: String
  let values: JSONValue
  /// Links to the files that are shown.
  var links: [JSONValue] = []
  let isError: Bool

  /// How many bytes of text an answer has at the most.
  static let longest = 60_000

  init(_ words: String, _ values: JSONValue, isError: Bool = false) {
    (self.words, self.isError) = (words, isError)
    let text = values.text
    guard text.utf8.count > Self.longest, case .object(var members) = values else {
      self.values = values
      return
    }
    // What is large is to be had as a resource.
    members["result"] = nil
    members["truncated"] = true
    self.values = .object(members)
  }

  /// An error that says where it is, what was expected and what to do.
  init(error code: String, _ words: String) {
    self.init(error: ["code": .string(code)], words)
  }

  /// An error of the host: it says also after how many seconds to try again, if that may change it.
  init(_ fault: HostFault, _ words: String) { self.init(error: fault.told, words) }

  private init(error members: [String: JSONValue], _ words: String) {
    let told: [String: JSONValue] = ["state": "error", "text": .string(words)]
    self.init(words, .object(members.merging(told) { $1 }), isError: true)
  }

  /// The result as messages have it: the values also as text, for clients that read no values.
  func result(_ client: AgentClient) -> JSONValue {
    let texts: [JSONValue] = [
      ["type": "text", "text": .string(words)], ["type": "text", "text": .string(values.text)],
    ]
    var members: [String: JSONValue] = [
      "content": .array(texts + links),
      "structuredContent": values, "isError": .bool(isError),
    ]
    if client.isModern { members["resultType"] = "complete" }
    return .object(members)
  }
}
