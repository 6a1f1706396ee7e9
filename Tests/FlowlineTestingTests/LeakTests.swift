import Flowline
import FlowlineTesting
import TestSupport
import Testing

/// Rule 5: after the end nothing of a flow is retained.
struct LeakTests {
  @Test(arguments: ["yes", "no"])
  func `rule 5: nothing holds a flow that has finished`(answer: String) throws {
    let probe = LeakProbe()
    let tester = FlowTester(HoldingFlow(token: probe.makeToken()))
    #expect(probe.alive == 1)
    tester.answer("sure", .text(answer))
    probe.expectGone()
    expectNothingAlive(tester.controller)
  }

  @Test func `rule 5: nothing holds a flow that was cancelled, terminated or let go`() {
    let probe = LeakProbe()
    let cancelled = FlowTester(HoldingFlow(token: probe.makeToken()))
    cancelled.cancel()
    probe.expectGone("the cancelled flow")
    let closed = FlowTester(HoldingFlow(token: probe.makeToken()))
    closed.close()
    probe.expectGone("the terminated flow")
    _ = FlowTester(HoldingFlow(token: probe.makeToken()))
    probe.expectGone("the flow that was let go")
  }

  @Test func `finds a token that is still held`() throws {
    let probe = LeakProbe()
    let keeper = Keeper(probe.makeToken())
    try expectIssue(saying: "what held the token is still alive: 1 of 1 tokens are held") {
      probe.expectGone()
    }
    withExtendedLifetime(keeper) {}
  }

  @Test func `does not let a probe pass that has nothing to look for`() throws {
    try expectIssue(saying: "the probe made no token") { LeakProbe().expectGone() }
  }

  @Test func `finds a flow that is still running`() throws {
    let controller = FlowController()
    controller.start(TeaFlow())
    try expectIssue(saying: "of the flow is still alive: 1 bodies", "tea/name") {
      expectNothingAlive(controller)
    }
  }

  @Test func `finds an effect that outlives its flow`() throws {
    let gate = Gate<Int>()
    try expectIssue(saying: "of the flow is still alive", "1 effects") {
      let controller = FlowController()
      controller.start(ReadFlow { await gate.wait() })
      controller.terminate()
      expectNothingAlive(controller)
    }
    gate.open(0)
  }
}
