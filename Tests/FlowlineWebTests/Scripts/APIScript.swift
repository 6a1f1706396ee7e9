import FlowlineTesting
import HTTPTypes
import HummingbirdTesting

@testable import Flowline

/// Walks a script over the API, line by line.
struct APIScript {
  private let recorded: RecordedScript
  private let client: WebClient
  private let base: String

  init(_ recorded: RecordedScript, _ client: WebClient, session: String) {
    self.recorded = recorded
    self.client = client
    base = "/api/sessions/\(session)"
  }

  /// Does all that the script says, and returns how it ended.
  func walk() async throws -> JSONValue {
    var state = try await call(.put, "", ["start": .string(recorded.script.flow.rawValue)]).json
    var (wasChanged, wasLeft) = (false, false)
    for line in recorded.script.lines {
      let entry = line.entry
      // There are flows whose leaving is a step back.
      let isBack = wasLeft && entry.verb == .back
      wasLeft = entry.verb == .abandon
      if isBack { continue }
      wasChanged = wasChanged && [.show, .answer].contains(entry.verb) || entry.verb == .jump
      // Answers behind a change stand again by themselves.
      if wasChanged, entry.verb == .answer, entry.id.rawValue != state.asked { continue }
      do {
        if let reply = try await take(line.entry) { state = reply }
      } catch let fault as WalkFault {
        throw WalkFault("line \(line.number): \(line.entry.text)\n\(fault)")
      }
    }
    return state
  }

  private func take(_ entry: JournalEntry) async throws -> JSONValue? {
    switch entry.verb {
    case .answer:
      let member = Self.member(try recorded.answer(of: entry), isTyped: entry.isSecret)
      return try await done(call(.post, "/answer", ["answer": member, "acknowledge": true]))
    case .refuse:
      let answer = try recorded.answer(of: entry)
      let reply: TestResponse
      if let page = entry.refusedPage {
        reply = try await call(
          .post, "/fill", ["fill": .object(page.mapValues { Self.member($0, isTyped: true) })])
      } else {
        reply = try await call(.post, "/answer", ["answer": Self.member(answer, isTyped: true)])
      }
      // What is checked outside is refused once it was taken.
      let isRefused = reply.status.code == 422 || reply.json.refused != nil
      guard isRefused else { throw WalkFault("nothing is refused") }
      return nil
    case .back: return try await done(call(.post, "/back", ["back": true]))
    case .jump: return try await done(call(.post, "/back", ["back": .string(entry.id.rawValue)]))
    case .cancel where entry.leaveReason == .dismissed:
      return try await done(call(.post, "/closed", ["closed": true]))
    case .cancel: return try await done(call(.post, "/cancel", ["cancel": true]))
    case .language:
      return try await done(call(.post, "/language", ["language": entry.payload.json ?? .null]))
    case .event, .wait: throw WalkFault("the walk has no clock and no events")
    default: return nil
    }
  }

  private func done(_ reply: TestResponse) throws -> JSONValue {
    guard reply.status == .ok else { throw WalkFault("answered \(reply.status): \(reply.text)") }
    return reply.json
  }

  /// What was refused is sent as it was typed; text that was taken is its own recorded form.
  private static func member(_ answer: JSONValue, isTyped: Bool) -> JSONValue {
    guard isTyped, case .string = answer else { return answer }
    return ["text": answer]
  }

  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json"]
    if let name = HTTPField.Name("Prefer") { headers[name] = "wait=60" }
    return try await client.send(method, base + path, headers, body.text)
  }
}

extension JSONValue {
  /// The id of the first question of a state; nil if none is asked.
  fileprivate var asked: String? {
    guard case .array(let questions)? = self["questions"] else { return nil }
    return questions.first?["prompt"]?["id"]?.string
  }

  /// What was refused of the first question of a state; nil if nothing was.
  fileprivate var refused: JSONValue? {
    guard case .array(let questions)? = self["questions"] else { return nil }
    return questions.first?["prompt"]?["refused"]
  }
}

extension JournalEntry {
  /// Whether what was answered is not told.
  fileprivate var isSecret: Bool { payload.json?.isRedactionMark ?? false }
}
