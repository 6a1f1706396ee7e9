/// A child whose cancelling goes back, and the body that waits until that was tried.
final class CancelledChild {
  /// The index of its first entry, or behind those before it.
  let start: Int
  /// The flow that ran it.
  let parent: FrameID
  let body: UnsafeContinuation<FlowController.Reception, Never>

  init(
    before start: Int, in parent: FrameID,
    _ body: UnsafeContinuation<FlowController.Reception, Never>
  ) {
    self.start = start
    self.parent = parent
    self.body = body
  }
}

extension Session {
  /// Goes back to the question before a child that was cancelled, if one can; its parent's body then
  /// finds that it is gone back from.
  ///
  /// It is done as what a person asks for is: once all that led to it is durable and told, and no other
  /// body runs.
  nonisolated(nonsending) func goBack(before start: Int, in parent: FrameID) async {
    while true {
      await afterTelling(in: parent.branch) { _ in }
      let reception = await withUnsafeContinuation { body in
        inputs.append(.backBefore(CancelledChild(before: start, in: parent, body)))
      }
      guard case .refused(let refusal) = reception, refusal.code == .notKept,
        engine.tree[parent.branch].mayAct(parent)
      else { return }
    }
  }

  /// Goes back as a cancelled child has it.
  ///
  /// No observer hears of it if that cannot be done: the child's end was told, and its parent
  /// continues with that.
  func goBack(before child: CancelledChild) -> FlowController.Reception {
    let reception: FlowController.Reception =
      switch engine.wentBack(before: child.start, in: child.parent) {
      case .rewound: .accepted
      case .refused(let code): .refused(.make(code))
      }
    child.body.resume(returning: reception)
    return reception
  }
}
