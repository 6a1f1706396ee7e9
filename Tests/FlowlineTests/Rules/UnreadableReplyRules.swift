import FoundationEssentials
import Testing

@testable import Flowline

/// Replies and events whose types were changed while a session was kept: rules 16 and 24.
struct UnreadableReplyRules {
  private struct Old: Codable, Sendable {
    var sum: Int
  }

  private struct New: Codable, Sendable {
    var sum: String
  }

  private let writes = Log()

  /// Asks, does something outside, and asks again.
  private func flow(
    _ outside: @escaping @Sendable (FlowContext) async throws -> Void
  ) -> ClosureFlow<Int> {
    ClosureFlow("changed") { context in
      let first = try await context.run(ask("a"))
      try await outside(context)
      return try await first + context.run(ask("b")) + context.run(ask("c"))
    }
  }

  private func loads<Reply: Codable & Sendable>(_ reply: Reply) -> ClosureFlow<Int> {
    flow { _ = try await $0.load("l") { reply } }
  }

  private func commits<Reply: Codable & Sendable>(_ reply: Reply) -> ClosureFlow<Int> {
    let writes = writes
    return flow { context in
      _ = try await context.commit("w", of: 1) { _, _ in
        writes.add("written")
        return reply
      }
    }
  }

  private func waits<Event: Codable & Sendable>(for type: Event.Type) -> ClosureFlow<Int> {
    flow { _ = try await $0.wait("e", for: type) }
  }

  /// What is kept of a session that waits at its last question.
  private func record(of flow: some Flow, event: JSONValue? = nil) -> MemoryRecord {
    let (controller, record) = (FlowController(), MemoryRecord())
    controller.start(flow, SessionOptions(environment: .test, record: record))
    if let event { controller.deliver("e", json: event) }
    for answer in ["1", "2"] as [Answer] {
      controller.answer(answer)
      controller.waitUntilSettled()
    }
    #expect(controller.prompt?.id == "c")
    controller.unload()
    return record.reopened()
  }

