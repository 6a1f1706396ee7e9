import Flowline
import FoundationEssentials
import Synchronization

/// A session that is in use, or was not long ago: in memory, or not.
final class HostedSession: Sendable {
  /// What is in memory of it.
  enum Content {
    /// Nothing: it is rebuilt when it is needed.
    case unloaded
    /// It runs, or has just ended.
    case live(LiveSession)
    /// It has ended.
    case ended(EndedSession)
  }

  let key: SessionKey
  /// Calls to the session, one after the other; what is in memory is changed in turn only.
  let turns = Turns()
  private let state = Mutex(Content.unloaded)

  init(_ key: SessionKey) { self.key = key }

  var content: Content { state.withLock { $0 } }

  func put(_ content: Content) {
    // What was there is released behind the lock: that may run code of a flow's author.
    var last = content
    state.withLock { swap(&$0, &last) }
  }

  /// What runs, or has just ended; nil if it is not in memory.
  var live: LiveSession? {
    if case .live(let live) = content { live } else { nil }
  }

  /// Whether anything of it is in memory.
  var isInMemory: Bool {
    // Looked at in place: a copy might be the last, and be released here.
    state.withLock { if case .unloaded = $0 { false } else { true } }
  }

  /// How many bytes a session takes besides its flow: its record, its places in tables, what was shown of it.
  ///
  /// `HostBenchmarks walk` tells the estimate beside what the program grows by.
  private static let ownBytes = 12_000

  /// How many bytes it takes, by estimate; 0 if nothing of it is in memory.
  ///
  /// Waits for the step that is being run in it.
  var footprint: Int {
    switch content {
    case .unloaded: 0
    case .live(let live): Self.ownBytes + live.controller.footprint
    // The end has a result of its own.
    case .ended(let ended): 2_000 + 2 * ended.journal.utf8.count
    }
  }
}

/// A session that runs.
final class LiveSession: Sendable {
  let controller: FlowController
  /// The world of its user, which is kept as long as one of the user's sessions is in memory.
  let world: SharedWorld
  /// What keeps it.
  let record: HostedRecord
  private let outcome = Mutex<Outcome<JSONValue>?>(nil)
  /// When it is to be taken up again, as the store knows it.
  private let scheduled = Mutex<Scheduling?>(nil)
  /// Whether it has the answers that it was started with.
  private let given = Mutex(false)
  /// The only question that was asked when somebody looked last.
  private let lastShown = Mutex<ShownQuestion?>(nil)

  init(_ controller: FlowController, in world: SharedWorld, keptBy record: HostedRecord) {
    self.controller = controller
    self.world = world
    self.record = record
  }

  /// How it ended; nil if it runs.
  var end: Outcome<JSONValue>? { outcome.withLock { $0 } }

  /// Takes the outcome.
  var handler: FlowHandler<JSONValue> {
    FlowHandler { [weak self] outcome, _ in self?.outcome.withLock { $0 = outcome } }
  }

  /// How it stands.
  func state(of key: SessionKey) -> HostedState {
    let (snapshot, places) = controller.snapshotWithPlaces
    let state = HostedState(snapshot, in: places, of: key)
    lastShown.withLock { $0 = ShownQuestion(state.questions) }
    return state
  }

  /// The presentation of the question that a token names, or of the first that is asked; nil if that is
  /// not asked.
  func presentation(of token: StepToken?) -> Int? {
    // Nearly always it is the question that was shown last: its token need not be made once more.
    if let shown = lastShown.withLock({ $0 }), shown.presentation == controller.presentationAsked,
      token == nil || token == shown.token
    {
      return shown.presentation
    }
    return controller.placedPrompts.first { placed in
      !placed.prompt.isAboutStore && token?.names(placed.prompt, after: placed.before) ?? true
    }?.prompt.presentation
  }

  /// The question that a token names, if it was answered; nil if none was.
  func answered(_ token: StepToken) -> AnsweredQuestion? {
    controller.answeredQuestions.first { token.names($0.prompt, after: $0.before) }
  }

  /// Whether it may be rebuilt from the store without a loss that counts.
  ///
  /// What became of a commit is known here alone until the store has it, and stays, unless another node changed
  /// the session, or removed it: the store takes nothing from here then.
  var mayBeDropped: Bool {
    let code = controller.storeFailure?.code
    return code == .overtaken || code == .notFound || !controller.hasUnsavedCommit
  }

  /// Whether it was given the answers that it was started with since it is in memory.
  var wasGiven: Bool { given.withLock { $0 } }

  /// Notes that it is given them; false if it was before.
  func beginGiving() -> Bool {
    given.withLock { wasGiven in
      defer { wasGiven = true }
      return !wasGiven
    }
  }

  /// The answers for steps that were neither answered nor are asked.
  func notAsked(_ answers: [GivenAnswer]) -> [GivenAnswer] {
    let asked =
      controller.journal.answers.map(\.path.ids)
      + controller.placedPrompts.map(\.prompt.path.ids)
    return answers.filter { given in
      !asked.contains { $0.suffix(given.path.count).elementsEqual(given.path) }
    }
  }

  /// The first moment that it waits for; nil if it waits for none.
  var nextMoment: Date? { controller.underWay.filter(\.isWait).compactMap(\.until).min() }

  /// Whether the store knows when it is to be taken up again.
  func isScheduled(_ scheduling: Scheduling) -> Bool { scheduled.withLock { $0 == scheduling } }

  /// Notes that the store knows when it is to be taken up again.
  func noteScheduled(_ scheduling: Scheduling) { scheduled.withLock { $0 = scheduling } }
}

/// When a session is to be taken up again; it holds until its next change.
struct Scheduling: Hashable, Sendable {
  /// The moment; nil for not at all.
  let moment: Date?
  /// The last change of the session that was known when that was found.
  let attempt: UUID
}

/// A question as it was shown.
private struct ShownQuestion {
  let token: StepToken
  let presentation: Int

  /// The only one of several; nil if there is none, or another.
  init?(_ questions: [HostedQuestion]) {
    guard let question = questions.first, questions.count == 1 else { return nil }
    (token, presentation) = (question.token, question.prompt.presentation)
  }
}

/// A session that has ended.
struct EndedSession: Sendable {
  let flow: FlowID
  let title: LocalizedText
  let environment: FlowEnvironment
  let answers: Int
  let end: HostedEnd
  /// The text of its journal.
  let journal: String
}
