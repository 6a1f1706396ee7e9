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
  fileprivate var reply: FlowController.Reception? { state.withLock { $0.reply } }

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
  func knock() { wake { $0.isMailThere = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// What became of a call, for its caller.
  struct Reply: Sendable {
    fileprivate let call: InputCall
    fileprivate let reception: FlowController.Reception

    /// Tells the caller.
    ///
    /// Not while owning: it looks at the session at once, on another thread, and would wait for this one.
    func tell() { call.wake { $0.reply = reception } }
  }
}

/// How often the store was handed something, so that each input is judged by what it wrote itself: of
/// what comes later, something else may fail.
struct HandOvers {
  private var made = 0
  /// The last one that the store has.
  private var kept = 0

  /// The one that will have what was written by now.
  var next: Int { made + 1 }

  mutating func wasMade() { made += 1 }

  /// The store has what it was handed last.
  mutating func wasKept() { kept = made }

  func isKept(_ number: Int) -> Bool { number <= kept }
}

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
    guard engine.keeping.fault != nil || !engine.isHeldBack && !isRebuilding && !isLeaving else {
      return
    }
    let ended = calls
    calls = []
    replies += ended.map { InputCall.Reply(call: $0.call, reception: reception(of: $0.handOver)) }
  }

  /// Whether what was to be handed to the store then could be kept.
  func reception(of handOver: Int) -> FlowController.Reception {
    guard let fault = engine.keeping.fault, !handOvers.isKept(handOver) else { return .accepted }
    return .refused(.notKept(fault))
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

/// Calls of programs that serve many sessions: no call is queued, each waits for its turn and until the
/// store has what came of it.
extension FlowController {
  /// Answers as ``answer(_:to:acknowledging:)`` does.
  package nonisolated(nonsending) func answering(
    _ answer: Answer, to presentation: Int?, acknowledging isAcknowledged: Bool
  ) async -> Reception {
    await called(.answer(answer, isAcknowledged ? .acknowledged : .plain, to: presentation))
  }

  /// Answers a page as ``fill(_:to:acknowledging:)`` does.
  package nonisolated(nonsending) func filling(
    _ answers: [StepID: Answer], to presentation: Int?, acknowledging isAcknowledged: Bool
  ) async -> Reception {
    await called(.fill(answers, isAcknowledged ? .acknowledged : .plain, to: presentation))
  }

  /// Goes back as ``back()`` does, or from a form's page as a whole.
  package nonisolated(nonsending) func goingBack(fromPage: Bool = false) async -> Reception {
    await called(fromPage ? .backFromPage : .back(to: nil))
  }

  /// Goes back as ``back(to:)-(RecordedAnswer)`` does.
  package nonisolated(nonsending) func goingBack(to answer: RecordedAnswer) async -> Reception {
    await called(.back(to: answer))
  }

  /// Goes back as ``back(to:)-([StepID])`` does.
  package nonisolated(nonsending) func goingBack(toStep path: [StepID]) async -> Reception {
    await called(.backToStep(path))
  }

  /// Delivers as ``deliver(_:json:key:)`` does.
  package nonisolated(nonsending) func delivering(
    _ name: StepID, json value: JSONValue, key: String?
  ) async -> Reception {
    await called(.deliver(name, value.bounded(), key: key))
  }

  /// Gives answers as ``give(_:)`` does.
  package nonisolated(nonsending) func giving(_ answers: [GivenAnswer]) async -> Reception {
    await called(.give(answers))
  }

  /// Leaves the innermost flow as ``cancel()`` does.
  package nonisolated(nonsending) func cancelling() async -> Reception { await called(.cancel) }

  /// Ends the session as ``gone(_:)`` does.
  package nonisolated(nonsending) func leaving() async -> Reception { await called(.gone(nil)) }

  /// Gives up what is waited for as ``stopWaiting()`` does.
  package nonisolated(nonsending) func stoppingWaiting() async -> Reception {
    await called(.stopWaiting)
  }

  /// Says that a place is gone as ``gone(place:)`` does.
  package nonisolated(nonsending) func leaving(place number: Int) async -> Reception {
    await called(.gonePlace(number))
  }

  /// Changes the language as ``speak(_:)`` does.
  package nonisolated(nonsending) func speaking(_ language: String) async -> Reception {
    await called(.speak(language))
  }

  /// Unloads as ``unload()`` does, and waits until the bodies have unwound and the store has answered.
  package nonisolated(nonsending) func unloading() async -> Reception { await called(.unload) }

  /// Waits until the store has what must be durable, or could not keep it.
  ///
  /// A rebuilt session stands where its record ends by then, or is held before that, and was compared
  /// with the record once more.
  package nonisolated(nonsending) func waitUntilKept() async {
    let (session, call) = (sharedSession.value, InputCall())
    session.leave(call)
    _ = await session.executor.reply(to: call)
  }

  nonisolated(nonsending) private func called(_ input: SessionInput) async -> Reception {
    let (session, call) = (sharedSession.value, InputCall())
    session.leave(input, for: call)
    return await session.executor.reply(to: call)
  }
}

extension StepExecutor {
  /// Waits for what becomes of a call, and does what comes by mail meanwhile.
  ///
  /// Never on an actor, which may be busy or wait for the session itself.
  @concurrent fileprivate func reply(to call: InputCall) async -> FlowController.Reception {
    while true {
      if let reply = call.reply { return reply }
      enlist(call)
      await call.waitForNews()
      // Others do what comes from now on: what is done here may take long.
      dismiss(call)
    }
  }
}
