import Flowline
import FlowlineTesting
import Testing

// The example of WritingFrontEnds about testing one, as it is printed, with what it needs around
// it.

/// In place of a front end of the reader's own.
private struct MyWindow: Sendable {
  let catalog: FlowCatalog

  init(_ catalog: FlowCatalog) { self.catalog = catalog }

  func journal(of walk: Walk) async throws -> String { try await FrontEnd.direct.script(of: walk) }
}

extension FrontEnd {
  /// Starts the walk's flow with its options, does its inputs, and returns the journal's text.
  static let mine = FrontEnd("mine") { walk in
    try await MyWindow(walk.catalog()).journal(of: walk)
  }
}

@Test(arguments: Walk.standard)
func `makes the journal of the controller itself`(walk: Walk) async {
  await FrontEndConformance.expectSameJournal(of: walk, through: [.mine])
}
