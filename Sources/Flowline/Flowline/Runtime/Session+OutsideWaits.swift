import FoundationEssentials

/// Waits for moments and events, and the events that are delivered.
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
    _ id: StepID, for type: Event.Type, from source: EventSource, title: Text?, _ frame: FrameID,
    isWhole: Bool = false
  ) async throws -> Event {
    forgetFailure()
    try id.requireName()
    let waiting = EventWait<Event>(
      id, from: source, title: title ?? activity(of: id, in: frame)
    ) {
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
    _ name: StepID, _ value: JSONValue, key: String?, by source: EventSource
  ) -> FlowController.Reception {
    let value = forms.guarded(value)
    switch engine.delivery(of: name, value, key: key) {
    case .known: return .accepted
    case .refused(let code) where code != .otherEvent: return refuse(code, .deliver)
    // A user who may not deliver it learns nothing of the keys of others.
    case .new where !mayDeliver(name, source), .refused where !mayDeliver(name, source):
      return refuse(.eventNotAllowed(name), .deliver)
    case .refused: return refuse(.otherEvent(name, key: key ?? ""), .deliver)
    case .new: break
    }
    let waiting = waitsForEvent(name)
    let reasons = waiting.compactMap { $0.unreadable(value) }
    if let first = reasons.first, reasons.count == waiting.count {
      return refuse(.unreadableEvent(name, reason: first.reason), .deliver)
    }
    engine.delivered(name, value, key: key)
    return .accepted
  }

  /// Whether somebody may deliver an event now.
  ///
  /// The program may at any time. The user may while it is waited for and each such wait takes it from a user:
  /// which of several waits takes it is not the user's to say.
  func mayDeliver(_ name: StepID, _ source: EventSource) -> Bool {
    guard source == .user else { return true }
    let waiting = waitsForEvent(name)
    return !waiting.isEmpty && waiting.allSatisfy { $0.takesFromUser }
  }

  /// What waits for events of a name.
  private func waitsForEvent(_ name: StepID) -> [Waiting] {
    engine.eventsAwaited.filter { $0.id == name }.compactMap { waits[$0.wait] }
  }

  /// Whether nothing happens unless something happens outside: the session only waits, and no moment
  /// that it waits for has come.
  var isAwaitingOutside: Bool {
    guard engine.phase == .running, !isHeldBack, !engine.mailbox.hasNews,
      engine.tree.isAwaitingOutside
    else { return false }
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

  /// The user may not deliver an event.
  fileprivate static func eventNotAllowed(_ name: StepID) -> Refusal {
    Refusal(
      .eventNotAllowed,
      Texts.engine("refusal.event-not-allowed", .string(name.rawValue)),
      arguments: ["event": .string(name.rawValue)])
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
  /// The flow does not take the event from the session's own user, see ``EventSource/user``.
  public static let eventNotAllowed: Self = "event-not-allowed"
}
