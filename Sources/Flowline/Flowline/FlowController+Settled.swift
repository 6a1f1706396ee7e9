/// Waiting for a session with `async`.
extension FlowController {
  /// Waits until a question waits for its answer, something is held, or nothing runs any more.
  ///
  /// A flow that waits for a moment or an event is waited for.
  ///
  ///     controller.start(flow)
  ///     while let prompt = try await controller.settled() {
  ///       controller.answer(await view.answer(to: prompt), to: prompt.presentation)
  ///     }
  ///
  /// No thread waits and nothing is polled; any number of tasks may wait at once. The task keeps the
  /// controller alive meanwhile. From inside a step, which it would wait for, it returns at once.
  ///
  /// - Returns: the prompt that waits, as it was at that moment, see ``prompt``; what is held is a
  ///   prompt with a ``Prompt/hold``. Nil if nothing runs: the session has ended, was unloaded, or was
  ///   never started.
  /// - Throws: `CancellationError` if the task is cancelled. The session is left as it is.
  @discardableResult
  public nonisolated(nonsending) func settled() async throws -> Prompt? {
    guard !isInsideHere else { return prompt }
    let wait = SettledWait()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard wait.begin(continuation) else { return }
        read { $0.await(wait) }
      }
    } onCancel: {
      wait.cancel()
    }
  }
}