  private func catalog(of flow: some Flow) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Changed")
    return catalog
  }

  @Test func `rule 16: a load that cannot be read is read again, and what follows is kept`() throws
  {
    let record = record(of: loads(Old(sum: 5)))
    let controller = FlowController()
    try catalog(of: loads(New(sum: "five"))).resume(record, in: controller)
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "c" && controller.resumeFault == nil)
    #expect(controller.journal.answers.count == 2)
    #expect(controller.fit?.items.map(\.fate) == [.kept, .dropped(because: .readAgain), .kept])
    #expect(record.text.contains("load l {\"sum\":\"five\"}\n"))
    #expect(!record.text.contains("failed"))
    // The program before reads it again in turn.
    controller.unload()
    let before = FlowController()
    try catalog(of: loads(Old(sum: 5))).resume(record.reopened(), in: before)
    before.waitUntilSettled()
    before.answer("3")
    #expect(before.journal.entries.last?.text == "finish 6")
  }

  @Test func `rule 16: of several loads that cannot be read, each is told`() throws {
    func loads<Reply: Codable & Sendable>(_ reply: Reply) -> ClosureFlow<Int> {
      flow { context in
        for step in ["l", "m", "n"] as [StepID] { _ = try await context.load(step) { reply } }
      }
    }
    let record = record(of: loads(Old(sum: 5)))
    let controller = FlowController()
    try catalog(of: loads(New(sum: "five"))).resume(record, in: controller)
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "c" && controller.resumeFault == nil)
    let again = JournalFit.Fate.dropped(because: .readAgain)
    #expect(controller.fit?.items.map(\.fate) == [.kept, again, again, again, .kept])
    #expect(
      controller.fit?.items.map(\.path.description) == [
        "changed/a", "changed/l", "changed/m", "changed/n", "changed/b",
      ])
    controller.unload()
  }

  /// Expects that a session is left as it is, and that the flow that recorded it continues it.
  private func expectLeft(
    _ record: MemoryRecord, by changed: some Flow, saying words: [String], not old: some Flow,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = record.text
    let (controller, log) = (FlowController(), Log())
    let fault = #expect(throws: ResumeFault.self, sourceLocation: sourceLocation) {
      try catalog(of: changed).resume(record, in: controller, handler: log.handler("changed"))
    }
    #expect(fault?.code == "unreadable-reply", sourceLocation: sourceLocation)
    for word in words {
      #expect(
        fault?.description.contains(word) ?? false, "\(word)", sourceLocation: sourceLocation)
    }
    #expect(!log.all.contains { $0 != "changed started" }, sourceLocation: sourceLocation)
    #expect(record.text == text && record.setAside.isEmpty, sourceLocation: sourceLocation)
    #expect(record.isClosed && !controller.isRunning, sourceLocation: sourceLocation)
    expectClean(controller, sourceLocation: sourceLocation)
    let again = FlowController()
    try catalog(of: old).resume(record.reopened(), in: again)
    again.waitUntilSettled()
    again.answer("3")
    #expect(again.journal.entries.last?.text == "finish 6", sourceLocation: sourceLocation)
  }

  @Test func `rule 24: what came of a write cannot be read: the session is left as it is`() throws {
    let record = record(of: commits(Old(sum: 5)))
    try expectLeft(
      record, by: commits(New(sum: "five")),
      saying: [
        "line ", "recorded of w", "New was expected in sum: ",
        "Migration(from: OLD, .change(\"w\")",
      ], not: commits(Old(sum: 5)))
    #expect(writes.all == ["written"])
  }

  @Test func `rule 24: so it is if a flow catches what its effects throw`() throws {
    let record = record(of: commits(Old(sum: 5)))
    let writes = writes
    let catching = flow { context in
      _ = try? await context.commit("w", of: 1) { _, _ in
        writes.add("written")
        return New(sum: "five")
      }
    }
    try expectLeft(record, by: catching, saying: ["recorded of w"], not: commits(Old(sum: 5)))
    #expect(writes.all == ["written"])
  }

  @Test func `rule 24: so it is if an event that was taken cannot be read`() throws {
    let record = record(of: waits(for: Old.self), event: ["sum": 5])
    try expectLeft(
      record, by: waits(for: New.self), saying: ["line ", "recorded of e", "both forms"],
      not: waits(for: Old.self))
  }

  @Test func `a script that a flow cannot read tells its line`() throws {
    let record = record(of: commits(Old(sum: 5)))
    let script = try Script(parsing: record.text)
    let report = try ScriptReplay(script, of: catalog(of: commits(New(sum: "five")))).run(.recorded)
    #expect(report.mismatch != nil)
    #expect(report.journal.text.contains("recorded of w cannot be read"))
  }

  // MARK: - Replies that cannot be recorded

  private struct Unencodable: Codable, Sendable {
    struct Refused: Error {}

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  @Test func `rule 14: a write whose reply cannot be recorded is not offered to be done again`()
    throws
  {
    let (controller, log) = (FlowController(), Log())
    controller.start(commits(Unencodable()), .test, handler: givingUp(log))
    controller.answer("1")
    controller.waitUntilSettled()
    let prompt = try #require(controller.prompt)
    let hold = try #require(prompt.hold)
    #expect(hold.isCommit && hold.mayHaveBeenDone && hold.wasDone)
    #expect(prompt.kind.choices.map(\.key) == ["give-up"])
    #expect(prompt.question.text.contains("was done"))
    #expect(hold.message.contains("cannot be encoded"))
    #expect(controller.answer("again").code != nil)
    controller.answer("give-up")
    controller.waitUntilSettled()
    #expect(!controller.isRunning)
    #expect(writes.all == ["written"])
    #expect(log.all == ["w was done: \(hold.message)"])
    #expect(!controller.journal.hasWriteInDoubt)
    // A replay comes to the same end, and so does a program that has yet to record the end.
    let script = try Script(parsing: controller.journal.text)
    let report = try ScriptReplay(script, of: catalog(of: commits(Unencodable()))).run(.recorded)
    #expect(report.matches, "\(report.mismatch as Any)")
    let lines = controller.journal.text.split(separator: "\n")
    let cut = try Script(parsing: lines.dropLast().joined(separator: "\n") + "\n")
    let rebuilt = FlowController()
    rebuilt.start(
      commits(Unencodable()),
      SessionOptions(environment: .test, journal: cut.journal(or: .test)), handler: givingUp(log))
    rebuilt.waitUntilSettled()
    #expect(log.all == Array(repeating: "w was done: \(hold.message)", count: 2))
    #expect(
      rebuilt.journal.entries.map(\.text) == controller.journal.entries.map(\.text))
    #expect(writes.all == ["written"])
  }

  /// Notes what a session was given up over.
  private func givingUp(_ log: Log) -> FlowHandler<Int> {
    FlowHandler { outcome, _ in
      guard case .failed(let failure) = outcome, let givenUp = failure.cause as? EffectGivenUp
      else { return log.add("\(outcome)") }
      log.add("\(givenUp.step) \(givenUp.wasDone ? "was done" : "is in doubt"): \(givenUp.message)")
    }
  }
}
