/// What observers are to be told, in order. By reference, so that a session without observers has
/// none of it; once made it stays with the controller, for its numbers go on.
final class FlowAccount {
  /// Whether somebody wants to know.
  var isKept = false
  /// Whether a journal is being replayed and nothing has happened yet that was not in it.
  var isRebuilding = false
  private(set) var news: [FlowEvent] = []
  private var sequence = 0

  func add(_ kind: FlowEvent.Kind, at path: StepPath, of head: Journal.Head) {
    sequence += 1
    news.append(FlowEvent(sequence: sequence, session: head.session, path: path, kind: kind))
  }

  /// The store broke: what a person did and what was read or written has not happened, as far as
  /// the record goes. That flows started and ended stands.
  func dropUnkept() {
    news.removeAll { event in
      switch event.kind {
      case .answered, .back, .asked, .effect: true
      default: false
      }
    }
  }

  func takeNews() -> [FlowEvent] {
    defer { news = [] }
    return news
  }
}

/// What of its transitions the machine notes for observers.
///
/// Each of these is called at the transition it is named for, and costs one look at a field where
/// nobody observes.
extension FlowMachine {
  /// Whether anybody wants to know.
  var isObserved: Bool { account?.isKept ?? false }

  mutating func tell(_ kind: FlowEvent.Kind, at path: StepPath) {
    account?.add(kind, at: path, of: journal.head)
  }

  /// A session is about to start.
  mutating func tellStart() {
    account?.isRebuilding = !tape.isAtEnd
    if isObserved {
      tell(.started(version: journal.head.version), at: StepPath([journal.head.flow]))
    }
  }

  /// A flow that has an outcome of its own, and no screen that is asked in passing, was entered.
  mutating func opened(_ id: Frame.ID, isNews: Bool, steps: ClosedRange<Int>? = nil) {
    guard let index = index(of: id) else { return }
    frames[index].hasOutcome = true
    if let steps { frames[index].expectation = Expectation(steps, after: answersStanding) }
    guard isObserved else { return }
    if isNews {
      tell(.started(version: frames[index].version), at: path(to: index))
    }
  }

  /// Something happens that was not in the journal.
  private mutating func tellLive(_ kind: FlowEvent.Kind, at path: StepPath) {
    if account?.isRebuilding == true {
      account?.isRebuilding = false
      let answers = journal.entries.count { $0.verb == .answer && !$0.isUndone }
      tell(.rebuilt(answers: answers), at: StepPath([journal.head.flow]))
    }
    tell(kind, at: path)
  }

  mutating func tellAsked(_ presentation: Int, _ outline: PromptOutline) {
    guard isObserved else { return }
    tellLive(.asked(presentation: presentation, kind: outline.kind), at: currentPath)
  }

  mutating func tellAnswered(_ recorded: JSONValue) {
    guard isObserved else { return }
    tell(.answered(recorded), at: currentPath)
  }

  mutating func tellEffect(_ effect: Effect, _ phase: FlowEvent.Phase) {
    guard isObserved else { return }
    tellLive(.effect(FlowEvent.Effect(effect), phase), at: path(of: effect))
  }

  mutating func tellDiverged() {
    guard isObserved, let divergence else { return }
    tellLive(.diverged(divergence), at: divergence.path)
  }

  /// Going back leads out of flows, and into some that had ended; to be called while the open ones
  /// are still there.
  mutating func tellBack(to entry: JournalEntry, leaving left: [Frame.ID]) {
    guard isObserved else { return }
    tell(.back, at: journal.path(of: entry))
    for (frame, path) in zip(openFrames(), openPaths()).reversed()
    where frame.hasOutcome && left.contains(frame.id) {
      tell(.ended(.cancelled(.back)), at: path)
    }
  }

  /// A flow is about to go, together with what is still open inside of it.
  mutating func tellOutlived(_ index: Int) {
    guard isObserved else { return }
    for inner in frames.indices[(index + 1)...].reversed() where frames[inner].hasOutcome {
      tell(.ended(.cancelled(.terminated)), at: path(to: inner))
    }
  }

  /// The root's outcome is decided: by its body, or by what broke around it.
  mutating func tellRootEnded(_ ending: FlowEvent.Ending) {
    tellLive(.ended(ending), at: StepPath([journal.head.flow]))
  }

  /// A child has gone from the open flows and has its outcome; the root's is told by the shell.
  mutating func tellEnded(_ frame: Frame, _ verdict: Leaving.Verdict, _ end: BodyEnd) {
    guard isObserved, frame.hasOutcome, !frames.isEmpty else { return }
    let ending: FlowEvent.Ending
    switch (verdict, end) {
    case (.cancelled(let reason), _), (.asReturned, .cancelled(let reason)):
      ending = .cancelled(reason)
    case (.asReturned, .finished): ending = .finished
    case (.asReturned, .failed(let message)): ending = .failed(message: message)
    case (.sessionFailed, _): ending = .failed(message: "the session broke")
    }
    tellLive(.ended(ending), at: StepPath(frames.map(\.step) + [frame.step]))
  }
}

extension FlowEvent.Effect {
  init(_ effect: FlowMachine.Effect) {
    self.init(number: effect.number, id: effect.id, kind: effect.kind, key: effect.call.key)
  }
}

/// What is known of an effect under way; by reference, since a session seldom has one.
final class EffectCall: Sendable {
  /// A commit's key.
  let key: IdempotencyKey?
  /// Whether it was cut off before and runs again.
  let isRepeated: Bool
  /// When it began, in nanoseconds of the monotonic clock.
  let began: Int64
  /// The presentation whose answer is checked; -1 for a load and a commit.
  let presentation: Int

  init(key: IdempotencyKey?, isRepeated: Bool, began: Int64, presentation: Int = -1) {
    self.key = key
    self.isRepeated = isRepeated
    self.began = began
    self.presentation = presentation
  }
}

/// How long flows are open.
extension FlowMachine {
  /// When the flow was opened that is entered now: before, where it is entered again after a back.
  mutating func openingTime(of ref: FrameRef) -> Int64 {
    openedBefore?.removeValue(forKey: ref) ?? now
  }

  /// Going back runs bodies again; the flows it stays in have been open all the time.
  mutating func keepOpeningTimes(except left: [Frame.ID]) {
    var times: [FrameRef: Int64] = [:]
    for frame in openFrames() where frame.ref != .unknown && !left.contains(frame.id) {
      times[frame.ref] = frame.openedAt
    }
    openedBefore = times
  }
}
