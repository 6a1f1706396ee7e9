import FoundationEssentials

/// The shell around ``Engine``: runs bodies, keeps one table of what waits, persists, and tells
/// handlers, observers and front ends what the engine decided.
///
/// Used only while its executor is owned; what leaves it is handed out by ``run()`` and done by
/// ``settle()``.
final class Session {
  /// Its own: what one session is brought can only be taken by itself.
  let executor = StepExecutor()
  // Debug builds, which run the tests, check that no author's code runs while the engine is changed.
  // Release builds do not: the checks of the fields that every step reads slow it down measurably.
  #if DEBUG
    var engine: Engine
  #else
    @exclusivity(unchecked) var engine: Engine
  #endif
  let presenter: (any Presenter)?
  let controller: WeakController
  /// The flow the session is of; let go at its end.
  var root: (any RootRun)?
  /// What waits: questions, effects, handlers that are to be told.
  @exclusivity(unchecked) var waits = WaitTable()
  /// The typed values of the session, and their recorded forms.
  @exclusivity(unchecked) var forms = RecordedForms()
  /// The handlers of children that have one.
  var deliveries: [FrameID: any Delivery] = [:]
  /// What was asked for from inside a step, in order.
  @exclusivity(unchecked) var inputs: [SessionInput] = []
  /// What is to be told to the presenter, in order.
  @exclusivity(unchecked) var notices: [Notice] = []
  var observers: [Observer] = []
  /// What makes the journal durable; nil for a session that is not kept.
  @exclusivity(unchecked) var keeper: JournalKeeper?
  /// The keeper whose batch the store has not answered for; nil if there is none.
  ///
  /// It may be that of a session that was left meanwhile.
  @exclusivity(unchecked) var writing: JournalKeeper?
  /// Whether commits are carried out, see ``SessionOptions/carriesOutCommits``.
  @exclusivity(unchecked) var carriesOutCommits = true
  /// The files that may be answered with; nil as long as nobody wants to know.
  var knownFiles: KnownFiles?
  /// By which it waits for a moment.
  var clock: any FlowClock = SystemFlowClock()
  /// Decides when its effects run; nil if they run at once.
  var gate: (any EffectGate)?
  /// What broke the session from outside: its presenter, or a person who gave it up.
  var breakdown: (any Error)?
  /// The presentations on show.
  @exclusivity(unchecked) var shown = ShownPresentations()
  /// The error that is travelling up, with where it came from.
  @Boxed var travelling: FlowFailure?
  /// Answers that are looked for in the journal that the session is rebuilt from, and those it has.
  @Boxed var recognition: Recognition?
  /// What answered questions look like, for a session that is run only to find that out.
  @exclusivity(unchecked) var survey: Survey?
  /// Threads that wait until something holds.
  @exclusivity(unchecked) var waiters: [(gate: SettleGate, condition: (Session) -> Bool)] = []
  /// Tasks that wait until the session has settled.
  @exclusivity(unchecked) var tasksWaiting: [SettledWait] = []
  /// Callers that wait until what they asked for is kept.
  @exclusivity(unchecked) var calls: [(call: InputCall, handOver: Int)] = []
  /// What callers are to be told.
  @exclusivity(unchecked) var replies: [InputCall.Reply] = []
  /// What tells the place of a question from others, once somebody asks for it.
  var answersDigest = KeptAnswersDigest()
  /// What the store was handed so far.
  @exclusivity(unchecked) var handOvers = HandOvers()
  /// The places of their own that flows are shown in.
  @exclusivity(unchecked) var places = PlaceTable()
  /// Who is told what is to be shown.
  @exclusivity(unchecked) var states = StateFeeds()
  /// What is being told outside now, so that calls come one at a time.
  @exclusivity(unchecked) var lanes = Lanes()
  /// What the effects under way tell of themselves, by their number.
  var meters: [Int: EffectMeter] = [:]
  var announced = Announced()
  /// The steps whose questions were examined for what is odd about them.
  var examined: Set<StepID> = []
  /// What the result means to a person, once there is one; nil if its flow does not say.
  @Boxed var resultText: LocalizedText?
  /// Bodies, and effects, that were started and have not returned: see ``LeakLedger``.
  var runningBodies = 0
  var runningEffects = 0
  /// The body of the root flow.
  var task: Task<Void, Never>?
  /// The bodies of children at once.
  var childTasks: [FrameID: Task<Void, Never>] = [:]

  /// Which callers outside are busy.
  struct Lanes {
    var isTellingObservers = false
    var isPresenting = false
  }

  /// What the presenter was told last.
  struct Announced {
    var presentation = -1
    var effect = -1
    /// The effect that told how far it has come, until the presenter is told.
    @Boxed var progress: Effect?
  }

  /// Whether something that must be durable is not, so that nothing may be shown.
  ///
  /// The engine's fields are looked at in place, here and wherever each step looks: a query of the engine's
  /// is called on a copy of the whole, which has thirty references.
  @inline(__always) var isHeldBack: Bool {
    engine.keeping.holdsBack(isRebuilt: engine.replay.isAtEnd)
  }

  init(presenter: (any Presenter)?, controller: WeakController) {
    engine = Engine(head: .nobody)
    self.presenter = presenter
    self.controller = controller
  }
}
