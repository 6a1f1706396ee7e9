import Flowline
import FlowlineHost
import FlowlineMessages
import FlowlineSchema
import FoundationEssentials

/// A state as the body of a reply, with its entity tag.
struct StateBody: Sendable {
  let json: JSONValue
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
    var json = state.json
    var text = json.text
    etag = StateTag.text(about: state.subject, telling: text)
    if let isTaken, case .object(var members) = json {
      members["taken"] = .bool(isTaken)
      json = .object(members)
      text = json.text
    }
    self.json = json
    self.text = text
  }

  /// Whether a request's `If-None-Match` has the tag (RFC 9110, 13.1.2).
  func isAmong(_ headers: [String]) -> Bool {
    let known: Set<String> = ["*", etag, "W/\(etag)"]
    return headers.contains { header in
      header.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { known.contains(String($0)) }
    }
  }
}

extension HostedState {
  /// The state as programs get it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "session": .string(key.session.uuidString.lowercased()), "flow": .string(flow.rawValue),
      "title": .string(title.text), "language": .string(environment.language),
      "answers": .integer(Int64(answers)), "state": .string(word),
      "questions": .array(questions.map(\.json)),
      "places": .array(places.compactMap { try? JSONValue(encoding: $0) }),
      "underWay": .array(underWay.map(\.json)),
    ]
    if let end { members["ended"] = end.json }
    return .object(members)
  }

  /// What the entity tag names: the question that is answered first, or what else there is.
  var subject: String { question.map { "\($0.token)" } ?? "\(answers)-\(word)" }
}

extension HostedQuestion {
  var json: JSONValue {
    var asked = (try? JSONValue(encoding: prompt)) ?? .null
    if case .object(var members) = asked, let hold = prompt.hold {
      members["hold"] = hold.json
      asked = .object(members)
    }
    var members: [String: JSONValue] = [
      "token": .string("\(token)"), "prompt": asked, "schema": prompt.schema,
    ]
    if isAskedAgain { members["isAskedAgain"] = true }
    return .object(members)
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
