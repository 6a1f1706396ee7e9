/// Waiting for a moment, or for an event from outside.
///
/// A wait is told in the journal by one line when it is over: `wait ID TIME` that its moment has come,
/// `wait ID` that it took the first event of its name that nobody had taken, `wait ID NUMBER` that it
/// took another. The event itself has a line of its own, from when it came.
extension Engine {
  /// What is to be done when a body waits for something outside.
  enum AwaitStart: Hashable {
    /// The journal has it that the wait is over; with the value of the event it took.
    case over(JSONValue)
    /// It waits.
    case perform(Effect)
    /// Begin again with the wait's turn.
    case wait(WaitID)
    case denied(Denial)
  }

  /// A body wants to wait.
  ///
  /// - Parameters:
  ///   - kind: for a moment, or for an event.
  ///   - isWhole: whether the wait is all that its flow does, see ``Wait``.
  mutating func awaitBegan(
    _ id: StepID, _ kind: FlowInspection.Effect.Kind, in frame: FrameID, isWhole: Bool
  ) -> AwaitStart {
    if let denial = denial(for: frame) { return .denied(denial) }
    prepareEffect(in: frame.branch, isWhole: isWhole)
    if !tree.isForked, let reason = takeRecordedCancel(in: frame.branch) {
      return .denied(.leave(reason))
    }
    return awaitContinued(id, kind, in: frame)
  }

  /// It is the wait's turn.
  mutating func awaitContinued(
    _ id: StepID, _ kind: FlowInspection.Effect.Kind, in frame: FrameID
  ) -> AwaitStart {
    let branch = frame.branch
    let recorded = refs(ofEffectsIn: branch).recorded
    if tree.isForked, !scheduling.hasTurn(branch), replay.inputsLeft > 0, replay.tellsWaits {
      return .wait(waitForTurn(.wait, id, in: recorded, nil, branch))
    }
    let entry = takeTurned(in: branch) ?? replay.take(.wait, for: id, in: recorded)
    if let entry, let value = overBefore(entry, kind, in: branch) {
      if tree.isForked, let reason = leaveReason(of: branch) { return .denied(.leave(reason)) }
      return .over(value)
    }
    if entry != nil || replay.tellsWaits && replay.inputsLeft > 0 {
      endReplay(wanting: "wait \(id)", in: branch)
    }
    let effect = Effect(
      wait: nextWait(in: branch), id: id, kind: kind, key: nil, isRepeated: false, began: now)
    begin(effect, .loading(effect))
    if kind == .event { mailbox.hasNews = true }
    return .perform(effect)
  }

  /// The journal has the end of a wait: it is carried over.
  ///
  /// Returns what was waited for; nil if the flow waits for something else now.
  private mutating func overBefore(
    _ entry: JournalEntry, _ kind: FlowInspection.Effect.Kind, in branch: BranchID
  ) -> JSONValue? {
    let value: JSONValue?
    switch (kind, entry.awaited) {
    case (.event, .first):
      value = mailbox.firstOpen(of: entry.id).flatMap { mailbox.take($0, of: entry.id) }
    case (.event, .number(let number)): value = mailbox.take(number, of: entry.id)
    case (.moment, .moment(let moment)): value = moment
    default: value = nil
    }
    guard let value else { return nil }
    let ref = refs(ofEffectsIn: branch).ref
    record(JournalEntry(.wait, entry.id, in: ref, entry.payload), in: branch)
    carryOver()
    return value
  }

  // MARK: - Moments

  /// The moment that a body waited for has come.
  mutating func momentCame(_ effect: Effect, _ reply: EffectReply) {
    switch reply {
    case .value(let payload): awaitEnded(effect, payload)
    case .failed(let message), .threw(let message), .refused(let message), .notSent(let message),
      .doneUnrecordable(let message):
      hold(effect, message, .notDone)
    }
  }

  private mutating func awaitEnded(_ effect: Effect, _ payload: Payload) {
    let branch = effect.wait.branch
    tell(effect, .replied)
    record(
      JournalEntry(.wait, effect.id, in: refs(ofEffectsIn: branch).ref, payload), in: branch)
    carryOver()
    tree.set(.loaded(effect.wait), of: branch)
    due.ready.append(effect.wait)
  }

