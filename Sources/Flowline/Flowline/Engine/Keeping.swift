/// How much of the journal is durable, and what waits for the rest (rule 13).
///
/// A store may answer later, fail, or say that another node went on; what waits for it waits here.
struct Keeping: Hashable, Sendable {
  /// Whether the session is kept at all.
  var isOn = false
  /// How many entries the store has.
  private(set) var written = 0
  /// How many entries must be durable before anything follows from them.
  private(set) var needed = 0
  /// Whether the store has something of the session, or was handed it: only then can it be resumed.
  private(set) var canBeResumed = false
  /// Whether the session is to be in the store before anything of it is told: others may look there.
  private(set) var isToBegin = false
  /// How many entries the store was handed, if its answer is awaited.
  private(set) var handed: Int?
  /// How many events came while the journal is replayed that the store is to be handed.
  private(set) var eventsBehind = 0
  /// How many of them it was handed and has not answered for.
  private var eventsHanded = 0
  /// The question that the store was told last.
  private var told = -1
  /// Whether the store is told what is held, see ``SessionOptions/held``.
  var tellsHolds = false
  /// Whether what is held has changed since the store was handed anything.
  private var areHoldsNew = false
  /// Whether the store was handed what is held and has not answered.
  private var areHoldsHanded = false
  /// Whether a commit was answered since the store was handed anything.
  private var isReplyNew = false
  /// Whether the store was handed the answer to a commit and has not said yet that it has it.
  private var isReplyHanded = false
  /// Why the store has no more.
  ///
  /// The session is held until it is tried again, or left.
  @Boxed private(set) var fault: StoreFailure?
  /// The question what to do about the fault, as a presentation.
  private(set) var faultPresentation = -1

  /// Whether something that must be durable is not.
  var isPending: Bool {
    needed > written || fault != nil || isToBegin && isHanded || areHoldsNew || areHoldsHanded
      || lacksEvents
  }

  /// Whether something that must be durable is not, so that nothing may be shown, see ``Engine/isHeldBack``.
  ///
  /// - Parameter isRebuilt: whether the journal that is replayed has come to its end.
  @inline(__always)
  func holdsBack(isRebuilt: Bool) -> Bool {
    isOn && isPending && (isRebuilt || fault != nil || lacksEvents)
  }

  /// Whether the store may lack events that came while the journal is replayed.
  var lacksEvents: Bool { eventsBehind > 0 || eventsHanded > 0 }

  /// Whether the store is to be handed such events by themselves.
  var wantsEvents: Bool { eventsBehind > 0 && handed == nil && fault == nil }

  /// Whether the store's answer is awaited.
  var isHanded: Bool { handed != nil }

  /// Whether the store may lack what became of a commit: its answer.
  var lacksReply: Bool { isReplyNew || isReplyHanded }

  /// Whether the store may lack what is held.
  var lacksHolds: Bool { areHoldsNew || areHoldsHanded }

  /// Whether the store is to be handed that the session has begun, though nothing has happened in it yet.
  var wantsBeginning: Bool { isToBegin && handed == nil && fault == nil }

  /// Whether what the store is handed next must be durable.
  var mustLastNow: Bool { needed > written || isToBegin || areHoldsNew }

  /// A session begins, with others that look at the store.
  mutating func begin() { isToBegin = true }

  /// The session is rebuilt from what the store has of it.
  mutating func rebuilds() { canBeResumed = isOn }

  /// An event came while the journal is replayed.
  mutating func eventCameBehind() {
    if isOn { eventsBehind += 1 }
  }

  /// The store is handed such events, and nothing else.
  mutating func eventsWereHanded() {
    canBeResumed = true
    handed = written
    (eventsBehind, eventsHanded) = (0, eventsBehind)
  }

  mutating func mustLast(through count: Int) {
    if isOn { needed = count }
  }

  /// Something is held, or not any more: that is durable before it is asked about or done again.
  mutating func holdsChanged() {
    if isOn, tellsHolds { areHoldsNew = true }
  }

  /// A commit was answered: until the store has that, it is known here alone.
  mutating func commitWasAnswered() {
    if isOn { isReplyNew = true }
  }

  /// The journal is made anew: the session went back.
  ///
  /// What the store was handed before, it answers before it is handed more; nothing follows from it.
  mutating func reset() {
    (written, needed, told) = (0, 0, -1)
    if handed != nil { handed = 0 }
  }

  func wants(_ count: Int, asking presentation: Int) -> Bool {
    handed == nil && fault == nil && (count > written || presentation > told || areHoldsNew)
  }

