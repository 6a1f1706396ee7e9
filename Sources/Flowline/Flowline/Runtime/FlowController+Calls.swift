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

  /// Delivers as ``deliver(_:json:key:by:)`` does.
  package nonisolated(nonsending) func delivering(
    _ name: StepID, json value: JSONValue, key: String?, by source: EventSource
  ) async -> Reception {
    await called(.deliver(name, value.bounded(), key: key, by: source))
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

  /// Ends a nested flow as ``end(_:)`` does.
  package nonisolated(nonsending) func ending(_ flow: Int) async -> Reception {
    await called(.end(flow))
  }

  /// Changes the language as ``speak(_:)`` does.
  package nonisolated(nonsending) func speaking(_ language: String) async -> Reception {
    await called(.speak(language))
  }

  /// Unloads as ``unload()`` does, and waits until the bodies have unwound and the store has answered.
  package nonisolated(nonsending) func unloading() async -> Reception { await called(.unload) }

  /// Hands the store once more what it did not take, and waits until it has it, or could not keep it either.
  ///
  /// For programs that ask nobody about a store: a person's word on it changes nothing that they know.
  package nonisolated(nonsending) func keepingAgain() async -> Reception {
    await called(.keepAgain)
  }

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
