import FlowlineTesting
import OwnScreens
import Testing

/// Rule 23: the same answers make the same journal, byte for byte, from every kind of client.
struct AgentConformanceTests {
  @Test(arguments: AgentWalk.Manner.allCases, Walk.standard)
  func `rule 23: every kind of client makes the controller's journal`(
    _ manner: AgentWalk.Manner, _ walk: Walk
  ) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.agent(manner)])
  }

  @Test func `kinds of one's own are asked by forms`() async {
    await FrontEndConformance.expectSameJournal(of: .own, through: [.agent(.rounds)])
  }
}
