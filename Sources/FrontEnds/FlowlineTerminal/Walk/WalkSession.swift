import Flowline
import Synchronization

/// The session that a walk leads through: how it is begun, what comes next in it, how it is left.
///
/// It shows nothing and asks nobody. Confined to the thread that walks.
final class WalkSession {
  /// What there is to do next.
  enum Next {
    /// A question waits for its answer.
    case ask(Prompt)
    /// Something around the flow went wrong, and waits for a person to say what to do about it.
    case resolve(Prompt, PromptHold)
    /// Something is under way.
    case wait
    /// The session changed by itself: look again.
    case lookAgain
    /// The flow has ended, or the session was unloaded.
    case nothing
  }

  let controller: FlowController
  let presenter: WalkPresenter
  /// Which world the session belongs to; nil if that is not known.
  let world: String?
  /// Where the session is kept; nil if it is not.
  private(set) var record: (any SessionRecord)?
  /// Why the flow is being left, once it is.
  private(set) var leaving: WalkEnd?
  /// The moments and events that were waited for when the flow was left.
  private(set) var waits: [FlowInspection.Effect] = []
  /// Whether the session was unloaded: it has no outcome.
  private(set) var isUnloaded = false
  /// Whether the store had failed when the session was unloaded: it lacks what was done last.
  private(set) var hasUnsaved = false
  private let delivered = DeliveredOutcome()

  init(world: String?, wake: @escaping @Sendable () -> Void) {
    self.world = world
    presenter = WalkPresenter(wake: wake)
    controller = FlowController(presenter: presenter)
  }

  /// Starts a flow.
  ///
  /// - Throws: ``UnknownVariant`` if the flow's rule names a flow that does not exist.
  func start(
    _ entry: FlowCatalogEntry, in environment: FlowEnvironment,
    keptIn record: (any SessionRecord)?
  ) throws(UnknownVariant) {
    self.record = record
    let options = SessionOptions(environment: environment, world: world, record: record)
    note(try entry.start(in: controller, options, handler: handler))
  }

  /// Resumes a session that was kept.
  ///
  /// - Returns: what was noticed while its record was read.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  func resume(
    _ record: any SessionRecord, of catalog: FlowCatalog, recognizing given: [GivenAnswer]
  ) throws(ResumeFault) -> [Script.Note] {
    self.record = record
    var notes: [Script.Note] = []
    note(
      try catalog.resume(
        record, in: controller, world: world, recognizing: given, handler: handler
      ) { notes.append($0) })
    return notes
  }

  private func note(_ reception: FlowController.Reception) {
    if case .refused(let refusal) = reception { leaving = .notStarted(refusal) }
  }

  private var handler: FlowHandler<JSONValue> {
    FlowHandler(finished: { [delivered] outcome, dismisser in
      delivered.set(outcome)
      dismisser.dismiss()
    })
  }

  /// How the flow ended; nil if it did not.
  var outcome: Outcome<JSONValue>? { delivered.outcome }

  /// Whether the flow was refused before it began.
  var isRefused: Bool { if case .notStarted? = leaving { true } else { false } }

  /// What there is to do next.
  ///
  /// A session that is being left is led to its end; one that is held cannot be, and is unloaded.
  func next() -> Next {
    guard let prompt = controller.prompt, !isUnloaded else {
      if isUnloaded { return .nothing }
      let legal = controller.legalInputs
      guard legal.isSettled else { return .wait }
      return legal.startRefusal == nil ? .nothing : .lookAgain
    }
    switch (leaving, prompt.hold) {
    case (nil, nil): return .ask(prompt)
    case (nil, let hold?): return .resolve(prompt, hold)
    case (_?, nil): controller.terminate()
    case (_?, _?): unload()
    }
    return .lookAgain
  }

  /// Leaves the flow as a whole.
  ///
  /// A session that is kept is unloaded as it is, even in the middle of a write, which is completed
  /// when it is resumed. One that is not kept ends.
  ///
  /// - Returns: why it cannot be left now; nil if it is being left.
  func leave(_ end: WalkEnd) -> Refusal? {
    let waits = controller.legalInputs.waits
    if record != nil {
      leaving = end
      unload()
    } else if case .refused(let refusal) = controller.gone() {
      return refusal
    } else {
      leaving = end
    }
    self.waits = waits
    return nil
  }

  /// Leaves the session as it is, to be resumed.
  func unload(for end: WalkEnd) {
    // Once the session is unloaded, nothing is waited for.
    waits = controller.legalInputs.waits
    leaving = end
    unload()
  }

  /// Hands over what a person said is to be done about something that went wrong.
  ///
  /// - Returns: why that was not taken; nil if it was.
  func resolve(_ answer: Answer, at prompt: Prompt) -> Refusal? {
    let isUnsaved = controller.storeFailure != nil
    if case .refused(let refusal) = controller.answer(answer, to: prompt.presentation),
      // It could not be kept again, which is asked about anew.
      refusal.code != .notKept
    {
      return refusal
    }
    noteUnloading()
    if isUnloaded {
      leaving = .paused
      hasUnsaved = isUnsaved
    }
    return nil
  }

  private func unload() {
    hasUnsaved = controller.storeFailure != nil
    controller.unload()
    noteUnloading()
  }

  private func noteUnloading() {
    isUnloaded = controller.inspection.state == .ended && outcome == nil
  }
}

/// Where the handler puts the outcome.
private final class DeliveredOutcome: Sendable {
  private let stored = Mutex<Outcome<JSONValue>?>(nil)

  var outcome: Outcome<JSONValue>? { stored.withLock { $0 } }

  func set(_ outcome: Outcome<JSONValue>) { stored.withLock { $0 = outcome } }
}
