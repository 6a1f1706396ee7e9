/// What becomes of the flow that runs a child when the child is cancelled.
public enum CancelRule: Sendable, Hashable, CaseIterable {
  /// It is told: `run` throws ``FlowCancelled``, so that it is cancelled too unless it handles that.
  case endsCaller
  /// It goes back to the question before the child; see ``Flow/cancelGoesBack()``.
  case goesBack
}

extension Flow {
  /// The flow that runs it is told.
  public var cancelRule: CancelRule { .endsCaller }

  /// The same flow, whose cancelling leads the flow that runs it back to the question before it.
  ///
  ///     if try await context.run(ConfirmScreen("has-card")) {
  ///       card = try await context.run(AddCardFlow().cancelGoesBack())
  ///     }
  ///
  /// It counts if the person left the child, said no to its last question, or closed the place that it is
  /// shown in, and also if a flow inside it was left and the child did not handle that. The child's
  /// handler is told that it was cancelled. Then the session goes back one step from the child's first
  /// question: what had been answered since is kept as drafts, and asked again. The journal has a line
  /// `back`, as if the person had gone back.
  ///
  /// If there is no question before it, or something was written since, the caller is told as usual. On a
  /// session's root flow and on a screen it has no effect. For a flow that continues without the child
  /// there is ``FlowContext/visit(_:handler:)``.
  public func cancelGoesBack() -> some Flow<Output> {
    CancelRuledFlow(base: self, cancelRule: .goesBack)
  }
}

extension FlowWrapper {
  /// The rule of the flow inside.
  public var cancelRule: CancelRule { base.cancelRule }
}

extension ScreenWrapper {
  /// The rule of the screen inside.
  public var cancelRule: CancelRule { base.cancelRule }
}

private struct CancelRuledFlow<Base: Flow>: FlowWrapper {
  typealias Output = Base.Output

  let base: Base
  let cancelRule: CancelRule
}

extension Outcome {
  /// Whether a person, or the flow itself, decided that it is cancelled.
  var isCancelledByPerson: Bool {
    switch self {
    case .cancelled(.user), .cancelled(.declined), .cancelled(.dismissed): true
    case .cancelled, .finished, .failed: false
    }
  }
}
