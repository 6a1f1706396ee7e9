public import Flowline

extension FlowContext {
  /// Runs a child that one comes back from, however it ends: its result, or nothing where the person
  /// left or declined it.
  ///
  /// - Throws: what the child failed with.
  public nonisolated(nonsending) func visit<Child: Flow>(
    _ child: Child
  ) async throws -> Child.Output? {
    switch try await outcome(of: child) {
    case .finished(let output): return output
    case .cancelled: return nil
    case .failed(let failure): throw failure.cause
    }
  }

  /// Shows what was done, as the flow `done`. Leaving the page does not undo it, so it leaves the
  /// page alone.
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
