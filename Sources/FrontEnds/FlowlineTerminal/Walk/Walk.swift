package import Flowline
import Synchronization

/// Walks a person, or a list of answers, through one flow: shows each prompt, takes a line, and
/// hands it on as an answer or does what it commands.
///
/// There is this one walk for terminals, for plain lines and for runs without anybody to ask; what
/// differs is where lines come from and how they look. Confined to the thread that runs it.
package final class Walk {
  let controller: FlowController
  /// Lines from files before those that are typed.
  let feed: LineFeed
  let surface: Surface
  /// What is shown and typed, with its times.
  let cast: CastLog
  var words: Words
  let histories: PromptHistories
  let manner: WalkManner
  var answers: PreparedAnswers
  var recorder: Recorder?

  let presenter: WalkPresenter
  let wake: @Sendable () -> Void
  /// Which world the session belongs to; nil if that is not known.
  let world: String?
  /// The milliseconds of a clock that never goes back.
  let clock: () -> Int
  private let outcome = OutcomeBox()
  /// An event from outside that is delivered before anything is asked.
  package var event: DeliveredEvent?
  /// Why the flow is being left, once it is.
  var leaving: WalkEnd?
  /// Where the session is kept; nothing where it is not.
  var record: (any SessionRecord)?
  /// Whether the session was unloaded: it has no outcome.
  var isUnloaded = false
  var hasToldOfFit = false
  /// Whether the answers that a resumed session has are still to be told.
  var hasAnswersToTell = false

  /// The line that answers the question.
  var line = LineInHand()
  /// The question on the screen, with what stands above it.
  var question = QuestionOnScreen()
  /// Texts of several lines that are being written, by their step.
  var texts: [StepPath: TextInWork] = [:]
  /// The questions that were asked here.
  var asked = AskedQuestions()
  /// What was done to the answers, for taking it back.
  var undoing = AnswerUndo()
  /// The sensitive steps that took an answer of those given.
  var givenSecrets: [String] = []

  /// What is drawn and drawn over.
  let screen: WalkScreen
  /// The step that was asked about last because something went wrong around the flow.
  var held: StepPath?
  /// What is said below the line until something is typed.
  var notice: Notice?

  /// Makes a walk.
  ///
  /// - Parameters:
  ///   - surface: what is written to.
  ///   - source: what lines are read from.
  ///   - environment: the world that the flow sees.
  ///   - world: which world the session belongs to, see ``SessionOptions/world``.
  ///   - histories: what was typed before, at questions.
  ///   - manner: how the walk behaves.
  ///   - answers: given before anybody is asked.
  ///   - recorder: writes the script at the end; nil if none is written.
  ///   - wake: makes the source's read or wait return; called on other threads.
  ///   - clock: the milliseconds by which work is shown; nil for those of the machine.
  package init(
    on surface: Surface, from source: any LineReader, in environment: FlowEnvironment,
    world: String? = nil, histories: PromptHistories, manner: WalkManner = WalkManner(),
    answers: PreparedAnswers = PreparedAnswers(), recorder: Recorder? = nil,
    wake: @escaping @Sendable () -> Void = { Waker().wake() },
    clock: (() -> Int)? = nil
  ) {
    let clock = clock ?? WalkClock.milliseconds
    cast = CastLog(clock: clock) {
      CastLog.Size(columns: surface.columns(), rows: CastLog.rows())
    }
    feed = LineFeed.around(source)
    screen = WalkScreen(on: surface.filmed(by: cast), reading: feed)
    self.surface = surface.filmed(by: cast).below(screen)
    self.histories = histories
    self.manner = manner
    self.answers = answers
    self.recorder = recorder
    self.wake = wake
    self.world = world
    self.clock = clock
    words = Words(environment)
    presenter = WalkPresenter(wake: wake)
    controller = FlowController(presenter: presenter)
  }

  /// Walks through a flow from its start to its end.
  ///
  /// - Parameters:
  ///   - entry: the flow.
  ///   - record: keeps the session while it runs; nil if it is not kept.
  /// - Returns: how the walk ended.
  /// - Throws: ``UnknownVariant`` if the flow's rule names a flow that does not exist.
  package func run(
    _ entry: FlowCatalogEntry, keptIn record: (any SessionRecord)? = nil
  ) throws(UnknownVariant) -> WalkReport {
    self.record = record
    let options = SessionOptions(environment: words.environment, world: world, record: record)
    return walk(try entry.start(in: controller, options, handler: handler))
  }

  var handler: FlowHandler<JSONValue> {
    FlowHandler(finished: { [outcome] result, dismisser in
      outcome.set(result)
      dismisser.dismiss()
    })
  }

  /// Does what there is to do until the flow has ended.
  func walk(_ reception: FlowController.Reception) -> WalkReport {
    if case .refused(let refusal) = reception {
      leaving = .notStarted(refusal)
      return report
    }
    let reader = feed.reader
    takeOver()
    if let recorder { begin(recorder) }
    if leaving == nil { give() }
    if leaving == nil, let event { deliver(event) }
    while step() {}
    settle()
    screen.commit()
    let report = report
    record(report)
    handBack(to: reader, after: report)
    return report
  }

  /// Whether the flow has ended.
  var hasOutcome: Bool { outcome.value != nil }

  private var report: WalkReport {
    let journal = controller.journal
    return WalkReport(
      end: leaving ?? .ended, outcome: outcome.value,
      resultText: controller.resultText.map { OneLine.text($0.text) }, journal: journal,
      unusedAnswers: unusedAnswers, askedSteps: steps(of: journal),
      lastPrompt: asked.last, session: record?.session)
  }

  /// Does the next thing there is to do; false once the flow has ended.
  private func step() -> Bool {
    tellOfFit()
    // It is not kept: a copy of the journal would be made at the next answer.
    if let prompt = controller.prompt, !isUnloaded {
      tellAnswers()
      switch (leaving, prompt.hold) {
      case (nil, nil): ask(prompt)
      case (nil, let hold?): ask(prompt, about: hold)
      // What is to be left may not be held up.
      case (_?, nil): controller.terminate()
      case (_?, _?): unload()
      }
      return true
    }
    if isUnloaded { return false }
    if controller.legalInputs.isSettled { return controller.legalInputs.startRefusal != nil }
    waitForFlow()
    return true
  }

  /// A renderer for the width there is now.
  var renderer: PromptRenderer { renderer(surface.columns()) }

  /// A renderer for so many columns, or fewer where a width was set.
  func renderer(_ columns: Int) -> PromptRenderer {
    PromptRenderer(look: surface.look, words: words, columns: min(columns, surface.columns()))
  }
}

/// A clock that never goes back.
enum WalkClock {
  /// The milliseconds of a clock that starts now.
  static var milliseconds: () -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    return { Int(start.duration(to: clock.now) / .milliseconds(1)) }
  }
}

/// Where the handler leaves the outcome.
private final class OutcomeBox: Sendable {
  private let stored = Mutex<Outcome<JSONValue>?>(nil)

  var value: Outcome<JSONValue>? { stored.withLock { $0 } }

  func set(_ outcome: Outcome<JSONValue>) { stored.withLock { $0 = outcome } }
}

extension Answer {
  /// The answer as somebody would have typed it.
  var typedText: String {
    switch self {
    case .text(let text), .json(.string(let text)): text
    case .json(let json): json.text
    }
  }
}
