public import Flowline
import FoundationEssentials
import FoundationInternationalization
import Synchronization
public import Testing

/// Walks a flow in a few lines of a synchronous test.
///
///     let tester = FlowTester(GreetFlow())
///     tester.expect("name", refuses: "", with: .empty)
///     tester.answer("name", "Ada")
///     #expect(try tester.finished() == "Hello, Ada!")
///
/// What does not go as the test says is recorded as an issue at the test's own line, with the step
/// the flow has reached. Effects that reply later are waited for. At its end the session is rebuilt from
/// its journal, and what the flow does not do as before is an issue, see ``isRehearsed``. When the tester is
/// released, a flow that is still running is terminated, and whatever is left alive of it is an issue.
public final class FlowTester<Tested: Flow> {
  /// The controller that runs the flow, for what the tester has no words for.
  public let controller = FlowController()
  /// The clock by which the flow waits for a moment: it stands still until `advance(to:)`, unless the
  /// options have another.
  public let clock: any FlowClock
  /// Whether the session is rebuilt from its journal once, as soon as it has ended or the tester is
  /// closed: a flow that asks something else then, or would write something else, could not be resumed
  /// either.
  ///
  /// The flow's body runs again for that; no load, commit or handler does. False for a flow whose body must
  /// not run twice in its test.
  public var isRehearsed = true
  /// The flow, until its session was rebuilt.
  private var tested: ProbedFlow<Tested>?
  private let files: (any KeptFiles)?
  private let ending = Ending()
  private let probe = LeakProbe()
  private let madeAt: SourceLocation
  private var lastRefusal: RefusedInput?
  private var isClosed = false

