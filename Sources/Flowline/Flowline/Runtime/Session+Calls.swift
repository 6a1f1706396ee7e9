/// Calls whose callers are told once what they asked for was done, and is kept.
extension Session {
  /// Does what a call asks for; its caller is told at once if nothing need be kept first.
  func take(_ input: SessionInput, of call: InputCall) -> FlowController.Reception {
    let reception = take(input)
    if keeper != nil, case .accepted = reception, input.isToBeAnswered {
      wait(call)
    } else {
      replies.append(InputCall.Reply(call: call, reception: reception))
    }
    return reception
  }

  private func wait(_ call: InputCall) { calls.append((call, handOver: handOvers.next)) }

  /// The replies to callers that are to be told once nobody owns the session.
  func takeReplies() -> [InputCall.Reply] {
    guard !replies.isEmpty else { return [] }
    defer { replies = [] }
    return replies
  }

  /// Ends the calls for what is kept by now, or could not be: that was not taken.
  ///
  /// While a journal is being rebuilt they wait until it stands again, or is held; a session that is
  /// unloaded is gone when the store has answered, so that all of it is found when it is loaded again.
  func endCalls() {
    let isLeaving = engine.isUnloading && engine.keeping.isHanded
    guard engine.keeping.fault != nil || !isHeldBack && !isRebuilding && !isLeaving else {
      return
    }
    let ended = calls
    calls = []
    replies += ended.map {
      InputCall.Reply(
        call: $0.call, reception: handOvers.reception(of: $0.handOver, engine.keeping.fault))
    }
  }

  /// Whether it will go on by itself to where its record ends.
  private var isRebuilding: Bool {
    engine.phase != .ended && !engine.replay.isAtEnd && !isSettled && !isAwaitingOutside
  }

  /// Leaves a caller that only waits until all is kept.
  func leave(_ call: InputCall) {
    let session = Owned(value: self)
    executor.call { session.value.wait(call) }
  }

  /// Queues a call for the session's owner, or runs it if nobody owns the session.
  func leave(_ input: SessionInput, for call: InputCall) {
    let owned = Owned(value: (session: self, input: input))
    executor.call { owned.value.session.inputs.append(.called(owned.value.input, call)) }
  }
}
