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

  func put(_ content: Content) { state.withLock { $0 = content } }

  /// What runs, or has just ended; nil if it is not in memory.
  var live: LiveSession? {
    if case .live(let live) = content { live } else { nil }
  }

  /// How many bytes it takes, by estimate.
  var footprint: Int {
    switch content {
    case .unloaded: 0
    case .live(let live): live.controller.footprint
    case .ended(let ended): 2_000 + ended.journal.utf8.count
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
  private let lastTold = Mutex<ToldQuestion?>(nil)

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
    let state = HostedState(controller.snapshot, of: key)
    lastTold.withLock { $0 = ToldQuestion(state.questions) }
    return state
  }

  /// The presentation of the question that a token names, or of the first that is asked; nil if that is
  /// not asked.
  func presentation(of token: StepToken?) -> Int? {
    // Nearly always it is the question that was told last: its token need not be made once more.
    if let told = lastTold.withLock({ $0 }), told.presentation == controller.presentationAsked,
      token == nil || token == told.token
    {
      return told.presentation
    }
    return controller.placedPrompts.first { placed in
      token?.names(placed.prompt, after: placed.before) ?? true
    }?.prompt.presentation
  }

  /// The question that a token names, if it was answered; nil if none was.
  func answered(_ token: StepToken) -> AnsweredQuestion? {
    controller.answeredQuestions.first { token.names($0.prompt, after: $0.before) }
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
  var nextMoment: Date? { controller.legalInputs.waits.compactMap(\.until).min() }

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

/// A question as it was told.
private struct ToldQuestion {
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
