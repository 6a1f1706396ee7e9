import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What a newer version of the program wrote is its own truth: nothing is damaged, and nothing is lost.
struct NewerFormatTests {
  /// A record in a format to come, of which this version reads no more than its first line.
  private static let text = "format 3\nstory sum@1 from 2026\n\u{1}\n"

  @Test(arguments: [
    ("format 3\n", 3), ("format 3\r\nflow sum 1\r\n", 3), ("format 3\nanswer left 7 7\n", 3),
    ("# mine\n\n  format 12 \nflow sum 1\n", 12), ("format 3\nflow sum 1\nansw", 3),
    ("format 9223372036854775807\n", Int.max),
  ])
  func `rule 16: a format to come is not called damage`(text: String, format: Int) throws {
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: text) }
    #expect(script == .newerFormat(recorded: format, known: 2))
    #expect(script?.description.contains("in format \(format)") == true)
    let summary = SessionSummary(record: Array(text.utf8))
    #expect(summary.standing == .newer(format: format))
    #expect(summary.standing.kind == .newer && !summary.standing.isUnfinished)
    #expect(summary.flow == nil && summary.answers == 0 && !summary.isUnderWay)
  }

  /// Whether a session is refused as one that a newer version saved, with words that say so.
  private func isOfNewer(_ fault: ResumeFault?) -> Bool {
    guard case .newerFormat(recorded: 3, known: 2)? = fault else { return false }
    let text = fault.map { "\($0)" } ?? ""
    return fault?.code == "newer-format" && text.contains("nothing is lost")
      && !text.contains("damaged")
  }

  @Test func `rule 16: a session that a newer version saved is refused as that, and kept`() throws {
    let record = MemoryRecord()
    record.text = Self.text
    let controller = FlowController()
    let fault = #expect(throws: ResumeFault.self) {
      try FlowCatalog(of: SumFlow()).resume(record, in: controller)
    }
    #expect(isOfNewer(fault), "\(String(describing: fault))")
    #expect(record.text == Self.text && record.isClosed && record.setAside.isEmpty)
    let again = record.reopened()
    let other = #expect(throws: ResumeFault.self) {
      try controller.resume(SumFlow(), from: again)
    }
    #expect(isOfNewer(other), "\(String(describing: other))")
    #expect(again.text == Self.text && again.isClosed)
    #expect(controller.prompt == nil)
  }

  @Test func `rule 16: so it is in a store that several nodes share`() async throws {
    let store = MemoryJournalStore()
    let key = SessionKey("ada", UUID())
    try await store.begin(key).change(
      .append(Self.text, isDurable: true, UUID()), at: 1,
      summary: SessionSummary(unread: .newer(format: 3)))
    let record = try await store.open(key)
    let catalog = FlowCatalog(of: SumFlow())
    let fault = await #expect(throws: ResumeFault.self) {
      try await catalog.resume(record, in: FlowController())
    }
    #expect(isOfNewer(fault), "\(String(describing: fault))")
    #expect(store.text(of: key) == Self.text)
  }

  @Test func `a file that a newer version saved is listed as such until a person removes it`()
    throws
  {
    let folder = try TemporaryFolder()
    let id = UUID()
    try folder.write(Self.text, to: "\(id.uuidString.lowercased()).flow")
    let store = FileStore(folder: folder.path)
    #expect(try store.sessions().map(\.standing) == [.newer(format: 3)])
    let record = try store.open(id)
    #expect(try record.contents() == Array(Self.text.utf8))
    record.close()
    try store.remove(id)
    #expect(try store.sessions().isEmpty)
  }

  @Test func `a store that says that a newer version kept a record is believed`() {
    let failure = StoreFailure(.newerVersion, at: "there", "a newer program sealed it")
    let session = StoredSession(UUID(), changed: Date(timeIntervalSince1970: 0), failure: failure)
    #expect(session.standing == .newer(format: nil))
    let damaged = StoredSession(
      UUID(), changed: Date(timeIntervalSince1970: 0),
      failure: StoreFailure(.unreadable, at: "there", "it is gone"))
    #expect(damaged.standing.kind == .damaged)
    #expect(ResumeFault.unreadable(failure).code == "newer-version")
  }

  @Test(
    arguments: [
      (#"{"kind":"asleep","until":7}"#, .newer(format: nil)),
      (#"{"kind":"cancelled","reason":"moved"}"#, .newer(format: nil)),
      (#"{"kind":"newer","format":9}"#, .newer(format: 9)),
      (#"{"kind":"newer","format":null}"#, .newer(format: nil)),
      (#"{"kind":"cancelled","reason":"user"}"#, .cancelled(.user)),
      (#"{"kind":"cancelled"}"#, nil), (#"{"kind":"cancelled","reason":""}"#, nil),
      (#"{"kind":"unfinished"}"#, nil), (#"{"kind":""}"#, nil), (#"{"kind":7}"#, nil), ("{}", nil),
    ] as [(String, SessionSummary.Standing?)])
  func `a summary with a word of a newer version is not called damaged`(
    standing: String, expected: SessionSummary.Standing?
  ) throws {
    let text = #"{"version":1,"answers":2,"standing":\#(standing)}"#
    #expect(SessionSummary(json: try JSONValue(parsing: text))?.standing == expected)
    #expect(SessionSummary(rest: text, answers: 2).standing.kind == expected?.kind ?? .damaged)
  }

  @Test func `what is held is read as it was written, and as an earlier version wrote it`() throws {
    let held = [true, false].map { wasDone in
      HeldEffect(
        step: StepPath(["pay"]), message: "m", text: nil, mayHaveBeenDone: true, wasDone: wasDone)
    }
    #expect(held.compactMap { HeldEffect(json: $0.json) } == held)
    #expect(
      held.map(\.json.text) == [
        #"{"mayHaveBeenDone":true,"message":"m","step":["pay"],"wasDone":true}"#,
        #"{"mayHaveBeenDone":true,"message":"m","step":["pay"]}"#,
      ])
  }

  @Test func `what is held is read of a program that does not say whether it was done`() throws {
    let old: JSONValue = ["isCommit": true, "mayHaveBeenDone": true, "message": "m"]
    let hold = try old.decode(as: PromptHold.self)
    #expect(hold.isCommit && hold.mayHaveBeenDone && !hold.wasDone && hold.message == "m")
    #expect(hold.text == nil && hold.storeFailure == nil)
    #expect(try JSONValue(encoding: hold)["wasDone"] == .bool(false))
  }

  @Test(arguments: [.newer(format: 3), .newer(format: nil)] as [SessionSummary.Standing])
  func `the summary of what a newer version saved is read as it was written`(
    standing: SessionSummary.Standing
  ) {
    let summary = SessionSummary(unread: standing)
    #expect(SessionSummary(json: summary.json) == summary)
  }
}
