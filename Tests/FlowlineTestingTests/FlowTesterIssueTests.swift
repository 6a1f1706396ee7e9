import Flowline
import FlowlineTesting
import Synchronization
import Testing

/// What a tester finds wrong, and what it says then.
struct FlowTesterIssueTests {
  /// What a flow makes that is another one each time it runs.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    var next: Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// Writes contents that are not the same each time, or asks under another id.
  private struct Wavering: Flow {
    let id: FlowID = "wavering"
    let counter = Counter()
    var asksOtherwise = false
    let written = Counter()

    func run(_ context: FlowContext) async throws -> Int {
      let number = counter.next
      _ = try await context.run(
        TextScreen(asksOtherwise ? StepID("name-\(number)") : "name", "Your name?"))
      let written = written
      return try await context.commit("w", of: asksOtherwise ? 0 : number) { _, _ in written.next }
    }
  }

  @Test func `rebuilds the session, and tells what the flow would write otherwise then`() throws {
    let tester = FlowTester(Wavering())
    try expectIssue(
      saying: "does not do the same when its session is rebuilt: w was done with 1",
      "and the flow has 2", "context.now"
    ) {
      tester.answer("name", "Ada")
    }
    // It is told once, and nothing was written again.
    #expect(try tester.finished() == 1)
  }

  @Test func `rebuilds the session, and tells what the flow asks otherwise then`() throws {
    let tester = FlowTester(Wavering(asksOtherwise: true))
    try expectIssue(saying: "the journal has “answer name-1”, the flow wanted “answer name-2”") {
      tester.answer("name-1", "Ada")
    }
  }

  /// A reply that is recorded in a form that it is not read from.
  private struct LossyReply: Codable, Sendable {
    var number = 1

    init() {}

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(number)")
    }
  }

  /// Reads such a reply.
  private struct LossyLoad: Flow {
    let id: FlowID = "lossy"

    func run(_ context: FlowContext) async throws -> Int {
      let reply = try await context.load("l") { LossyReply() }
      return reply.number
    }
  }

  /// Writes, and gets such a reply.
  private struct LossyCommit: Flow {
    let id: FlowID = "lossy"
    let written: Counter

    func run(_ context: FlowContext) async throws -> Int {
      let written = written
      let reply = try await context.commit("w", of: 1) { _, _ in
        _ = written.next
        return LossyReply()
      }
      return reply.number
    }
  }

  @Test func `rebuilds the session, and tells of what was read that its record does not have`()
    throws
  {
    let tester = FlowTester(LossyLoad())
    try expectIssue(
      saying: "does not do the same when its session is rebuilt: line ",
      "what is recorded of l cannot be read"
    ) {
      let result = try tester.finished()
      #expect(result == 1)
    }
  }

  @Test func `rebuilds the session, and tells of a write's reply that its record does not have`()
    throws
  {
    let written = Counter()
    let tester = FlowTester(LossyCommit(written: written))
    try expectIssue(
      saying: "does not do the same when its session is rebuilt: line ",
      "what is recorded of w cannot be read"
    ) {
      let result = try tester.finished()
      #expect(result == 1)
    }
    #expect(written.next == 2, "nothing was written again")
  }

  @Test func `does not rebuild the session of a flow whose body must not run twice`() throws {
    let tester = FlowTester(Wavering())
    tester.isRehearsed = false
    tester.answer("name", "Ada")
    #expect(try tester.finished() == 1)
  }

  @Test func `names the step that is asked instead`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "does not ask `tea`", "it asks tea/name (text): “Who is it for?”") {
      tester.answer("tea", "green")
    }
    #expect(tester.prompt?.id == "name")
  }

  @Test func `tells why an answer was refused and what could be chosen`() throws {
    let tester = FlowTester(TeaFlow())
    tester.answer("name", "Ada")
    try expectIssue(
      saying: "`tea` refused the answer: not-a-choice", "choices: green, rooibos",
      "last refused: `tea` “black”"
    ) {
      tester.answer("tea", "black")
    }
  }

  @Test func `is not content with an answer that was to be refused`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "took the answer, it was to be refused with empty") {
      tester.expect("name", refuses: "Ada", with: .empty)
    }
  }

  @Test func `is not content with another refusal`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "was to refuse with too-long: empty (“") {
      tester.expect("name", refuses: "", with: .tooLong)
    }
  }

  @Test func `tells that the flow has ended already`() throws {
    let tester = FlowTester(TeaFlow())
    tester.cancel()
    try expectIssue(saying: "does not ask `name`", "it has ended: cancelled(") {
      tester.answer("name", "Ada")
    }
    try expectIssue(saying: "cancel was refused: not-running") { tester.cancel() }
  }

  @Test func `tells how the flow stands where it has not finished`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "has not finished", "it asks tea/name") { _ = try tester.finished() }
    try expectIssue(saying: "was not cancelled", "it asks tea/name") { _ = try tester.cancelled() }
    try expectIssue(saying: "has not failed", "it asks tea/name") { _ = try tester.failed() }
  }

  @Test func `is not content with a back that was or was not taken`() throws {
    let tester = FlowTester(TeaFlow())
    try expectIssue(saying: "back was refused: at-first-step") { tester.back() }
    try expectIssue(saying: "back was to be refused with committed: at-first-step") {
      tester.expectBack(refusedWith: .committed)
    }
    tester.answer("name", "Ada")
    try expectIssue(saying: "the flow went back") { tester.expectBack(refusedWith: .committed) }
    tester.answer("name", "Ada")
    try expectIssue(saying: "does not ask `tea`", "it asks tea/name") { tester.back(to: "tea") }
  }

  @Test func `rule 22: never tells what a sensitive step refused`() throws {
    let tester = FlowTester(SecretFlow())
    try expectIssue(saying: "`word` …, too-long") { tester.answer("word", "hunter2") }
    let found = issues { tester.answer("word", "hunter2") }
    #expect(found.allSatisfy { !$0.text.contains("hunter2") })
  }

  @Test func `names a world that does not exist`() throws {
    try expectIssue(saying: "“Mars” is no time zone") {
      _ = FlowTester(TeaFlow(), timeZone: "Mars")
    }
    try expectIssue(saying: "“noon” is no RFC 3339 time") {
      _ = FlowTester(TeaFlow(), now: "noon")
    }
  }
}
