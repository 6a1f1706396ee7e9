/// What a front end shows of a session at one moment: what is asked, what is under way, how it ended.
///
/// It is the whole picture, so that a front end that missed some states draws the newest and has lost
/// nothing; see ``FlowController/states()``.
public struct FlowState: Sendable {
  /// The questions that wait for an answer, in the order of the children at once that ask them.
  ///
  /// What is held is asked about by the only one, see ``Prompt/hold``.
  public let prompts: [Prompt]
  /// The loads, commits, checks and waits under way, with how far they have come.
  public let underWay: [FlowInspection.Effect]
  /// The presentations that are to be seen: questions that were answered stay on show until
  /// somebody dismisses them.
  ///
  /// One that is not in here any more is to be taken off.
  public let shown: [Range<Int>]
  /// The places of their own that are to be seen, those opened first first; see ``Flow/presented(_:)``.
  public let places: [FlowPlace]
  /// How the session ended, with its result in the recorded form; nil while it runs.
  ///
  /// What the flow still had on show is then its handler's to close, see ``Dismisser``.
  public let outcome: Outcome<JSONValue>?

  /// The question that a person answers first; nil if none waits.
  public var prompt: Prompt? { prompts.first }

  /// Whether it shows the same as another, however long effects have been under way.
  func looksLike(_ other: FlowState) -> Bool {
    prompts == other.prompts && shown == other.shown && places == other.places
      && outcome == nil && other.outcome == nil
      && underWay.count == other.underWay.count
      && zip(underWay, other.underWay).allSatisfy { $0.looksLike($1) }
  }
}

extension FlowInspection.Effect {
  fileprivate func looksLike(_ other: Self) -> Bool {
    id == other.id && kind == other.kind && key == other.key && done == other.done
      && total == other.total && remark == other.remark && title == other.title
      && until == other.until && isRepeated == other.isRepeated
  }
}

extension FlowController {
  /// What is to be shown, each time it changes, up to the end of the session that is running or is
  /// started next.
  ///
  ///     for await state in controller.states() {
  ///       if let outcome = state.outcome { close(with: outcome) } else { show(state) }
  ///     }
  ///
  /// It begins with the state of a session that runs. A slow consumer gets the newest state and not
  /// those it missed, so memory holds one state at a time; the last one, with the outcome, is never
  /// missed. A session that is unloaded has no outcome, and its states end without one. Each call
  /// makes a sequence of its own, for one consumer; there may be any number.
  ///
  /// No state is shown before it is durable, and no other call waits for a consumer.
  public func states() -> AsyncStream<FlowState> { states { _ in true } }

  /// The states of the session that is running, as ``states()`` returns them; an empty sequence if none is
  /// running.
  ///
  /// For callers who cannot know whether the session has ended by now: they do not wait for the next one.
  package func statesWhileRunning() -> AsyncStream<FlowState> { states { $0.engine.isRunning } }

  private func states(if isWanted: (Session) -> Bool) -> AsyncStream<FlowState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FlowState.self, bufferingPolicy: .bufferingNewest(1))
    let feed = read { session in
      isWanted(session) ? (number: session.addStates(continuation), gone: session.states.gone) : nil
    }
    guard let feed else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { _ in feed.gone.add(feed.number) }
    return stream
  }
}
