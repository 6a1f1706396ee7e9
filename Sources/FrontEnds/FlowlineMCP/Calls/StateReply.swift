import Flowline
import FlowlineHost
import FlowlineMessages
import FlowlineWeb
import FoundationEssentials

/// How a session stands, as a tool tells it.
struct StateReply {
  let state: HostedState
  /// What became of the input before; nil if there is nothing to say of it.
  var note: String?
  /// The form of the question; nil if it is answered on a page only, or nothing is asked.
  var form: ElicitationForm?
  /// Where a person answers it, or looks at the session; nil if there are no pages.
  var link: String?
  /// Whether only a person answers the question.
  var isPersonal = false
  /// Who is told.
  let client: AgentClient

  private var words: MCPWords { MCPWords(state.environment) }

  var reply: ToolReply {
    var members: [String: JSONValue] = [
      "session": .string(state.key.session.text),
      "flow": .string(state.flow.rawValue), "state": .string(state.word),
      "answers": .integer(Int64(state.answers)),
    ]
    var lines: [String] = []
    if let note { lines.append(note) }
    if let end = state.end {
      members.merge(end.members) { $1 }
      lines.append(told(end))
    } else {
      lines += standing(&members)
      if let link { members["link"] = .string(link) }
    }
    let text = lines.joined(separator: "\n\n")
    members["text"] = .string(text)
    var reply = ToolReply(text, .object(members))
    reply.links = files.map { .object($0.merging(["type": "resource_link"]) { $1 }) }
    return reply
  }

  /// The files that the question shows, for a client that can read them.
  private var files: [[String: JSONValue]] {
    guard client.hasTools, let question = state.question else { return [] }
    return question.prompt.filesOfAll.map { $0.told(in: state.key.session) }
  }

  private func told(_ end: HostedEnd) -> String {
    let title = DataText.line(state.title.text).asBeginning
    switch end.standing {
    case .finished:
      return end.text.map { DataText.line($0.text, longest: 2_000) }
        ?? words("end.finished", .string(title))
    case .cancelled: return words("end.cancelled", .string(title))
    default:
      return words(
        "end.failed", .string(title), .string(DataText.line(end.text?.text ?? "")))
    }
  }

  private func standing(_ members: inout [String: JSONValue]) -> [String] {
    guard let question = state.question else {
      return advice(words(state.isPaused ? "next.paused" : "next.working"), &members)
    }
    let message = PromptMessage(question.prompt, form: form?.form, words: words).text
    var asked: [String: JSONValue] = [
      "step": .string(question.prompt.path.description),
      "text": .string(DataText.line(question.prompt.question.text)),
      "page": .array(PageLines(question.prompt.page, words).all.map { .string($0) }),
      "personOnly": .bool(isPersonal),
      "canGoBack": .bool(question.prompt.backRefusal == nil),
    ]
    asked["place"] = question.prompt.place.map {
      [
        "title": .string(DataText.line($0.title.text).asBeginning),
        "style": .string($0.style.rawValue),
      ]
    }
    if !files.isEmpty { asked["files"] = .array(files.map { .object($0) }) }
    asked["schema"] = isPersonal ? nil : form?.schema(client.dialect)
    members["question"] = .object(asked)
    let next: String
    if isPersonal || form == nil {
      next =
        link.map { words("next.page", .string($0)) } ?? words("next.no-page")
    } else {
      next = words("next.answer")
    }
    return [message] + advice(next, &members)
  }

  /// How to go on, for a client that can.
  private func advice(_ text: String, _ members: inout [String: JSONValue]) -> [String] {
    guard client.hasTools else { return [] }
    members["next"] = .string(text)
    return [text]
  }
}

extension HostedEnd {
  fileprivate var members: [String: JSONValue] {
    switch standing {
    case .finished(let output): ["outcome": "finished", "result": output]
    case .cancelled(let reason): ["outcome": "cancelled", "reason": .string(reason.rawValue)]
    case .failed, .unfinished, .damaged, .newer: ["outcome": "failed"]
    }
  }
}
