import FoundationEssentials
import Testing

@testable import Flowline

/// Flows nested in a session that a newer version of them recorded: rule 16.
struct NewerFlowRules: KeptNumbers {
  /// Runs its child, and asks two more.
  private struct Outer: Flow {
    let id: FlowID = "outer"
    var version = 1
    let child: Numbers

    func run(_ context: FlowContext) async throws -> Int {
      let sum = try await context.run(child)
      return try await sum + context.run(ask("c")) + context.run(ask("d"))
    }
  }

  /// Asks, and runs a flow with a child at once.
  private func pair(_ child: Numbers) -> ClosureFlow<Int> {
    ClosureFlow("outer") { context in
      let leg = ClosureFlow("leg") { try await $0.run(child) }
      let (sum, other) = try await context.all(leg, ask("other"))
      return sum + other
    }
  }

  /// Runs the child beside a question.
  private func fork(_ child: Numbers) -> ClosureFlow<Int> {
    ClosureFlow("outer") { context in
      let (other, sum) = try await context.all(ask("other"), child)
      return sum + other
    }
  }

  /// What is kept of a session; of several questions the last is answered.
  private func record(of flow: some Flow, answers: [Answer]) -> MemoryRecord {
    let (controller, record) = (FlowController(), MemoryRecord())
    controller.start(flow, SessionOptions(environment: .test, record: record))
    for answer in answers {
      controller.answer(answer, to: controller.prompts.last?.presentation)
    }
    controller.unload()
    return record.reopened()
  }

  private func catalog(of flow: some Flow) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Numbers")
    return catalog
  }

  /// Expects that a session is not resumed, and that nothing has become of it.
  private func expectRefused(
    _ flow: some Flow, _ record: MemoryRecord, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = record.text
    let (controller, log, flows) = (FlowController(), Log(), catalog(of: flow))
    let fault = #expect(throws: ResumeFault.self, sourceLocation: sourceLocation) {
      try flows.resume(record, in: controller, handler: log.handler("outer"))
    }
    #expect(
      fault?.description.hasPrefix("the session is of version 2 of numbers, this program has")
        ?? false, sourceLocation: sourceLocation)
    #expect(record.text == before && record.setAside.isEmpty, sourceLocation: sourceLocation)
    #expect(record.isClosed, sourceLocation: sourceLocation)
    #expect(!log.all.contains { $0 != "outer started" }, sourceLocation: sourceLocation)
    #expect(controller.prompt == nil && !controller.isRunning, sourceLocation: sourceLocation)
    expectClean(controller, sourceLocation: sourceLocation)
  }

  @Test(arguments: [["1"], ["1", "2", "3"]] as [[Answer]])
  func `rule 16: a nested flow that a newer version recorded is refused, running or ended`(
    answers: [Answer]
  ) throws {
    let kept = record(of: Outer(child: Numbers(version: 2, steps: ["a", "b"])), answers: answers)
    #expect(kept.text.contains("enter numbers 2\n"))
    // An older version might ask something else, and set aside what was answered.
    expectRefused(Outer(child: Numbers(steps: ["a", "x", "b"])), kept.reopened())
    expectRefused(Outer(child: Numbers(steps: ["a", "b"])), kept.reopened())
    let (controller, _) = try resume(
      Outer(child: Numbers(version: 2, steps: ["a", "b"])), kept.reopened())
    #expect(controller.journal.answers.count == answers.count && controller.fit == nil)
    #expect(controller.resumeFault == nil)
  }

  @Test func `rule 16: so is a newer child at once, and one that it runs`() {
    let nested = record(of: pair(Numbers(version: 2)), answers: ["1", "2"])
    #expect(nested.text.contains("enter numbers 2\n"), "\(nested.text)")
    expectRefused(pair(Numbers(steps: ["x"])), nested)
    let forked = record(of: fork(Numbers(version: 2)), answers: ["1", "2"])
    #expect(forked.text.contains("enter numbers 2\n"), "\(forked.text)")
    expectRefused(fork(Numbers(steps: ["x"])), forked)
  }

  @Test func `rule 16: one behind a secret leaves the session as it is when that was typed`() throws
  {
    func flow(_ child: Numbers) -> ClosureFlow<Int> {
      ClosureFlow("outer") { context in
        _ = try await context.run(SecretScreen("pin", "Your PIN?"))
        return try await context.run(child)
      }
    }
    let kept = record(of: flow(Numbers(version: 2)), answers: ["1234", "1"])
    let before = kept.text
    let (controller, log) = try resume(flow(Numbers(steps: ["x"])), kept)
    #expect(controller.prompt?.id == "pin" && controller.resumeFault == nil)
    controller.answer("1234")
    #expect(controller.resumeFault?.code == "newer-version")
    #expect(controller.prompt == nil && !controller.isRunning)
    #expect(kept.text == before && kept.setAside.isEmpty && kept.isClosed)
    #expect(log.all == ["numbers started"], "it was left as it is")
    expectClean(controller)
    controller.start(Numbers(), .test)
    #expect(controller.resumeFault == nil && controller.prompt?.id == "a")
  }

  @Test func `rule 16: without a catalogue it is refused as well`() throws {
    let kept = record(of: Outer(child: Numbers(version: 2)), answers: ["1"])
    let journal = try Script(parsing: kept.text).journal(or: .test)
    let older = Outer(child: Numbers())
    let fault = #expect(throws: ResumeFault.self) {
      try FlowController().resume(older, from: journal)
    }
    #expect(fault?.code == "newer-version")
    let controller = FlowController()
    #expect(controller.start(older, SessionOptions(journal: journal)).code == .newerVersion)
    #expect(controller.start(older, .test) == .accepted)
  }

  @Test func `rule 16: a script of a newer nested flow is no mismatch, and is not recapped`() throws
  {
    let kept = record(of: Outer(child: Numbers(version: 2)), answers: ["1", "2"])
    let script = try Script(parsing: kept.text)
    let newer = ScriptReplayFault.newerVersion("numbers", 2, known: 1)
    // One is played from its beginning, the other rebuilt as that of an older root flow.
    for version in 1...2 {
      let older = catalog(of: Outer(version: version, child: Numbers(steps: ["x"])))
      for mode in [ScriptReplay.Mode.recorded, .live] {
        #expect(throws: newer) { try ScriptReplay(script, of: older).run(mode) }
      }
      let fault = #expect(throws: ResumeFault.self) { try older.recap(of: script, in: nil) }
      #expect(fault?.code == "newer-version")
    }
  }

  @Test func `rule 16: a variant that a newer version recorded is refused as that`() throws {
    func catalog(_ version: Int) -> FlowCatalog {
      var catalog = FlowCatalog()
      let short: any Flow<Int> = Numbers(version: version).named("short")
      let long: any Flow<Int> = Numbers(version: 9).named("long")
      catalog.add(
        "outer", title: "Numbers", summary: "Numbers", variants: [short, long],
        choosing: .languages([:], else: "short"))
      return catalog
    }
    let (controller, record) = (FlowController(), MemoryRecord())
    try catalog(2)["outer"]?.start(
      in: controller, SessionOptions(environment: .test, record: record))
    controller.answer("1")
    controller.unload()
    #expect(record.text.contains("flow outer 2\nvariant short\n"), "\(record.text)")
    let kept = record.reopened()
    let fault = #expect(throws: ResumeFault.self) {
      try catalog(1).resume(kept, in: FlowController())
    }
    #expect(fault?.code == "newer-version")
    #expect(kept.text == record.text && kept.isClosed)
  }
}