  /// The outcome, once there is one.
  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<Tested.Output>?>(nil)
  }

  /// Starts a flow in a world that is the same for every run of the test.
  ///
  /// - Parameters:
  ///   - flow: the flow.
  ///   - locale: how the flow writes and reads, for example `ru_RU`.
  ///   - timeZone: the IANA name of the zone in which its days begin.
  ///   - now: when the session starts, as an RFC 3339 time.
  ///   - session: the session's id, from which its keys and random numbers follow.
  ///   - sourceLocation: the line that issues of the tester's end are recorded at.
  public convenience init(
    _ flow: Tested, locale: String = "en_GB", timeZone: String = "Europe/London",
    now: String = "2026-11-20T12:00:00Z", session: String = "00000000-0000-4000-8000-000000000000",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let world = TestWorld(locale: locale, timeZone: timeZone, now: now, session: session)
    for fault in world.faults {
      Issue.record("\(fault)", sourceLocation: sourceLocation)
    }
    self.init(flow, world.options, sourceLocation: sourceLocation)
  }

  /// Starts a flow from options: over a journal, for instance, or with recorded effects.
  public init(
    _ flow: Tested, _ options: SessionOptions, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    madeAt = sourceLocation
    var options = options
    if options.clock is SystemFlowClock {
      let environment = options.environment ?? options.journal?.head.environment ?? .current
      options.clock = ManualFlowClock(at: environment.now)
    }
    clock = options.clock
    files = options.files
    let tested = ProbedFlow(base: flow, token: probe.makeToken())
    self.tested = tested
    controller.start(
      tested, options,
      handler: FlowHandler(finished: { [ending] outcome, dismisser in
        ending.outcome.withLock { $0 = outcome }
        dismisser.dismiss()
      }))
    controller.waitUntilSettled()
  }

  deinit {
    close(sourceLocation: madeAt)
  }

  // MARK: - Looking

  /// The prompt that waits for an answer; of children at once, that of the first that asks.
  public var prompt: Prompt? { controller.prompt }

  /// What may be answered and done now.
  public var legalInputs: LegalInputs { controller.legalInputs }

  /// What has happened so far.
  public var journal: Journal { controller.journal }

  /// The journal as the text of a script.
  public var script: String { journal.text }

  /// How the flow ended; nil while it is running.
  public var outcome: Outcome<Tested.Output>? { ending.outcome.withLock { $0 } }

  // MARK: - Walking

  /// Answers the step that is asked, whichever of several children at once asks it.
  ///
  /// Another step that is asked, or a refusal, is an issue; the flow stays at its step.
  ///
  /// - Parameters:
  ///   - step: the step's own id.
  ///   - answer: the answer, as text or in its recorded form.
  ///   - isAcknowledged: whether what the step asks back about the answer has been seen.
  ///   - sourceLocation: the line that issues are recorded at.
  public func answer(
    _ step: StepID, _ answer: Answer, acknowledging isAcknowledged: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let prompt = asked(step, sourceLocation) else { return }
    let refusal = give(answer, to: prompt, acknowledging: isAcknowledged)
    rehearseIfEnded(sourceLocation)
    if let refusal {
      record("`\(step)` refused the answer", refusal, sourceLocation)
    }
  }

  /// Answers the step that is asked with a file.
  public func answer(
    _ step: StepID, _ file: FileContents, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      answer(step, .file(try controller.waitToKeep(file)), sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  /// Expects a step to be asked.
  public func expect(_ step: StepID, sourceLocation: SourceLocation = #_sourceLocation) {
    _ = asked(step, sourceLocation)
  }

  /// Expects a step to be asked, and to refuse an answer with a code.
  public func expect(
    _ step: StepID, refuses answer: Answer, with code: Refusal.Code,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let prompt = asked(step, sourceLocation) else { return }
    guard let refusal = give(answer, to: prompt) else {
      return record(
        "`\(step)` took the answer, it was to be refused with \(code.rawValue)", nil,
        sourceLocation)
    }
    if refusal.code != code {
      record("`\(step)` was to refuse with \(code.rawValue)", refusal, sourceLocation)
    }
  }

  /// Expects a step to be asked, and to ask back about an answer with a code.
  public func expect(
    _ step: StepID, warnsAbout answer: Answer, with code: Refusal.Code,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let prompt = asked(step, sourceLocation) else { return }
    guard let refusal = give(answer, to: prompt) else {
      return record(
        "`\(step)` took the answer, it was to ask back with \(code.rawValue)", nil, sourceLocation)
    }
    if refusal.code != code || !refusal.isWarning {
      record("`\(step)` was to ask back with \(code.rawValue)", refusal, sourceLocation)
    }
  }

  /// Goes back one question.
  ///
  /// - Parameters:
  ///   - step: the step that this is expected to lead to; nil for any.
  ///   - sourceLocation: the line that issues are recorded at.
  public func back(to step: StepID? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    input("back", sourceLocation) { $0.back() }
    if let step { expect(step, sourceLocation: sourceLocation) }
  }

  /// Expects going back to be refused with a code.
  public func expectBack(
    refusedWith code: Refusal.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let reception = controller.back()
    controller.waitUntilSettled()
    guard case .refused(let refusal) = reception else {
      return record(
        "the flow went back, that was to be refused with \(code.rawValue)", nil, sourceLocation)
    }
    lastRefusal = RefusedInput(what: "back", refusal: refusal)
    if refusal.code != code {
      record("back was to be refused with \(code.rawValue)", refusal, sourceLocation)
    }
  }

  /// Leaves the innermost flow, as a person does.
  public func cancel(sourceLocation: SourceLocation = #_sourceLocation) {
    input("cancel", sourceLocation) { $0.cancel() }
  }

  /// Says that what is on show is gone, as at the end of input.
  public func gone(sourceLocation: SourceLocation = #_sourceLocation) {
    input("gone", sourceLocation) { $0.gone() }
  }

  // MARK: - Ends

  /// The result of the flow.
  ///
  /// - Parameter sourceLocation: the line that issues are recorded at.
  /// - Returns: the result.
  /// - Throws: after an issue that says what the flow does, if it has not finished.
  public func finished(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Tested.Output {
    var output: Tested.Output?
    if case .finished(let value)? = outcome {
      output = value
      rehearse(sourceLocation)
    }
    return try #require(
      output, "the flow has not finished\n\(standing)", sourceLocation: sourceLocation)
  }

  /// Why the flow was cancelled.
  ///
  /// - Parameter sourceLocation: the line that issues are recorded at.
  /// - Returns: the reason.
  /// - Throws: after an issue that says what the flow does, if it was not cancelled.
  public func cancelled(sourceLocation: SourceLocation = #_sourceLocation) throws -> CancelReason {
    var reason: CancelReason?
    if case .cancelled(let value)? = outcome { reason = value }
    return try #require(
      reason, "the flow was not cancelled\n\(standing)", sourceLocation: sourceLocation)
  }

  /// The error that ended the flow, with its place.
  ///
  /// - Parameter sourceLocation: the line that issues are recorded at.
  /// - Returns: the failure.
  /// - Throws: after an issue that says what the flow does, if it has not failed.
  public func failed(sourceLocation: SourceLocation = #_sourceLocation) throws -> FlowFailure {
    var failure: FlowFailure?
    if case .failed(let value)? = outcome { failure = value }
    return try #require(
      failure, "the flow has not failed\n\(standing)", sourceLocation: sourceLocation)
  }

  /// Ends the test: terminates the flow if it is still running, and expects that nothing of it is
  /// left alive.
  ///
  /// A tester that is released does the same by itself.
  public func close(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !isClosed else { return }
    isClosed = true
    rehearse(sourceLocation)
    controller.terminate()
    controller.waitUntilSettled()
    expectNothingAlive(controller, sourceLocation: sourceLocation)
    probe.expectGone("the flow itself", sourceLocation: sourceLocation)
  }

  // MARK: - Inside

  /// Waits until the flow does nothing by itself; once it has ended, its session is rebuilt.
  func settle(_ sourceLocation: SourceLocation) {
    controller.waitUntilSettled()
    rehearseIfEnded(sourceLocation)
  }

  /// An ended flow is not kept until somebody looks at its end: nothing of it may be alive then.
  private func rehearseIfEnded(_ sourceLocation: SourceLocation) {
    if outcome != nil { rehearse(sourceLocation) }
  }

  /// Expects the flow to do the same when its session is rebuilt.
  private func rehearse(_ sourceLocation: SourceLocation) {
    guard let tested else { return }
    self.tested = nil
    guard isRehearsed,
      let fault = FlowController.rehearsalFault(of: tested, from: journal, files: files)
    else { return }
    record(
      "the flow does not do the same when its session is rebuilt: \(fault)", nil, sourceLocation)
  }

  private func asked(_ step: StepID, _ sourceLocation: SourceLocation) -> LegalAnswer? {
    if let asked = legalInputs.answers.first(where: { $0.id == step }) { return asked }
    record("the flow does not ask `\(step)`", nil, sourceLocation)
    return nil
  }

  func give(
    _ answer: Answer, to prompt: LegalAnswer, acknowledging isAcknowledged: Bool = false
  ) -> Refusal? {
    let reception = controller.answer(
      answer, to: prompt.presentation, acknowledging: isAcknowledged)
    controller.waitUntilSettled()
    var refusal = refusalByCheck(of: prompt)
    if case .refused(let atOnce) = reception, !isHeldByStore(atOnce) { refusal = atOnce }
    guard let refusal else { return nil }
    lastRefusal = RefusedInput(answer, to: prompt, refusal)
    return refusal
  }

  /// Why a check refused an answer: its question is asked once more then.
  private func refusalByCheck(of prompt: LegalAnswer) -> Refusal? {
    let again = controller.prompts.first {
      $0.path == prompt.path && $0.presentation > prompt.presentation
    }
    return again?.refused.map {
      Refusal(
        $0.code, Text(verbatim: $0.message.text), range: $0.range, isWarning: $0.isWarning)
    }
  }

  func input(
    _ what: String, _ sourceLocation: SourceLocation,
    _ act: (FlowController) -> FlowController.Reception
  ) {
    let reception = act(controller)
    settle(sourceLocation)
    guard case .refused(let refusal) = reception, !isHeldByStore(refusal) else { return }
    lastRefusal = RefusedInput(what: what, refusal: refusal)
    record("\(what) was refused", refusal, sourceLocation)
  }

  /// Whether a refusal says only that the store holds the session, which a test expects by its own
  /// word.
  private func isHeldByStore(_ refusal: Refusal) -> Bool {
    refusal.code == .notKept && controller.prompt?.hold?.isStore ?? false
  }

  func record(
    _ what: String, _ refusal: Refusal?, _ sourceLocation: SourceLocation
  ) {
    let why = refusal.map { ": \(Standing.words(of: $0, in: controller))" } ?? ""
    Issue.record("\(what)\(why)\n\(standing)", sourceLocation: sourceLocation)
  }

  private var standing: Standing {
    Standing(controller, ending: outcome.map { "\($0)" }, lastRefusal: lastRefusal)
  }
}

/// A flow with a token in it that goes when the flow goes.
private struct ProbedFlow<Base: Flow>: FlowWrapper {
  typealias Output = Base.Output

  let base: Base
  let token: LeakProbe.Token
}
