public import FoundationEssentials

/// What a session starts from: the world it sees, and what it is rebuilt from.
public struct SessionOptions: Sendable {
  /// Locale, time zone and the time of the start; the journal's, or else the system's.
  public var environment: FlowEnvironment?
  /// The session's own id; the journal's, or else the record's, or else a random one.
  public var session: UUID?
  /// Which world the session belongs to, such as a bank and a customer.
  ///
  /// A journal of another is refused; one that names none fits any.
  public var world: String?
  /// A record to rebuild from: what it holds is not asked, read or written again.
  public var journal: Journal?
  /// What keeps the session, so that it outlives the process; closed when the session ends.
  public var record: (any SessionRecord)?
  /// The same in a store that may answer later, and that other nodes share.
  public var sharedRecord: (any JournalRecord)?
  /// Where the contents of files are kept; the record's, or else this process's memory.
  public var files: (any KeptFiles)?
  /// A record that loads and commits are answered from, so that none of them runs.
  public var effects: Journal?
  /// Answers to questions that will be asked, as from a link.
  public var given: [GivenAnswer]
  /// Answers that are recognized if the journal has them already, see
  /// ``FlowController/recognizedAnswers``; they are not given.
  package var recognizes: [GivenAnswer] = []
  /// Which of a catalogue's variants the flow is.
  public var variant: FlowID?
  /// Receives the events of the session, from its start to its end.
  public var observer: FlowObserver?
  /// Whether commits are carried out.
  ///
  /// If not, each is held as one that was not sent, its closure is never called, and the flow can
  /// be looked at up to there.
  public var carriesOutCommits = true
  /// By which the session waits for a moment; the system's by itself.
  public var clock: any FlowClock = SystemFlowClock()

  /// What the record tells of what was held when the session was left, and is held again; nil if the
  /// record is not to tell it, since only a person resumes the session.
  package var held: [HeldEffect]?

  /// Decides when loads, commits and checks run; nil if they run at once.
  package var gate: (any EffectGate)?

  /// The writes that are left to people.
  var confirmations: [PersonalConfirmation] = []
  /// Whether a journal that has ended may be run once more, to see whether it fits.
  var isReplay = false
  /// Whether it is run only to find out what was asked: nothing is read, written or waited for.
  var surveys = false
  /// What is taken in place of secrets, which are not in a journal, in the order they were asked.
  var standIns: [StepPath: [JSONValue]] = [:]
  /// Whether a question takes a file whose contents nobody sent: where a script is played.
  var acceptsAnyFile = false
  /// Whether what the journal has read and written is left out of it, and read and written anew.
  var redoesEffects = false

  /// Makes options; without any, a new session in the system's locale and time zone.
  public init(
    environment: FlowEnvironment? = nil, session: UUID? = nil, world: String? = nil,
    journal: Journal? = nil,
    effects: Journal? = nil, variant: FlowID? = nil, record: (any SessionRecord)? = nil,
    given: [GivenAnswer] = [],
    observer: FlowObserver? = nil
  ) {
    self.environment = environment
    self.session = session
    self.world = world
    self.journal = journal
    self.effects = effects
    self.variant = variant
    self.given = given
    self.record = record
    if let record, session == nil { self.session = record.session }
    self.observer = observer
  }
}

extension SessionOptions {
  /// The record as one that may answer later.
  var journalRecord: (any JournalRecord)? {
    sharedRecord ?? record.map { SynchronousRecord($0) }
  }

  /// The replies that its effects get; nil if they are carried out.
  var replies: RecordedReplies? {
    surveys ? RecordedReplies([]) : effects.map { RecordedReplies($0.entries) }
  }

  /// The head of the session they begin or continue.
  func head(of flow: FlowID, version: Int) -> Journal.Head {
    var head = Journal.Head(
      flow: flow, version: version, variant: variant ?? journal?.head.variant,
      session: session ?? journal?.head.session.ifSomebodys ?? journalRecord?.session ?? UUID(),
      environment: environment ?? journal?.head.environment ?? .current,
      world: journal?.head.world)
    // One that was begun without a world stays without it, and in the format it is in.
    if journal?.entries.isEmpty ?? true { head.world = head.world ?? world }
    if let journal { head.format = journal.head.format }
    return head
  }

  init(
    environment: FlowEnvironment, session: UUID, journal: Journal, effects: Journal?,
    variant: FlowID?, isReplay: Bool
  ) {
    self.init(
      environment: environment, session: session, journal: journal, effects: effects,
      variant: variant)
    self.isReplay = isReplay
  }
}

extension SessionOptions {
  /// Why a flow must not continue the journal: it is another's, or of another world.
  func misfit(of flow: FlowID) -> Refusal? {
    guard let head = journal?.head else { return nil }
    if head.flow != flow { return .make(.otherFlow) }
    if let recorded = head.world, let world, recorded != world {
      return .otherWorld(recorded, current: world)
    }
    return nil
  }
}

extension Refusal {
  fileprivate static func otherWorld(_ recorded: String, current: String) -> Refusal {
    Refusal(
      .otherWorld, Texts.engine("refusal.other-world", .string(recorded), .string(current)),
      arguments: ["recorded": .string(recorded), "current": .string(current)])
  }
}

extension Refusal.Code {
  /// The journal is of another flow.
  public static let otherFlow: Self = "other-flow"
  /// The journal belongs to another world, such as another bank or another customer.
  public static let otherWorld: Self = "other-world"
}
