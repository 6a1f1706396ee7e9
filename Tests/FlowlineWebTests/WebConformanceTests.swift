import FlowlineTesting
import OwnScreens
import Testing

/// Rule 23: the same answers make the same journal, byte for byte.
struct WebConformanceTests {
  @Test(arguments: Walk.standard + [Walk.own])
  func `rule 23: pages make the journal of the controller itself`(walk: Walk) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.pages])
  }

  @Test(arguments: Walk.standard + [Walk.own])
  func `rule 23: the API makes the journal of the controller itself`(walk: Walk) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.api])
  }
}
