package import Flowline
package import FlowlineHost
import FlowlineMessages
import FlowlineSchema
import FoundationEssentials

/// A state as the body of a reply, with its entity tag.
struct StateBody: Sendable {
  let text: String
  let etag: String
  /// Whether the session has ended.
  let hasEnded: Bool

  /// Makes the body of a reply.
  ///
  /// - Parameters:
  ///   - state: how the session stands, which the entity tag is of.
  ///   - isTaken: whether a step takes the event that was delivered; nil if none was.
  init(_ state: HostedState, isTaken: Bool? = nil) {
    hasEnded = state.end != nil
    let told = state.jsonText()
    etag = StateTag.text(about: state.subject, telling: told)
    text = isTaken == nil ? told : ToldState(state: state, isTaken: isTaken).jsonText()
  }

  /// Whether a request's `If-None-Match` has the tag (RFC 9110, 13.1.2).
  func isAmong(_ headers: [String]) -> Bool {
    let known: Set<String> = ["*", etag, "W/\(etag)"]
    return headers.contains { header in
      header.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { known.contains(String($0)) }
    }
  }
}

/// A state as programs get it.
private struct ToldState: JSONObject {
  let state: HostedState
  /// Whether a step takes the event that was delivered; nil if none was.
  let isTaken: Bool?

  func tell(_ members: inout some JSONMembers) {
    members.add("answers", state.answers)
    members.add("ended", state.end?.json)
    members.add("flow", state.flow.rawValue)
    members.add("language", state.environment.language)
    members.add("places", .array(state.places.compactMap { try? JSONValue(encoding: $0) }))
    members.add("questions", state.questions)
    members.add("session", state.key.session.text)
    members.add("state", state.word)
    members.add("taken", isTaken.map { .bool($0) })
    members.add("title", state.title.text)
    members.add("underWay", .array(state.underWay.map(\.json)))
  }
}

extension HostedState: JSONObject {
  /// Tells the state as programs get it.
  package func tell(_ members: inout some JSONMembers) {
    ToldState(state: self, isTaken: nil).tell(&members)
  }

  /// What the entity tag names: the question that is answered first, or what else there is.
  var subject: String {
    questions.isEmpty ? "\(answers)-\(word)" : questions[0].token.description
  }
}

extension HostedQuestion: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    if isAskedAgain { members.add("isAskedAgain", true) }
    do {
      if let hold = prompt.hold, case .object(var asked) = try prompt.jsonValue() {
        asked["hold"] = hold.json
        members.add("prompt", .object(asked))
      } else {
        try members.add("prompt", prompt)
      }
    } catch {
      members.add("prompt", .null)
    }
    members.add("schema", prompt.schema)
    members.add("token", token.description)
  }
}

extension PromptHold {
  /// What is held, without what is for those who look after the program, such as where the store is.
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "isStore": .bool(isStore), "isCommit": .bool(isCommit),
      "mayHaveBeenDone": .bool(mayHaveBeenDone), "wasDone": .bool(wasDone),
    ]
    members["text"] = text.map { .string($0) }
    return .object(members)
  }
}

extension HostedAnswer {
  var json: JSONValue {
    [
      "token": .string("\(token)"), "step": answer.path.json,
      "question": .string(prompt.question.text), "answer": answer.value,
    ]
  }
}

extension HostedFlow {
  var json: JSONValue {
    ["path": path.json, "title": .string(title.text), "isScreen": .bool(isScreen)]
  }
}

extension HostedEnd {
  /// The end as the message `ended` tells it, but for an error's own words: like those of what is held,
  /// they are for those who look after the program.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    switch standing {
    case .finished(let output):
      members["outcome"] = "finished"
      members["output"] = output
    case .cancelled(let reason):
      members["outcome"] = "cancelled"
      members["error"] = ["code": .string(reason.rawValue)]
    case .failed:
      members["outcome"] = "failed"
      members["error"] = ["code": "failed"]
    case .unfinished, .damaged, .newer: break
    }
    if let text { members["text"] = .string(text.text) }
    return .object(members)
  }
}

extension SessionPage {
  /// A page of a list as programs get it.
  var json: JSONValue {
    var members: [String: JSONValue] = ["sessions": .array(items.map(\.session.message))]
    if let next { members["next"] = .string(next) }
    return .object(members)
  }
}
