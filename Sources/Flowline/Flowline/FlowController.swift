import FoundationEssentials
import Synchronization

/// Runs one root flow and everything nested in it: owns, retains, releases, inspects, terminates.
///
/// Calls are synchronous: when `start` or `answer` returns, the next prompt is there unless an
/// effect is under way. They may come from any thread. A call that is made from inside a step (by a
/// handler, a presenter, an observer, a load) is queued and done when the step is over; so is one that
/// comes while another thread runs a body. No call waits for a load, a commit, a check, a store or a
/// front end of another thread. Releasing the controller ends its flow.
public final class FlowController: Sendable {
  private let executor: StepExecutor
  private let owned: Owned<Session>

  /// Makes a controller.
  ///
  /// - Parameter presenter: the front end's side. Without one, read ``prompt`` after each call.
  public init(presenter: (any Presenter)? = nil) {
    let weakController = WeakController()
    let session = Session(presenter: presenter, controller: weakController)
    executor = session.executor
    owned = Owned(value: session)
    weakController.value = self
    let settled = owned
    // Weak only once the controller is gone: a weak reference would slow down every access.
    executor.settle { settled.value.settle() }
  }

  deinit {
    _ = drive(.abandon)
  }

  // MARK: - Driving

  /// What became of a call.
  public enum Reception: Sendable, Hashable {
    /// It was done.
    case accepted
    /// It was not taken; the value says why.
    indirect case refused(Refusal)
    /// It was made from inside a step, or while another thread ran one, and is done when that is over.
    case queued
  }

  /// The session, for calls that wait for their turn.
  var sharedSession: Owned<Session> { owned }

  /// Does what a call asks for, or queues it.
  func drive(_ input: SessionInput) -> Reception { owned.value.drive(input) }

  /// Looks at the session; from inside a step too.
  func read<Value>(_ look: (Session) -> Value) -> Value {
    let session = owned.value
    return executor.isOwnedHere ? look(session) : executor.own { look(session) }
  }

  // MARK: - Starting

  /// Starts a flow.
  ///
  /// Refused while another is running, and if it is rebuilt from a journal that does not fit it, see
  /// ``resumeFault``.
  ///
  /// - Parameters:
  ///   - flow: the root flow.
  ///   - options: the world the session sees, and what it is rebuilt from.
  ///   - handler: is called when the flow has started and ended.
  /// - Returns: whether it was started, or why not.
  @discardableResult
  public func start<Root: Flow>(
    _ flow: Root, _ options: SessionOptions = SessionOptions(),
    handler: FlowHandler<Root.Output> = FlowHandler()
  ) -> Reception {
    let root = TypedRootRun(flow, handler)
    let reception = drive(.start(root, options.head(of: flow.id, version: flow.version), options))
    // It shows when the session comes to the place.
    guard options.journal != nil, reception == .accepted, let fault = resumeFault else {
      return reception
    }
    return .refused(fault.refusal)
  }

  // MARK: - Inputs

  /// Answers the prompt that waits.
  ///
  /// - Parameters:
  ///   - answer: the answer, as text that a person typed or in its recorded form.
  ///   - presentation: the prompt the answer is meant for; an answer to an older one is refused as
  ///     stale. Without it, the prompt that waits.
  ///   - isAcknowledged: whether what there is to ask back about the answer has been seen: a
  ///     refusal that ``Refusal/isWarning`` is passed over.
  /// - Returns: whether it was taken, or the refusal with its reason.
  @discardableResult
  public func answer(
    _ answer: Answer, to presentation: Int? = nil, acknowledging isAcknowledged: Bool = false
  ) -> Reception {
    drive(.answer(answer, isAcknowledged ? .acknowledged : .plain, to: presentation))
  }

  /// Goes back to the last question that can be gone back to.
  @discardableResult
  public func back() -> Reception {
    drive(.back(to: nil))
  }

  /// Goes back from a form's page as a whole, to the question before it.
  ///
  /// If no form is asked it is ``back()``.
  @discardableResult
  public func backFromPage() -> Reception {
    drive(.backFromPage)
  }

