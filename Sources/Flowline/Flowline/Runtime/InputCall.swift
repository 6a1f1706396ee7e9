import Synchronization

/// A call whose caller waits, without a thread, until what it asked for was done and is kept.
///
/// Meanwhile the caller does what comes by mail, so that no other thread need be woken for it: it is to run
/// right behind that anyway.
final class InputCall: Sendable {
  private struct State {
    var reply: FlowController.Reception?
    var isMailThere = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// What became of it; nil as long as that is not known.
  var reply: FlowController.Reception? { state.withLock { $0.reply } }

  /// Waits for the reply, or for mail.
  fileprivate nonisolated(nonsending) func waitForNews() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.reply == nil, !state.isMailThere else { return true }
        state.waiting = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
    state.withLock { $0.isMailThere = false }
  }

  /// Wakes the caller to do what came by mail.
  func wakeForMail() { wake { $0.isMailThere = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// What became of a call, for its caller.
  struct Reply: Sendable {
    let call: InputCall
    let reception: FlowController.Reception

    /// Tells the caller.
    ///
    /// Not while owning: it looks at the session at once, on another thread, and would wait for this one.
    func tell() { call.wake { $0.reply = reception } }
  }
}

extension StepExecutor {
  /// Waits for what becomes of a call, and does what comes by mail meanwhile.
  ///
  /// Never on an actor, which may be busy or wait for the session itself.
  @concurrent func reply(to call: InputCall) async -> FlowController.Reception {
    while true {
      if let reply = call.reply { return reply }
      enlist(call)
      await call.waitForNews()
      // Others do what comes from now on: what is done here may take long.
      dismiss(call)
    }
  }
}
