package import Flowline

/// Walks a person, or a list of answers, through one flow: shows each prompt, takes a line, and
/// hands it on as an answer or does what it commands.
///
/// There is this one walk for terminals, for plain lines and for runs without anybody to ask; what
/// differs is where lines come from and how they look. It is a loop around values that decide what a
/// line means, what is offered and what is told (``LineContext``, ``AnswerLine``,
/// ``QuestionOnScreen``, ``AnswerUndo``). Confined to the thread that runs it.
package final class Walk {
  /// The session that the walk leads through.
  let session: WalkSession
  /// What is shown.
  let display: WalkDisplay
  /// Lines from files before those that are typed.
  let feed: LineFeed
  let histories: PromptHistories
  /// What is shown and typed, with its times.
  let cast: CastLog
  var recorder: Recorder?
  var answers: PreparedAnswers
  /// An event from outside that is delivered as soon as the session takes it.
  package var event: DeliveredEvent?
  /// Whether it was delivered.
  var isEventDelivered = false
  let wake: @Sendable () -> Void
  /// The milliseconds of a clock that never goes back.
  let clock: () -> Int

  /// The line that answers the question.
  var line = AnswerLine()
  /// The question on the screen, with what is above it.
  var question = QuestionOnScreen()
  /// The questions that were asked here.
  var asked = AskedQuestions()
  /// Texts of several lines that are being written, by their step.
  var texts: [StepPath: LongTextDraft] = [:]
  /// What was done to the answers, for taking it back.
  var undoing = AnswerUndo()
  /// What is still to be said of a session that was resumed.
  var resumption = Resumption()

  /// Makes a walk.
  ///
  /// - Parameters:
  ///   - surface: what is written to.
  ///   - source: what lines are read from.
  ///   - environment: the world that the flow sees.
  ///   - world: which world the session belongs to, see ``SessionOptions/world``.
  ///   - histories: what was typed before, at questions.
  ///   - mode: how the walk behaves.
  ///   - answers: given before anybody is asked.
  ///   - recorder: writes the script at the end; nil if none is written.
  ///   - wake: makes the source's read or wait return; called on other threads.
  ///   - clock: the milliseconds by which work is shown; nil for those of the machine.
  package init(
    on surface: Surface, from source: any LineReader, in environment: FlowEnvironment,
    world: String? = nil, histories: PromptHistories, mode: WalkMode = WalkMode(),
    answers: PreparedAnswers = PreparedAnswers(), recorder: Recorder? = nil,
    wake: @escaping @Sendable () -> Void = { Waker().wake() },
    clock: (() -> Int)? = nil
  ) {
    let clock = clock ?? WalkClock.milliseconds
    cast = CastLog(clock: clock) {
      CastLog.Size(columns: surface.columns(), rows: CastLog.rows())
    }
    feed = LineFeed.around(source)
    let filmed = surface.filmed(by: cast)
    let screen = WalkScreen(on: filmed, reading: feed)
    display = WalkDisplay(on: filmed.below(screen), screen, Words(environment), mode)
    session = WalkSession(world: world, wake: wake)
    self.histories = histories
    self.answers = answers
    self.recorder = recorder
    self.wake = wake
    self.clock = clock
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
    try session.start(entry, in: words.environment, keptIn: record)
    return walk()
  }

  /// Does what there is to do until the flow has ended.
  func walk() -> WalkReport {
    if session.isRefused { return report }
    let reader = feed.reader
    takeOver()
    if let recorder { begin(recorder) }
    if session.leaving == nil { give() }
    repeat { deliverEvent() } while step()
    settle()
    if surface.settings.program.lock?.endsLocked == true { display.screen.forget() }
    display.screen.commit()
    let report = report
    record(report)
    handBack(to: reader, after: report)
    return report
  }

  /// Does the next thing there is to do; false once the flow has ended.
  private func step() -> Bool {
    followLanguage()
    tellOfFit()
    switch session.next() {
    case .ask(let prompt):
      tellAnswers()
      ask(prompt)
    case .resolve(let prompt, let hold):
      tellAnswers()
      ask(prompt, about: hold)
    case .wait: waitForFlow()
    case .lookAgain: break
    case .nothing: return false
    }
    return true
  }

  private var report: WalkReport {
    let journal = controller.journal
    return WalkReport(
      end: session.leaving ?? .ended, outcome: session.outcome,
      resultText: controller.resultText.map { OneLine.text($0.text) }, journal: journal,
      words: words, unusedAnswers: unusedAnswers, askedSteps: steps(of: journal),
      lastPrompt: asked.last, waits: session.waits, session: session.record?.session,
      hasUnsaved: session.hasUnsaved,
      isDelivered: event.map { _ in isEventDelivered },
      isEventOpen: event.map { controller.hasOpenEvent($0.name) } ?? false)
  }
}

extension Walk {
  var controller: FlowController { session.controller }
  var mode: WalkMode { display.mode }
  var surface: Surface { display.surface }
  var words: Words { display.words }
  var renderer: PromptRenderer { display.renderer }

  /// Leaves the flow as a whole, unless something is being done that cannot be left.
  func leave(_ end: WalkEnd) {
    if let refusal = session.leave(end) { display.show(renderer.lines(for: refusal)) }
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

extension Answer {
  /// The answer as somebody would have typed it.
  var typedText: String {
    switch self {
    case .text(let text), .json(.string(let text)): text
    case .json(let json): json.text
    }
  }
}
