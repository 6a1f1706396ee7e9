import FoundationEssentials

/// A body that waits for a moment.
final class MomentWait: OutsideWait<Date> {
  private let moment: Date
  private let recorded: JSONValue
  private var task: Task<Void, Never>?

  init(
    until moment: Date, title: Text?, again: @escaping (Session) -> Engine.AwaitStart
  ) {
    self.moment = moment
    recorded = moment.recorded
    // The moment that was waited for then: one that has passed stays passed.
    super.init(title: title, again: again) { recorded, _ in Date(recorded: recorded) ?? moment }
  }

  override var until: Date? { moment }

  override func perform(_ effect: Effect, in session: Session) {
    if moment <= session.clock.now { return come(effect, .value(.json(recorded)), in: session) }
    // One that only looks does not wait.
    guard session.survey == nil else { return }
    let owned = Owned(value: (session: session, waiting: self))
    let (clock, executor, moment, recorded) = (session.clock, session.executor, moment, recorded)
    session.runningEffects += 1
    task = Task(executorPreference: executor.outside) {
      let reply: EffectReply?
      do {
        try await clock.sleep(until: moment)
        reply = .value(.json(recorded))
      } catch is CancellationError {
        reply = nil
      } catch {
        reply = .threw(message: String(describing: error))
      }
      executor.post { owned.value.waiting.slept(effect, reply, in: owned.value.session) }
    }
  }

  /// The clock has come to the moment, or could not.
  private func slept(_ effect: Effect, _ reply: EffectReply?, in session: Session) {
    session.runningEffects -= 1
    session.engine.now = MonotonicTime.now
    // The flow may have been left, or have gone back, just before.
    guard let reply, session.engine.isAwaited(effect) else { return }
    come(effect, reply, in: session)
  }

  private func come(_ effect: Effect, _ reply: EffectReply, in session: Session) {
    task = nil
    value = moment
    session.engine.arrived(effect, reply)
  }

  override func cancel(_ reason: CancelReason, in session: Session) {
    task?.cancel()
    super.cancel(reason, in: session)
  }
}