  mutating func wasHanded(_ count: Int, asking presentation: Int) {
    // What need not last is held back until something must.
    if mustLastNow { canBeResumed = true }
    handed = count
    told = max(told, presentation)
    (areHoldsNew, areHoldsHanded) = (false, areHoldsNew)
    (isReplyNew, isReplyHanded) = (false, isReplyNew)
    // They are in the journal by now.
    eventsBehind = 0
  }

  mutating func kept() {
    if let handed { written = handed }
    (handed, isToBegin, areHoldsHanded, isReplyHanded) = (nil, false, false, false)
    eventsHanded = 0
  }

  mutating func notKept(_ failure: StoreFailure, presentation: Int) {
    handed = nil
    told = -1
    if areHoldsHanded { (areHoldsNew, areHoldsHanded) = (true, false) }
    if isReplyHanded { (isReplyNew, isReplyHanded) = (true, false) }
    (eventsBehind, eventsHanded) = (eventsBehind + eventsHanded, 0)
    fault = failure
    faultPresentation = presentation
  }

  mutating func again() { fault = nil }

  /// The session is over; the store may still be about to answer.
  mutating func end() {
    let handed = handed
    self = Keeping()
    self.handed = handed
  }
}

extension Engine {
  /// Whether there is something to hand to the store.
  ///
  /// What a rebuilding has not come to is durable already, but for events that came meanwhile.
  var isToBeWritten: Bool {
    guard replay.isAtEnd else { return keeping.wantsEvents }
    if isUnloading { return lacksHandOver && !keeping.isHanded }
    // A flow that waits or reads before it asks anything has no line yet; others are to find the session.
    return keeping.wants(journal.entries.count, asking: tree.isForked ? -1 : askedLast)
      || keeping.wantsBeginning && phase == .running && !isTerminating
  }

  /// Whether the store was not handed all that was accepted, and can be: that is before the session ends.
  ///
  /// What a rebuilding has come to is durable already, and a record that does not fit is left as it is; but
  /// for events that came meanwhile.
  var lacksHandOver: Bool {
    guard keeping.isOn, keeping.fault == nil else { return false }
    guard replay.isAtEnd, misfit == nil else { return keeping.eventsBehind > 0 }
    return keeping.needed > max(keeping.written, keeping.handed ?? 0)
  }

  /// The presentation of the question that the trunk asks.
  private var askedLast: Int {
    if case .asking(let asked) = tree.trunk.state { asked.presentation } else { -1 }
  }

  /// The store is handed all there is.
  ///
  /// Returns the journal as it is to be told there, and whether it must be durable.
  mutating func handedToStore() -> Bool {
    let isDurable = keeping.mustLastNow
    keeping.wasHanded(journal.entries.count, asking: askedLast)
    return isDurable
  }

  /// Somebody is about to be told of what was written last: it is to be durable first, so that
  /// nobody is told twice.
  mutating func mustLastBeforeTelling() {
    if replay.isAtEnd { keeping.mustLast(through: journal.entries.count) }
  }

  /// The store has what it was handed.
  mutating func kept() { keeping.kept() }

  /// The store does not have it, or nobody knows: the session is held.
  mutating func notKept(_ failure: StoreFailure) {
    keeping.notKept(failure, presentation: numbers.presentations)
    numbers.presentations += 1
  }

  /// Whether more is known here of a commit that was sent than the store has, or will be: it was answered or is
  /// held and the store may lack that, or its answer will come here.
  var hasUnsavedCommit: Bool {
    if keeping.lacksReply { return true }
    let known = tree.first { branch in
      switch branch.state {
      case .committing(_, let state): state == .sent
      case .held(let hold): hold.effect.kind == .commit && keeping.lacksHolds
      default: false
      }
    }
    return known != nil
  }

  /// What may be done about a store that failed.
  var faultChoices: [HoldChoice] { [.again, .later] }

  /// Whether something that must be durable is not, so that nothing may be shown.
  ///
  /// While a journal is being rebuilt, the store has it, but for events that came meanwhile.
  @inline(__always) var isHeldBack: Bool { keeping.holdsBack(isRebuilt: replay.isAtEnd) }
}

extension JournalEntry {
  /// Whether it must be durable before anything follows from it.
  ///
  /// A load that was lost is read again, a wait takes its event again; a refusal and a question tell
  /// only what was tried.
  var mustLast: Bool {
    switch verb {
    case .answer, .back, .jump, .language, .cancel, .commit, .done, .finish, .cancelled, .failed,
      .aside, .fail, .event:
      true
    case .at, .load, .wait, .enter, .leave, .abandon, .show, .refuse: false
    }
  }
}
