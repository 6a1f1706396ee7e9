import Flowline
import FlowlineTesting
import FoundationEssentials
import Testing

/// Events and moments in a test, and the words of what does not go as the test says.
struct OutsideTests {
  private struct Payment: Flow {
    let id: FlowID = "payment"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("day", until: context.now.addingTimeInterval(86_400))
      let name = try await context.wait("approval", for: String.self)
      return try await context.run(TextScreen("note", "A note?")) + " " + name
    }
  }

  @Test func `walks over a moment and an event`() throws {
    let tester = FlowTester(Payment())
    tester.expectWaiting(for: "day", until: "2026-11-21T12:00:00Z")
    tester.deliver("approval", "Ann", key: "mail-1")
    tester.advance(to: "2026-11-21T11:59:59Z")
    tester.expectWaiting(for: "day")
    tester.advance(to: "2026-11-21T12:00:00Z")
    tester.deliver("approval", "Ann", key: "mail-1")
    tester.expectDelivery(of: "approval", "Eve", key: "mail-1", refusedWith: .otherEvent)
    tester.answer("note", "Thanks")
    #expect(try tester.finished() == "Thanks Ann")
    #expect(tester.journal.isEnded)
  }

  @Test func `a flow that waits is ended with the test, and nothing is left of it`() {
    for moment in ["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"] {
      let tester = FlowTester(Payment())
      tester.advance(to: moment)
      #expect(tester.prompt == nil)
    }
  }

  @Test func `what is waited for, and what was refused, is in an issue`() throws {
    try expectIssue(saying: "it waits for `day` until 2026-11-21T12:00:00Z") {
      FlowTester(Payment()).answer("note", "x")
    }
    try expectIssue(
      saying: "the flow waits for `day` until 2026-11-21T12:00:00Z, not until 2026-11-21T13:00:00Z"
    ) {
      FlowTester(Payment()).expectWaiting(for: "day", until: "2026-11-21T13:00:00Z")
    }
    try expectIssue(saying: "the flow does not wait for `approval`") {
      FlowTester(Payment()).expectWaiting(for: "approval")
    }
    try expectIssue(saying: "the event `approval` was refused: unreadable-event") {
      let tester = FlowTester(Payment())
      tester.advance(to: Date.distantFuture)
      tester.deliver("approval", 7)
    }
    try expectIssue(saying: "the event `approval` was taken") {
      FlowTester(Payment()).expectDelivery(of: "approval", 7, refusedWith: .unreadableEvent)
    }
    try expectIssue(saying: "“tomorrow” is not an RFC 3339 time") {
      FlowTester(Payment()).advance(to: "tomorrow")
    }
  }
}