  /// Goes back to the question of an answer, to change it.
  ///
  /// The answers behind it stay valid as long as their questions turn out as they were; the others
  /// are asked again, with what was answered as a draft.
  ///
  /// - Parameter answer: one of the ``Journal/answers`` of this session's ``journal``.
  /// - Returns: whether it was done; refused as stale if the answer is not valid any more, and as
  ///   committed if something was written since.
  @discardableResult
  public func back(to answer: RecordedAnswer) -> Reception {
    drive(.back(to: answer))
  }

  /// Answers the page of the form that is asked, see ``Prompt/form``: all of it is taken, or none.
  ///
  /// - Parameters:
  ///   - answers: an answer for each field of the page; one that was answered already may be left
  ///     out. An empty text means the field's default, if it has one.
  ///   - presentation: the prompt the page is meant for; without it, the one that waits.
  ///   - isAcknowledged: whether what there is to ask back about the answers has been seen.
  /// - Returns: if anything is wrong, a refusal with the ``Refusal/fields`` that are, all at once. A page
  ///   that is checked outside is accepted first; if its check refuses it, the question is asked once
  ///   more, with ``Prompt/refused``, and ``FormPrompt/Field/refused`` at the fields.
  @discardableResult
  public func fill(
    _ answers: [StepID: Answer], to presentation: Int? = nil,
    acknowledging isAcknowledged: Bool = false
  ) -> Reception {
    drive(.fill(answers, isAcknowledged ? .acknowledged : .plain, to: presentation))
  }

  /// The page of the form that is asked as it would be with these answers, so that fields can
  /// appear and vanish while a person fills it in.
  ///
  /// Nothing is recorded.
  ///
  /// - Parameters:
  ///   - answers: what the fields hold so far.
  ///   - presentation: the prompt whose page is meant, if children at once ask; without it, the one that
  ///     waits.
  /// - Returns: the page; nil if that prompt does not wait or is no form.
  public func form(
    with answers: [StepID: Answer], of presentation: Int? = nil
  ) -> FormPrompt? {
    read { $0.formPrompt(with: answers, of: presentation) }
  }

  /// The page of the form that is asked, with all the fields that there are if each is left as it is offered:
  /// with what was answered before going back, or else with its default.
  ///
  /// A front end that shows a whole page begins with it. Nothing is recorded.
  ///
  /// - Parameter presentation: the prompt whose page is meant, if children at once ask; without it, the one
  ///   that waits.
  /// - Returns: the page; nil if that prompt does not wait or is no form.
  public func offeredForm(of presentation: Int? = nil) -> FormPrompt? {
    read { $0.offeredForm(of: presentation) }
  }

  /// Gives answers to questions that are not asked yet; the one that is asked takes its own at once.
  @discardableResult
  public func give(_ answers: [GivenAnswer]) -> Reception {
    drive(.give(answers))
  }

  /// Leaves the innermost flow: one level, not one question.
  @discardableResult
  public func cancel() -> Reception {
    drive(.cancel)
  }

  /// Says that a presentation is gone: a closed tab, a swipe.
  ///
  /// Its flow is cancelled as dismissed.
  ///
  /// - Parameter presentation: which; without it all that is on show, as at the end of input.
  /// - Returns: whether it was done, or why not.
  @discardableResult
  public func gone(_ presentation: Int? = nil) -> Reception {
    drive(.gone(presentation))
  }

  /// Ends the flow and everything nested in it, from the inside out.
  @discardableResult
  public func terminate() -> Reception {
    drive(.terminate)
  }

  /// Ends a nested flow as cancelled, with everything inside it and without its siblings.
  ///
  /// What it presented is dismissed, its `defer`s run, and the flow that runs it continues as if a
  /// person had left the child.
  ///
  /// - Parameter flow: its ``FlowInspection/OpenFlow/number``; refused as stale if it is not open.
  /// - Returns: whether it was done, or why not.
  @discardableResult
  public func end(_ flow: Int) -> Reception {
    drive(.end(flow))
  }

  /// Leaves the session as it is: its bodies unwind without a line, an outcome or a dismissal, and
  /// its handler is not called.
  ///
  /// What was kept of it can be resumed.
  @discardableResult
  public func unload() -> Reception {
    drive(.unload)
  }

  func dismiss(_ presentations: [Range<Int>]) { _ = drive(.dismiss(presentations)) }

  // MARK: - Looking

  /// The prompt that waits for an answer; nil while an effect is under way and if nothing runs.
  ///
  /// If children at once ask, it is that of the first of them in their order.
  public var prompt: Prompt? { read(\.prompt) }

