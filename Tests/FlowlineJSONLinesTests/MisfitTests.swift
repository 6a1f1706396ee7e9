import Flowline
import FlowlineJSONLines
import FoundationEssentials
import TestSupport
import Testing

/// What a program gets for a session whose record the flow cannot continue with, which turns out
/// behind a secret that is asked once more.
struct MisfitTests {
  /// Asks for a secret, writes, and asks once more.
  private struct PayFlow<Reply: Codable & Sendable>: Flow {
    let id: FlowID = "pay"
    let amount: Int
    let reply: Reply

    func run(_ context: FlowContext) async throws -> Int {
      _ = try await context.run(SecretScreen("pin", "Your PIN?"))
      let reply = reply
      _ = try await context.commit("payment", of: amount) { _, _ in reply }
      return try await context.run(NumberScreen("note", "Which number?"))
    }
  }

  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let pin = #"{"answer":{"text":"1234"}}"#

  init() throws { temporary = try TemporaryFolder() }

  private func talk(
    _ flow: some Flow, _ lines: [String], opening: JSONLinesFrontEnd.Opening? = nil
  ) throws -> (messages: [JSONValue], end: JSONLinesFrontEnd.End) {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Pay.")
    var frontEnd = JSONLinesFrontEnd(
      "tester", store: FileStore(folder: folder)
    ) { [catalog] _ in catalog }
    frontEnd.opening = opening
    return try FlowlineJSONLinesTests.talk(lines.map { Array($0.utf8) }, to: frontEnd)
  }

  /// Expects that a changed flow leaves a session as it is, and that the front end says why.
  private func expectLeft(by changed: some Flow, as code: String) throws {
    _ = try talk(PayFlow(amount: 5, reply: 5), [#"{"start":"pay"}"#, pin])
    let store = FileStore(folder: folder)
    let id = try #require(try store.sessions().first?.id)
    let (messages, end) = try talk(
      changed, [pin, #"{"answer":7}"#], opening: .resume(try store.open(id), given: []))
    let refusals = messages.filter { $0["type"] == "refusal" }
    #expect(refusals.map { $0["of"] } == ["resume"], "\(messages)")
    #expect(refusals.map { $0["code"]?.string } == [code])
    #expect(end.refusal?.code.rawValue == code)
    #expect(end.outcome == nil)
    // The flow that recorded it continues it.
    let before = try talk(
      PayFlow(amount: 5, reply: 5), [pin, #"{"answer":7}"#],
      opening: .resume(try store.open(id), given: []))
    #expect(before.messages.last?["output"] == 7, "\(before.messages)")
  }

  @Test func `rule 24: a reply that the flow cannot read is why the session was not resumed`()
    throws
  {
    try expectLeft(by: PayFlow(amount: 5, reply: "five"), as: "unreadable-reply")
  }

  @Test func `rule 14: so is a write that would be another now`() throws {
    try expectLeft(by: PayFlow(amount: 6, reply: 5), as: "commit-differs")
  }
}
