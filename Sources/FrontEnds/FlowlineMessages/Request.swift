package import Flowline
import FoundationEssentials

/// What a program asks of a front end for programs.
package enum Request {
  case start(Start)
  case resume(String)
  case answer(Answer, presentation: Int?, isAcknowledged: Bool)
  case fill([StepID: Answer], presentation: Int?, isAcknowledged: Bool)
  case preview(Answer, presentation: Int?)
  case keep(FileContents)
  /// A file that is shown is wanted.
  case fetch(FileDigest)
  case deliver(StepID, JSONValue, key: String?)
  case back
  case backTo(String)
  case cancel
  /// A presentation is gone.
  case gone(Int)
  /// A place is gone, with all that was shown in it.
  case closed(Int)
  /// A nested flow is to end, by its number.
  case end(Int)
  case language(String)
  case leave
  case stop
  case journal
  case legal
  case flows
  case sessions
  /// The client wants this version of the protocol.
  case version(Int)

  /// Reads a request.
  ///
  /// - Throws: ``RequestFault`` if it is not a request. What it holds is not in the fault: secrets may be
  ///   anywhere in what cannot be read.
  package init(parsing text: String) throws(RequestFault) {
    try self.init(Members(JSONValue(requesting: text)))
  }

  /// Reads a request of its members, of which one is the verb.
  package init(_ members: Members) throws(RequestFault) {
    let present = Self.verbs.filter { members[$0.name] != nil }
    guard let verb = present.first, present.count == 1 else {
      let names = Self.verbs.map { "“\($0.name)”" }.joined(separator: ", ")
      throw RequestFault(
        expected: "an object with one of \(names)",
        got: present.isEmpty
          ? "an object with none of them" : present.map { "“\($0.name)”" }.joined(separator: ", "))
    }
    try members.allow(verb.others.union([verb.name]), with: verb.name)
    self = try verb.read(members)
  }
}

extension Request {
  /// A word of which each request has exactly one.
  private struct Verb {
    let name: String
    /// What may be beside it.
    let others: Set<String>
    let read: @Sendable (Members) throws(RequestFault) -> Request

    init(
      _ name: String, with others: Set<String> = [],
      _ read: @escaping @Sendable (Members) throws(RequestFault) -> Request
    ) {
      (self.name, self.others, self.read) = (name, others, read)
    }

    /// A word that nothing is to be said about.
    init(_ name: String, _ request: Request) {
      self.init(name) { (members) throws(RequestFault) in
        try members.expectTrue(name)
        return request
      }
    }
  }

  private static let verbs = [
    Verb("start", with: ["locale", "timeZone", "now", "session", "given"]) {
      (members) throws(RequestFault) in .start(try Start(members))
    },
    Verb("resume") { (members) throws(RequestFault) in
      .resume(try members.need("resume", "a session's id") { $0.isEmpty ? nil : $0 })
    },
    Verb("answer", with: ["presentation", "acknowledge"]) { (members) throws(RequestFault) in
      .answer(
        Answer(member: members["answer"] ?? .null),
        presentation: try members.integer("presentation"),
        isAcknowledged: try members.bool("acknowledge"))
    },
    Verb("fill", with: ["presentation", "acknowledge"]) { (members) throws(RequestFault) in
      .fill(
        try members.object("fill").mapValues { Answer(member: $0) },
        presentation: try members.integer("presentation"),
        isAcknowledged: try members.bool("acknowledge"))
    },
    Verb("preview", with: ["presentation"]) { (members) throws(RequestFault) in
      .preview(
        Answer(member: members["preview"] ?? .null),
        presentation: try members.integer("presentation"))
    },
    Verb("keep", with: ["named"]) { (members) throws(RequestFault) in
      .keep(
        FileContents(
          try members.need("keep", "contents in base64") {
            Data(base64Encoded: $0).map { Array($0) }
          }, named: try members.need("named", "the file's name") { $0.isEmpty ? nil : $0 }))
    },
    Verb("fetch") { (members) throws(RequestFault) in
      .fetch(try members.need("fetch", "a file's digest such as sha256:9f86…") { FileDigest($0) })
    },
    Verb("deliver", with: ["value", "key"]) { (members) throws(RequestFault) in
      .deliver(
        StepID(try members.need("deliver", "the id of a step") { $0.isEmpty ? nil : $0 }),
        members["value"] ?? .null, key: try members.read("key", "text") { $0 })
    },
    Verb("back") { (members) throws(RequestFault) in
      if let step = members["back"]?.string { return .backTo(step) }
      try members.expectTrue("back", or: "a step such as new-goal/name")
      return .back
    },
    Verb("cancel", .cancel),
    Verb("gone") { (members) throws(RequestFault) in
      .gone(try members.integer("gone") ?? -1)
    },
    Verb("closed") { (members) throws(RequestFault) in
      .closed(try members.integer("closed") ?? -1)
    },
    Verb("end") { (members) throws(RequestFault) in
      .end(try members.integer("end") ?? -1)
    },
    Verb("leave", .leave),
    Verb("stop", .stop),
    Verb("language") { (members) throws(RequestFault) in
      .language(try members.need("language", "a language such as ru") { $0 })
    },
    Verb("journal", .journal),
    Verb("legal", .legal),
    Verb("flows", .flows),
    Verb("sessions", .sessions),
    Verb("protocol") { (members) throws(RequestFault) in
      .version(try members.integer("protocol") ?? 0)
    },
  ]
}

extension Answer {
  /// `{"text":"..."}` is an answer as a person typed it; anything else is one by a program.
  package init(member json: JSONValue) {
    guard case .object(let members) = json, members.count == 1, let text = members["text"]?.string
    else {
      self = .json(json)
      return
    }
    self = .text(text)
  }
}

extension JSONValue {
  /// Reads a request's text.
  ///
  /// - Throws: ``RequestFault`` that says where it is no JSON.
  package init(requesting text: String) throws(RequestFault) {
    do {
      self = try JSONValue(parsing: text)
    } catch {
      throw RequestFault(
        expected: "JSON: \(error.expected) at byte \(error.offset)",
        got: error.offset < text.utf8.count ? "something else" : "the end of the line",
        at: error.offset)
    }
  }
}
