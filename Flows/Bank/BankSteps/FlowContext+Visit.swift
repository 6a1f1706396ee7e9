public import Flowline

extension FlowContext {
  /// Shows what was done, as the flow `done`.
  ///
  /// Leaving the page does not undo it, so it leaves the page alone.
  public nonisolated(nonsending) func conclude(
    _ id: StepID, with gaps: TextGaps = [:], @PageBuilder page: () -> [Section]
  ) async throws {
    try await conclude(with: ReviewScreen(id, page: page()).with(gaps))
  }

  /// Shows what was done on a page made before.
  public nonisolated(nonsending) func conclude(with page: some Screen<Seen>) async throws {
    _ = try await outcome(of: DoneFlow(page: page))
  }
}

/// A page as a flow of its own, so that leaving it is not leaving the flow that shows it.
private struct DoneFlow<Page: Screen<Seen>>: Flow {
  let id: FlowID = "done"
  var title: Text { texts("done.title") }
  let page: Page

  func run(_ context: FlowContext) async throws -> Seen {
    try await context.run(page)
  }
}
