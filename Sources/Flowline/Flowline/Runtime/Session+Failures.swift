/// What a session fails with, and what was kept out of it.
extension Session {
  /// Fails the session for an error that is not a flow's, once what runs has unwound.
  func collapse(_ error: any Error) {
    if breakdown == nil { breakdown = error }
    engine.broke()
  }

  /// The failure an error ends a flow with: where it came from first, and the error.
  func failure(_ error: any Error, at frame: FrameID) -> FlowFailure {
    if let failure = error as? FlowFailure { return failure }
    let branch = engine.tree[frame.branch]
    let here = branch.index(of: frame).map { engine.tree.path(of: $0, in: frame.branch) }
    let path = here ?? engine.tree.path(of: frame.branch)
    let failure = FlowFailure(
      path: path, cause: error, message: forms.guarded(String(describing: error)),
      text: text(of: error))
    // Another error than its child's is the flow's own: it handled the child's.
    if let travelling, type(of: travelling.cause) == type(of: error),
      travelling.message == failure.message
    {
      return travelling
    }
    travelling = failure
    return failure
  }

  /// What an error says to people, if it says anything.
  func text(of error: any Error) -> String? {
    (error as? any LocalizableError).map {
      forms.guarded($0.text.resolved(in: environment).text)
    }
  }

  /// A flow acts on: the error of its child was handled, or there was none.
  func forgetFailure() {
    if travelling != nil { travelling = nil }
  }

  /// What the root flow fails with if something around it broke.
  var failureFromOutside: FlowFailure {
    FlowFailure(
      path: StepPath([engine.journal.head.flow]), cause: breakdown ?? FlowCancelled(.terminated))
  }

  /// Does not return: throws, or holds the body for good.
  nonisolated(nonsending) func meet(_ denial: Denial) async throws -> Never {
    try await withUnsafeThrowingContinuation { (body: UnsafeContinuation<Void, any Error>) in
      body.resume(with: denial)
    }
    // It does not come back from there.
    throw FlowCancelled(.terminated)
  }

  /// Tells as diagnostics what was kept out of the journal.
  func reportFindings() {
    let path = engine.tree.path(of: engine.tree.foreground)
    for finding in forms.takeFindings() {
      switch finding {
      case .secret:
        engine.note(
          .secretRedacted, at: path,
          "what was typed at a sensitive step came into the journal another way; the mark was written"
        )
      case .unencodable(let reason): engine.note(.unencodable, at: path, reason)
      }
    }
  }
}
