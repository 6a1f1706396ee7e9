import FoundationEssentials

/// Loads and commits.
extension FlowMachine {
  /// What is to be done when a body loads or commits.
  enum EffectStart {
    /// The journal has the reply.
    case reply(Payload)
    /// The journal has it that the effect went wrong.
    case failure(message: String)
    /// Run it. A commit is given its key.
    case perform(Effect, key: IdempotencyKey)
    /// It must not run and nothing is recorded for it.
    case unrecorded
    /// The journal has the write with other contents.
    case differs(CommitDiffers)
    /// Go on with ``effectContinued(_:isCommit:key:isRepeated:by:earlier:)`` when it is the strand's turn.
    case wait(key: IdempotencyKey, isRepeated: Bool)
    case hindered(Hindrance)
  }

  /// A body wants to read or write outside.
  mutating func effectBegan(
    _ id: StepID, isCommit: Bool, of contents: Payload, by frame: Frame.ID, isWhole: Bool = false
  ) -> EffectStart {
    if let hindrance = hindrance(for: frame) { return .hindered(hindrance) }
    if isWhole { markAsEffect() }
    let index = indexOfEffects
    if index > 0 { settle(index) }
    if !isMany, let reason = takeRecordedCancel() { return .hindered(.leave(reason)) }
    let ref = frames[index].ref
    var key = IdempotencyKey(
      session: journal.head.session, commit: isCommit ? commitCount + asides.commitsEver : -1)
    let recordedRef = frames[index].recordedRef
    var earlier: Asides.Commit?
    var isRepeated = false
    if isCommit {
      commitCount += 1
      let intent = tape.take(.commit, for: id, in: recordedRef)?.entry
      if intent == nil, tape.hasEffects { endReplay(wanting: "commit \(id)") }
      if intent == nil, !asides.commits.isEmpty {
        let path = path(to: index, id)
        earlier = asides.takeCommit(at: path)
      }
      if let recorded = intent?.payload.json ?? earlier?.intent {
        if let differs = CommitDiffers(id, recorded: recorded, wanted: contents) {
          return .differs(differs)
        }
        key = CommitIntent.key(of: recorded) ?? key
        isRepeated = true
      }
      record(
        JournalEntry(.commit, id, in: ref, CommitIntent.payload(key: key, contents: contents)))
      carryOver()
    }
    return effectContinued(
      id, isCommit: isCommit, key: key, isRepeated: isRepeated, by: frame,
      earlier: earlier?.reply)
  }

  /// The intent of an effect is written, where it has one: what is to be done for its reply.
  mutating func effectContinued(
    _ id: StepID, isCommit: Bool, key: IdempotencyKey, isRepeated: Bool, by frame: Frame.ID,
    earlier: JournalEntry? = nil
  ) -> EffectStart {
    if isMany { turn(to: frame) }
    let index = indexOfEffects
    if isMany, earlier == nil, waitsForReply(of: id, isCommit: isCommit, at: index) {
      return .wait(key: key, isRepeated: isRepeated)
    }
    let ref = frames[index].ref
    let recordedRef = frames[index].recordedRef
    let reply =
      (isMany ? takeTurned() : nil)?.entry
      ?? tape.take(isCommit ? .done : .load, or: .fail, for: id, in: recordedRef)?.entry
    if let reply = reply ?? earlier ?? recordedEffects?.take(id) {
      replied(JournalEntry(reply.verb, id, in: ref, reply.payload))
      if isMany, let reason = leaveReason(of: frame) { return .hindered(.leave(reason)) }
      if reply.verb == .fail { return .failure(message: reply.failureMessage) }
      return .reply(reply.payload)
    }
    guard recordedEffects == nil else { return .unrecorded }
    if tape.hasEffects, tape.inputsLeft > 0 {
      endReplay(wanting: "\(isCommit ? "done" : "load") \(id)")
    }
    let call = EffectCall(key: isCommit ? key : nil, isRepeated: isRepeated, began: now)
    let effect = Effect(
      number: nextSerial(), id: id, kind: isCommit ? .commit : .load, call: call)
    tellEffect(effect, isRepeated ? .repeated : .began)
    state = .working(effect)
    if isMany, isCommit { many?.committing.insert(current) }
    return .perform(effect, key: key)
  }

