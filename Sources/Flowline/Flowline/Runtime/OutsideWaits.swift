import FoundationEssentials

/// A body that waits for something outside: a moment, or an event.
class OutsideWait<Value: Sendable>: Waiting {
  private let caption: Text?
  /// Begins again, when it is its turn in a replay.
  private let again: (Session) -> Engine.AwaitStart
  /// Reads what the journal has for the body at the end of the wait.
  private let read: (JSONValue, Session) throws(RecordedReplyUnreadable) -> Value
  private var body: UnsafeContinuation<Value, any Error>?
  /// What it waited for, until the engine says that it may reach the body.
  fileprivate var value: Value?

  init(
    title: Text?, again: @escaping (Session) -> Engine.AwaitStart,
    read: @escaping (JSONValue, Session) throws(RecordedReplyUnreadable) -> Value
  ) {
    caption = title
    self.again = again
    self.read = read
  }

  override var title: Text? { caption }

  override func wake(in session: Session) {
    guard let value = value.take() else { return }
    body.take()?.resume(returning: value)
  }

  override func cancel(_ reason: CancelReason, in session: Session) {
    body.take()?.resume(throwing: FlowCancelled(reason))
  }

  override func takeTurn(in session: Session) {
    guard let body = body.take() else { return }
    begin(again(session), for: body, in: session)
  }

  /// Does what the engine decided about the wait: its body goes on at once, or waits.
  fileprivate func begin(
    _ start: Engine.AwaitStart, for body: UnsafeContinuation<Value, any Error>,
    in session: Session
  ) {
    switch start {
    case .over(let recorded):
      do throws(RecordedReplyUnreadable) {
        body.resume(returning: try read(recorded, session))
      } catch {
        session.leave(for: .unreadableReply(error))
        body.resume(throwing: FlowCancelled(.terminated))
      }
    case .denied(let denial): body.resume(with: denial)
    case .wait(let wait):
      self.body = body
      session.waits[wait] = self
    case .perform(let effect):
      self.body = body
      session.waits[effect.wait] = self
    }
  }
}

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

/// A body that waits for an event from outside.
final class EventWait<Value: Decodable & Sendable>: OutsideWait<Value> {
  /// The numbers of events that it could not read, which was told.
  private var passedOver: Set<Int> = []

  init(
    _ step: StepID, title: Text?, again: @escaping (Session) -> Engine.AwaitStart
  ) {
    super.init(title: title, again: again) {
      (recorded, session) throws(RecordedReplyUnreadable) in
      do {
        return try recorded.decode(as: Value.self)
      } catch {
        throw RecordedReplyUnreadable(
          step, at: session.engine.lineTakenLast,
          session.forms.guarded(error.reason(wanting: "\(Value.self)")), .event)
      }
    }
  }

  override func unreadable(_ event: JSONValue) -> UnreadableEvent? {
    do {
      _ = try event.decode(as: Value.self)
      return nil
    } catch {
      return UnreadableEvent(error, wanted: "\(Value.self)")
    }
  }

  override func take(_ event: JSONValue, number: Int) -> UnreadableEvent? {
    do {
      value = try event.decode(as: Value.self)
      return nil
    } catch {
      return passedOver.insert(number).inserted
        ? UnreadableEvent(error, wanted: "\(Value.self)") : .toldBefore
    }
  }
}

extension Session {
  /// Waits for a moment, unless the journal has it that it came.
  nonisolated(nonsending) func wait(
    _ id: StepID, until moment: Date, title: Text?, _ frame: FrameID, isWhole: Bool = false
  ) async throws -> Date {
    forgetFailure()
    try id.requireName()
    let waiting = MomentWait(until: moment, title: title ?? activity(of: id, in: frame)) {
      $0.engine.awaitContinued(id, .moment, in: frame)
    }
    let start = engine.awaitBegan(id, .moment, in: frame, isWhole: isWhole)
    return try await withUnsafeThrowingContinuation { waiting.begin(start, for: $0, in: self) }
  }