  /// All the prompts that wait for an answer: several if children at once ask.
  public var prompts: [Prompt] { read(\.prompts) }

  /// Waits until no effect is under way and no body runs: a prompt is there, or the end.
  ///
  /// A wait for a moment or an event is not waited for, see ``LegalInputs/waits``.
  /// Returns at once if that is so already, and from inside a step, which it would wait for itself.
  /// For tests and for programs without an event loop; with `async` there is ``settled()``.
  public func waitUntilSettled() { wait { $0.isSettled || $0.isAwaitingOutside } }

  /// Whether the calling thread is in the middle of a step of this controller's.
  var isInsideHere: Bool { executor.isInsideHere }

  /// Waits until something holds of the session.
  ///
  /// Not from inside a step, where it returns at once.
  func wait(until condition: @escaping (Session) -> Bool) {
    guard !executor.isInsideHere else { return }
    let gate: SettleGate? = read { session in
      guard !condition(session) else { return nil }
      let gate = SettleGate()
      session.waiters.append((gate, condition))
      return gate
    }
    if let gate { executor.wait(at: gate) }
  }

  /// Does something outside of the session on the calling thread, and waits for it.
  ///
  /// Not from inside a step.
  package func waitOutside<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value
  {
    let done = Mutex<Value?>(nil)
    let gate = SettleGate()
    Task(executorPreference: executor.outside) {
      let value = await work()
      done.withLock { $0 = value }
      gate.open()
    }
    while true {
      executor.wait(at: gate)
      if let value = done.withLock({ $0 }) { return value }
    }
  }

  /// What was given before its question was asked and has not been used.
  public var unusedAnswers: [GivenAnswer] { read { $0.engine.given.unused } }

  /// Those of the answers that the session was to recognize that its journal has already: the same
  /// command line again with more answers is no mistake.
  package var recognizedAnswers: [GivenAnswer] { read { $0.recognition?.found ?? [] } }

  /// Does something to the session, and what comes of it.
  ///
  /// Not from inside a step.
  func act<Value>(_ act: (Session) -> Value) -> Value {
    let value = executor.own { act(owned.value) }
    owned.value.settle()
    return value
  }

  /// What has happened so far.
  ///
  /// While a session is rebuilt it grows again, and if it stops for a secret, which no journal has,
  /// what came behind is not in it yet: see ``isRebuilt`` before it takes the place of the old one.
  /// A store needs no such care.
  public var journal: Journal { read(\.journal) }

  /// The questions that were answered, each with its answer, in order: also those that were answered
  /// beforehand, or before the session was resumed.
  ///
  /// To find out, the flow is run once more over its journal, beside the session, in the language that is
  /// spoken now. There are none once the flow has ended, whose ``journal`` still has the answers.
  ///
  /// Not from inside a step.
  public var answeredQuestions: [AnsweredQuestion] { read { $0.answeredQuestions } }

  /// What the session's result means to a person, see ``Flow/words(for:)``; nil if there is no result yet,
  /// or its flow does not say.
  public var resultText: LocalizedText? { read(\.resultText) }

  /// Whether the session has come to the end of the journal that it is rebuilt from, or to a step
  /// that was answered otherwise; true also if there was none.
  public var isRebuilt: Bool { read { $0.engine.replay.isAtEnd } }

  /// The first step at which the journal that was replayed did not fit; nil if it fitted.
  public var divergence: Divergence? { read { $0.engine.divergence } }

  /// How the journal fitted that was rebuilt from; nil if it is of the flow's own version and fits.
  public var fit: JournalFit? { read { $0.engine.fit } }

  /// What should not have happened and did no harm, oldest first; the last hundred.
  public var diagnostics: [Diagnostic] { read { $0.engine.diagnostics } }

  /// What is going on, as plain data.
  public var inspection: FlowInspection { read(\.inspection) }

  /// What may be answered and done now.
  public var legalInputs: LegalInputs { read(\.legalInputs) }

  /// What is still alive of the flow that was run.
  public var leaks: LeakLedger { read(\.leaks) }
}

extension FlowController: FlowInspectable {}

/// A controller that is not kept alive.
final class WeakController: @unchecked Sendable {
  // Written once, before the controller can be shared; weak references are read atomically.
  weak var value: FlowController?
}