  /// The frame that loads and commits of the innermost flow are told of: the flow that runs it,
  /// where it is a load or a commit itself and nothing else.
  private var indexOfEffects: Int {
    frames.count > 1 && frames[frames.count - 1].isEffect ? frames.count - 2 : frames.count - 1
  }

  /// Where an effect of the innermost flow stands.
  func pathOfEffect(_ id: StepID) -> StepPath { path(to: indexOfEffects, id) }

  /// Where an effect of the innermost flow stands; a check, where its question does.
  func path(of effect: Effect) -> StepPath {
    effect.kind == .check ? currentPath : pathOfEffect(effect.id)
  }

  private mutating func markAsEffect() {
    frames[frames.count - 1].isScreen = true
    frames[frames.count - 1].isEffect = true
  }

  private mutating func replied(_ entry: JournalEntry) {
    record(entry)
    carryOver()
  }

  /// An effect's reply.
  enum EffectEnd {
    case value(Payload)
    case failure(message: String)
  }

  /// A commit gave up without an answer: its intent stays open. Returns whether its flow still waits
  /// for it.
  mutating func effectAbandoned(_ effect: Effect, message: String, by frame: Frame.ID) -> Bool {
    guard isAwaited(effect, by: frame) else { return false }
    tellEffect(effect, .failed(message: message))
    state = .running
    if isMany { many?.committing.remove(current) }
    return true
  }

  /// Whether a flow waits for an effect that has come to its end; one that comes late is noted.
  private mutating func isAwaited(_ effect: Effect, by frame: Frame.ID?) -> Bool {
    if isMany, let frame { turn(to: frame) }
    if state == .working(effect), !frames.isEmpty { return true }
    note(.lateReply, at: currentPath, "\(effect.id) replied when nobody waited for it any more")
    return false
  }

  /// An effect replied. Returns whether its flow still waits for it.
  mutating func effectReplied(_ effect: Effect, _ end: EffectEnd, to frame: Frame.ID? = nil) -> Bool
  {
    guard isAwaited(effect, by: frame) else { return false }
    let frame = frames[indexOfEffects]
    switch end {
    case .value(let payload):
      tellEffect(effect, .replied)
      replied(JournalEntry(effect.isCommit ? .done : .load, effect.id, in: frame.ref, payload))
    case .failure(let message):
      tellEffect(effect, .failed(message: message))
      replied(JournalEntry(.fail, effect.id, in: frame.ref, .json(["error": .string(message)])))
    }
    state = .running
    if isMany { many?.committing.remove(current) }
    return true
  }
}

/// What is written before a commit runs: its key, and what it is about to send.
struct CommitIntent: Encodable, Sendable {
  let key: IdempotencyKey
  let of: EncodableValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key.description, forKey: .key)
    try container.encode(of.json, forKey: .of)
  }

  private enum CodingKeys: CodingKey { case key, of }

  static func payload(key: IdempotencyKey, contents: Payload) -> Payload {
    switch contents {
    case .none: .json(.string(key.description))
    case .json(let json): .json(["key": .string(key.description), "of": json])
    case .value(let value): .value(EncodableValue(CommitIntent(key: key, of: value)))
    }
  }
}

extension CommitIntent {
  /// The key of a recorded intent.
  static func key(of recorded: JSONValue) -> IdempotencyKey? {
    (recorded.string ?? recorded["key"]?.string).flatMap(IdempotencyKey.init)
  }
}

/// A write that was begun earlier is wanted again with other contents: the flow was changed.
///
/// The session stops there. It is not written again, with the old key or a new one: what became of
/// the first writing is known to the flow that began it.
public struct CommitDiffers: Error, Hashable, CustomStringConvertible {
  /// The commit.
  public let step: StepID
  /// What was sent then.
  public let recorded: JSONValue
  /// What would be sent now.
  public let wanted: JSONValue

  init?(_ step: StepID, recorded intent: JSONValue, wanted contents: Payload) {
    guard let recorded = intent["of"], let wanted = contents.json, recorded != wanted else {
      return nil
    }
    self.step = step
    self.recorded = recorded
    self.wanted = wanted
  }

  /// What was sent and what would be.
  public var description: String {
    """
    \(step) was begun with \(recorded.text) and would now be sent as \(wanted.text): \
    go on with the version of the flow that began it
    """
  }
}

extension JournalEntry {
  /// What a recorded failure says.
  var failureMessage: String {
    payload.json?["error"]?.string ?? payload.json?.text ?? "it went wrong"
  }
}
