import Flowline

extension FlowContext {
  /// Shows what was done, as the flow `done`.
  ///
  /// Leaving the page does not undo it, so it leaves the page alone.
  func conclude(
    _ id: StepID, _ title: Text? = nil, with gaps: TextGaps = [:],
    @PageBuilder page: () -> [Section]
  ) async throws {
    _ = try await outcome(of: DoneFlow(page: ReviewScreen(id, title, page: page()).with(gaps)))
  }
}

/// A page as a flow of its own, so that leaving it is not leaving the flow that shows it.
private struct DoneFlow: Flow {
  let id: FlowID = "done"
  var title: Text { sharedTexts("done.title") }
  let page: ReviewScreen

  func run(_ context: FlowContext) async throws -> Seen { try await context.run(page) }
}