  // MARK: - Events

  /// What becomes of an event that is delivered.
  enum Delivery: Hashable {
    /// It is new.
    case new
    /// It was delivered before, and counts once.
    case known
    case refused(Refusal.Code)
  }

  /// What would become of an event.
  func delivery(of name: StepID, _ value: JSONValue, key: String?) -> Delivery {
    if isHeldBack { return .refused(.notKept) }
    // Also if it was what ended the session.
    if let key, let known = mailbox.event(key, of: name) {
      return known.value == value ? .known : .refused(.otherEvent)
    }
    return phase == .running ? .new : .refused(.notRunning)
  }

  /// An event came.
  ///
  /// It is written down, and reaches a flow once that is durable. In a session that is rebuilt, and asks for a
  /// secret again before it comes to all that the journal has, its line is behind all that: the session is
  /// then as if it had been rebuilt from a journal with the event.
  mutating func delivered(_ name: StepID, _ value: JSONValue, key: String?) {
    let event = JournalEntry(event: name, value, key: key)
    if replay.isAtEnd {
      // The question was put before. Those of children at once are told at the end.
      if !tree.isForked { rememberPending(in: .trunk) }
      append(event)
    } else {
      replay.add(event: event)
      keeping.eventCameBehind()
    }
    mailbox.add(value, key: key, to: name)
    if isObserved {
      tell(.delivered(value, key: key), at: StepPath([journal.head.flow, name]))
    }
  }

  /// The waits for events, in the order they began.
  var eventsAwaited: [Effect] {
    tree.subtree(of: .trunk).compactMap { id in
      if case .loading(let effect) = tree[id].state, effect.kind == .event { effect } else { nil }
    }
    .sorted { $0.wait.number < $1.wait.number }
  }

  /// How many events no wait has taken; while the journal is replayed, those that its waits took do not count.
  var eventsOpen: Int { mailbox.openCount - replay.eventsTakenLater() }

  /// Whether there is such an event of a name.
  func hasOpenEvent(_ name: StepID) -> Bool {
    mailbox.openCount(of: name) > replay.eventsTakenLater(of: name)
  }

  /// The events that the store is to be handed by themselves, behind all that it has: those that came while
  /// the journal is replayed; none if it is to be handed the journal.
  mutating func takeEventsBehind() -> [JournalEntry] {
    let count = keeping.eventsBehind
    guard count > 0, !replay.isAtEnd else { return [] }
    keeping.eventsWereHanded()
    return Array(replay.entries.lazy.filter { $0.verb == .event }.suffix(count))
  }

  /// A wait takes an event, by its number.
  mutating func eventCame(_ effect: Effect, _ number: Int) {
    let isFirst = mailbox.firstOpen(of: effect.id) == number
    guard mailbox.take(number, of: effect.id) != nil else { return }
    awaitEnded(effect, isFirst ? .none : .json(.integer(Int64(number))))
  }
}

extension BranchTree {
  /// Whether the foreground waits for a moment or an event.
  var isAwaitingOutside: Bool {
    guard case .loading(let effect) = self[foreground].state else { return false }
    return effect.kind.isWait
  }
}

extension FlowInspection.Effect.Kind {
  /// Whether it is a wait for something that happens outside by itself.
  var isWait: Bool { self == .moment || self == .event }
}

extension JournalEntry {
  /// What a `wait` entry says that was waited for.
  enum Awaited: Hashable {
    /// The first event of its name that was not taken.
    case first
    /// The event of its name with this number, counted from 1.
    case number(Int)
    /// A moment, as it is recorded.
    case moment(JSONValue)
  }

  /// What a `wait` entry says that was waited for.
  var awaited: Awaited {
    switch payload.json {
    case nil: .first
    case .integer(let number)?: .number(Int(clamping: number))
    case let moment?: .moment(moment)
    }
  }

  /// Whether it tells that a wait took an event, and was not gone back from.
  var tookEvent: Bool {
    guard verb == .wait, !isUndone else { return false }
    if case .moment = awaited { return false }
    return true
  }
}
