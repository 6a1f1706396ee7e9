/// The caller's two callbacks: the flow has started, and the flow has ended.
///
/// `started` is called once and before `finished`, which is called exactly once, also for a flow
/// that ends in its first line. The handler is released before `finished` is called, so that the
/// next flow may be started from inside it.
public struct FlowHandler<Output: Sendable>: Sendable {
  /// Called when the flow has started.
  public let started: @Sendable () -> Void
  /// Called when the flow has ended, with what it still has on show.
  public let finished: @Sendable (Outcome<Output>, Dismisser) -> Void

  /// Makes a handler; without callbacks it closes what the flow has on show.
  public init(
    started: @escaping @Sendable () -> Void = {},
    finished: @escaping @Sendable (Outcome<Output>, Dismisser) -> Void = { $1.dismiss() }
  ) {
    self.started = started
    self.finished = finished
  }

  /// Makes a handler that is called at the end only.
  public init(_ finished: @escaping @Sendable (Outcome<Output>, Dismisser) -> Void) {
    self.init(started: {}, finished: finished)
  }
}

/// Closes whatever a finished flow still has on show; the caller decides whether and when.
///
/// It covers everything the flow and its children presented, may be called twice and from any
/// thread, and has no effect if all of it is gone already.
public struct Dismisser: Sendable {
  /// What is to be closed.
  let presentations: [Range<Int>]
  /// The controller, which is not kept alive: once it is released there is nothing to close.
  let controller: WeakController

  /// Closes everything the flow still has on show.
  public func dismiss() {
    controller.value?.dismiss(presentations)
  }
}
