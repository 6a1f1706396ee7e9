import FlowlineTesting
import OwnScreens
import Testing

/// Rule 23: the same answers make the same journal, byte for byte.
struct ConformanceTests {
  @Test(arguments: Walk.standard + [Walk.own])
  func `rule 23: lines of JSON make the journal of the controller itself`(walk: Walk) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.jsonLines])
  }
}
