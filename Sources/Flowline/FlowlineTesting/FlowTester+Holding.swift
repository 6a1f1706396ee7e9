public import Flowline
public import Testing

/// What is held: a load or a commit that went wrong, or a store.
extension FlowTester {
  /// Something that may be done about what is held.
  public enum Resolution: String, Sendable, CaseIterable {
    /// It is done again; a commit, with the same key.
    case again
    /// The session is unloaded: it has no outcome.
    case later
    /// The flow is left; nothing was done outside.
    case cancel
    /// The session fails, and whether a write was carried out stays unknown.
    case giveUp = "give-up"
  }

  /// Expects the session to be held by a load or a commit with this id that went wrong.
  ///
  /// - Parameters:
  ///   - effect: the id of the load or commit.
  ///   - sourceLocation: the line that issues are recorded at.
  /// - Returns: what is held; nil, after an issue that says what the flow does, if it is not.
  @discardableResult
  public func expectHeld(
    by effect: StepID, sourceLocation: SourceLocation = #_sourceLocation
  ) -> PromptHold? {
    if let prompt = controller.prompt, let hold = prompt.hold, !hold.isStore, prompt.id == effect {
      return hold
    }
    record("the session is not held by `\(effect)`", nil, sourceLocation)
    return nil
  }

  /// Expects the session to be held by a store that could not keep it.
  ///
  /// The answer that it could not keep is no issue by itself.
  ///
  /// - Parameter sourceLocation: the line that issues are recorded at.
  /// - Returns: what is held; nil, after an issue that says what the flow does, if it is not.
  @discardableResult
  public func expectHeldByStore(
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> PromptHold? {
    if let hold = controller.prompt?.hold, hold.isStore { return hold }
    record("the session is not held by its store", nil, sourceLocation)
    return nil
  }

  /// Says what is to be done about what is held.
  ///
  /// That nothing is held, or that it cannot be done, is an issue.
  public func resolve(
    _ resolution: Resolution, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let prompt = controller.prompt, prompt.hold != nil else {
      return record("nothing is held", nil, sourceLocation)
    }
    input("“\(resolution.rawValue)”", sourceLocation) {
      $0.answer(.json(.string(resolution.rawValue)), to: prompt.presentation)
    }
  }
}
