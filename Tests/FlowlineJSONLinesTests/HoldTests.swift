import Flowline
import FlowlineJSONLines
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// What a program is told if something around a flow goes wrong, and what it may do.
struct HoldTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let failures = Failures()

  init() throws { temporary = try TemporaryFolder() }

  private func talk(
    _ lines: String..., world: String? = nil, opening: JSONLinesFrontEnd.Opening? = nil
  ) throws -> (messages: [JSONValue], end: JSONLinesFrontEnd.End) {
    var catalog = FlowCatalog()
    catalog.add(PayFlow(failures: failures), summary: "Pay.")
    var frontEnd = JSONLinesFrontEnd(
      "tester", store: FileStore(folder: folder), world: world
    ) { [catalog] _ in catalog }
    frontEnd.opening = opening
    return try FlowlineJSONLinesTests.talk(lines.map { Array($0.utf8) }, to: frontEnd)
  }

  private func kinds(_ messages: [JSONValue]) -> [String?] {
    messages.map { $0["type"]?.string }.filter { $0 != "working" && $0 != "progress" }
  }

  private func holds(_ messages: [JSONValue]) -> [JSONValue] {
    messages.compactMap { $0["prompt"]?["hold"] }.filter { $0 != .null }
  }

  private func inFolder(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  @Test func `rule 14: a write without an answer is a prompt, done again with its key`() throws {
    try inFolder {
      failures.add(Unanswered())
      let (messages, end) = try talk(
        #"{"start":"pay"}"#, #"{"answer":5}"#, #"{"answer":"again"}"#)
      #expect(kinds(messages) == ["prompt", "prompt", "ended"], "\(messages)")
      #expect(
        holds(messages) == [
          [
            "isCommit": true, "mayHaveBeenDone": true, "wasDone": false, "message": "no answer",
          ]
        ])
      let choices = messages[1]["prompt"]?["kind"]?["choices"]
      guard case .array(let choices)? = choices else {
        Issue.record("no choices")
        return
      }
      #expect(choices.map { $0["key"] } == ["again", "later", "give-up"])
      #expect(messages.last?["outcome"] == "finished")
      #expect(end.isOver && end.hold == nil)
      #expect(failures.keys.count == 2 && Set(failures.keys).count == 1)
    }
  }

  @Test func `what would become of an answer to what is held is told as well`() throws {
    try inFolder {
      failures.add(Unanswered())
      let (messages, _) = try talk(
        #"{"start":"pay"}"#, #"{"answer":5}"#, #"{"preview":"again"}"#, #"{"preview":"perhaps"}"#,
        #"{"answer":"again"}"#)
      #expect(
        kinds(messages) == ["prompt", "prompt", "preview", "refusal", "ended"], "\(messages)")
      #expect(messages.first { $0["type"] == "preview" }?["recorded"] == "again")
      #expect(messages.first { $0["type"] == "refusal" }?["code"] == "not-a-choice")
    }
  }

  @Test func `rule 24: later and the end of input leave the session, which is resumed`() throws {
    for leaving in [#"{"answer":"later"}"#, ""] {
      try inFolder {
        failures.add(Unanswered())
        let id = "5e5510f1-0000-4000-8000-000000000001"
        let (messages, end) = try talk(
          #"{"start":"pay","session":"\#(id)"}"#, #"{"answer":5}"#, leaving)
        #expect(kinds(messages) == ["prompt", "prompt", "paused"], "\(messages)")
        #expect(messages.last?["session"]?.string == id)
        #expect(end.outcome == nil && (end.hold != nil) == leaving.isEmpty)
        let resumed = try talk(#"{"resume":"5e55"}"#)
        #expect(kinds(resumed.messages) == ["ended"], "\(resumed.messages)")
        #expect(resumed.messages.last?["output"] == 5)
      }
    }
  }

  @Test func `rule 14: a write that may have been done is not cancelled but given up`() throws {
    try inFolder {
      failures.add(Unanswered())
      let (messages, _) = try talk(
        #"{"start":"pay"}"#, #"{"answer":5}"#, #"{"answer":"cancel"}"#, #"{"cancel":true}"#,
        #"{"answer":7}"#, #"{"legal":true}"#, #"{"answer":"give-up"}"#)
      let refusals = messages.filter { $0["type"] == "refusal" }.map { $0["of"] }
      #expect(refusals == ["answer", "cancel", "answer"], "\(messages)")
      let legal = messages.first { $0["type"] == "legal" }
      #expect(legal?["hold"]?["choices"] == ["again", "later", "give-up"])
      #expect(legal?["cancel"]?["legal"] == false)
      #expect(messages.last?["outcome"] == "failed")
      #expect(messages.last?["error"]?["message"]?.string?.contains("is not known") == true)
      #expect(failures.keys.count == 1)
    }
  }

  @Test func `rule 24: what was not sent, and what could not be read, can be cancelled`() throws {
    for isSent in [true, false] {
      try inFolder {
        if isSent {
          failures.addToLoads(Unanswered())
        } else {
          failures.add(CommitNotSent(Unanswered()))
        }
        let (messages, _) = try talk(
          #"{"start":"pay"}"#, isSent ? "" : #"{"answer":5}"#, #"{"answer":"cancel"}"#)
        #expect(holds(messages).map { $0["mayHaveBeenDone"] } == [false])
        #expect(messages.last?["outcome"] == "cancelled", "\(messages)")
      }
    }
  }

  @Test func `rule 24: what cannot be saved is a prompt with the reason`() throws {
    try inFolder {
      try Data().write(to: URL(filePath: folder))
      let (messages, end) = try talk(#"{"start":"pay"}"#, #"{"answer":5}"#, #"{"answer":"again"}"#)
      let failures = holds(messages).map { $0["storeFailure"] }
      #expect(failures.count == 2 && failures.allSatisfy { $0 != nil }, "\(messages)")
      #expect(kinds(messages).last == "paused")
      #expect(messages.last?["session"] == nil, "there is nothing to resume")
      #expect(end.hold?.isStore == true)
      #expect(self.failures.keys.isEmpty)
    }
  }

  @Test func `rule 28: a session of another world is not resumed`() throws {
    try inFolder {
      failures.add(Unanswered())
      _ = try talk(#"{"start":"pay"}"#, #"{"answer":5}"#, #"{"answer":"later"}"#, world: "bank A")
      let id = try #require(try FileStore(folder: folder).sessions().first?.id.uuidString)
      let refused = try talk(#"{"resume":"\#(id)"}"#, world: "bank B").messages
      #expect(refused.map { $0["code"] } == ["other-world"])
      let message = try #require(refused.first?["message"]?.string)
      #expect(message.contains("bank A") && message.contains("bank B"))
      #expect(failures.keys.count == 1)
      let resumed = try talk(#"{"resume":"\#(id)"}"#, world: "bank A").messages
      #expect(resumed.last?["outcome"] == "finished")
    }
  }

  @Test func `rule 16: a session that a newer version saved is listed and refused as that`() throws
  {
    try inFolder {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = URL(filePath: "\(folder)/5e5510f1-0000-4000-8000-000000000001.flow")
      let record = Data("format 3\nstory pay@1\n".utf8)
      try record.write(to: file)
      let messages = try talk(#"{"sessions":true}"#, #"{"resume":"5e55"}"#).messages
      #expect(messages.map { $0["code"] } == [nil, "newer-format"], "\(messages)")
      #expect(messages.first?.text.contains(#""state":"newer""#) == true)
      #expect(messages.last?["message"]?.string?.contains("nothing is lost") == true)
      #expect(try Data(contentsOf: file) == record)
    }
  }
}

private struct Unanswered: Error, CustomStringConvertible {
  var description: String { "no answer" }
}

/// What goes wrong next.
private final class Failures: Sendable {
  private struct State {
    var loads: [any Error & Sendable] = []
    var commits: [any Error & Sendable] = []
    var keys: [IdempotencyKey] = []
  }

  private let state = Mutex(State())

  var keys: [IdempotencyKey] { state.withLock { $0.keys } }

  func add(_ error: any Error & Sendable) { state.withLock { $0.commits.append(error) } }
  func addToLoads(_ error: any Error & Sendable) { state.withLock { $0.loads.append(error) } }

  func load() throws {
    if let error = state.withLock({ $0.loads.popLast() }) { throw error }
  }

  func commit(_ key: IdempotencyKey) throws {
    let error = state.withLock { state in
      state.keys.append(key)
      return state.commits.popLast()
    }
    if let error { throw error }
  }
}

private struct PayFlow: Flow {
  let id: FlowID = "pay"
  let failures: Failures

  func run(_ context: FlowContext) async throws -> Int {
    let failures = failures
    _ = try await context.load("rate") {
      try failures.load()
      return 1
    }
    let amount = try await context.run(NumberScreen("amount", "How much?"))
    return try await context.commit("payment", of: amount) { amount, key in
      try failures.commit(key)
      return amount
    }
  }
}