  /// Waits for an event, unless the journal has it that one was taken here.
  nonisolated(nonsending) func wait<Event: Decodable & Sendable>(
    _ id: StepID, for type: Event.Type, title: Text?, _ frame: FrameID, isWhole: Bool = false
  ) async throws -> Event {
    forgetFailure()
    try id.requireName()
    let waiting = EventWait<Event>(id, title: title ?? activity(of: id, in: frame)) {
      $0.engine.awaitContinued(id, .event, in: frame)
    }
    let start = engine.awaitBegan(id, .event, in: frame, isWhole: isWhole)
    return try await withUnsafeThrowingContinuation { waiting.begin(start, for: $0, in: self) }
  }

  /// Offers the events that nobody has taken to those that wait for one.
  ///
  /// The first that can read one takes it; what follows from that comes before another is taken.
  func offerEvents() {
    for effect in engine.eventsAwaited {
      guard let waiting = waits[effect.wait] else { continue }
      for number in engine.mailbox.open(of: effect.id) {
        guard let event = engine.mailbox.event(number, of: effect.id) else { continue }
        if let unreadable = waiting.take(event.value, number: number) {
          guard !unreadable.wasTold else { continue }
          engine.note(.unreadableEvent, at: engine.path(of: effect), unreadable.reason)
          continue
        }
        return engine.eventCame(effect, number)
      }
    }
    engine.mailbox.hasNews = false
  }

  /// An event is delivered from outside.
  func deliver(
    _ name: StepID, _ value: JSONValue, key: String?
  ) -> FlowController.Reception {
    let value = forms.guarded(value)
    switch engine.delivery(of: name, value, key: key) {
    case .refused(.otherEvent): return refuse(.otherEvent(name, key: key ?? ""), .deliver)
    case .refused(let code): return refuse(code, .deliver)
    case .known: return .accepted
    case .new: break
    }
    let waiting = engine.eventsAwaited.filter { $0.id == name }.compactMap { waits[$0.wait] }
    let reasons = waiting.compactMap { $0.unreadable(value) }
    if let first = reasons.first, reasons.count == waiting.count {
      return refuse(.unreadableEvent(name, reason: first.reason), .deliver)
    }
    engine.delivered(name, value, key: key)
    return .accepted
  }

  /// Whether nothing happens unless something happens outside: the session only waits, and no moment
  /// that it waits for has come.
  var isAwaitingOutside: Bool {
    guard engine.isAwaitingOutside else { return false }
    let now = clock.now
    return moments.allSatisfy { $0 > now }
  }

  /// The moments that are waited for.
  private var moments: [Date] {
    engine.tree.subtree(of: .trunk).compactMap { id in
      guard case .loading(let effect) = engine.tree[id].state else { return nil }
      return waits[effect.wait]?.until
    }
  }
}

extension Refusal {
  static func otherEvent(_ name: StepID, key: String) -> Refusal {
    Refusal(
      .otherEvent,
      Texts.engine("refusal.other-event", .string(key.excerpt), .string(name.rawValue)),
      arguments: ["key": .string(key), "event": .string(name.rawValue)])
  }

  fileprivate static func unreadableEvent(_ name: StepID, reason: String) -> Refusal {
    Refusal(
      .unreadableEvent,
      Texts.engine("refusal.unreadable-event", .string(name.rawValue), .string(reason)),
      arguments: ["event": .string(name.rawValue), "reason": .string(reason)])
  }
}

extension Refusal.Code {
  /// An event with the same key was delivered before, with another value.
  public static let otherEvent: Self = "other-event"
  /// The flow that waits for the event cannot read it.
  public static let unreadableEvent: Self = "unreadable-event"
  /// The session has not come to the end of what it is rebuilt from: a secret is asked first.
  public static let notRebuilt: Self = "not-rebuilt"
}
