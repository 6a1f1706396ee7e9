/// Running children: one after the other, and at once.
extension Session {
  /// Enters a child of a frame, with what the journal has of it read as its version would have it.
  ///
  /// - Parameters:
  ///   - flow: the child.
  ///   - version: its version; nil for a screen that is asked directly, which has none.
  ///   - parent: the frame.
  /// - Returns: what is to be done.
  @inline(never)
  func enter(_ flow: some Flow, version: Int?, in parent: FrameID) -> Engine.Entering {
    forgetFailure()
    let entering = engine.entered(
      flow.id, version: version, title: flow.title, place: place(of: flow, in: parent), in: parent)
    switch entering {
    case .run(let entered):
      if let recorded = entered.olderVersion {
        migrate(flow.migrations, of: entered.frame, from: recorded)
      }
      if let sign = flow.id.misleadingSign { note(sign, in: flow.id, parent.branch) }
    case .denied: leaveUntoldIfNewer()
    }
    return entering
  }

  /// No observer is notified of a session that stays as it is because a newer version of a flow recorded it.
  private func leaveUntoldIfNewer() {
    if engine.newerFlow != nil { leaveUntold() }
  }

  /// Notes that a step cannot be named on a command line.
  @inline(never)
  private func note(_ sign: Unicode.Scalar, in id: StepID, _ branch: BranchID) {
    let message =
      "the id \(id.scriptName) has \(JSONValue.string(String(sign)).text), so no command line can name the "
      + "step: use letters, digits and hyphens"
    engine.noteOnce(.misleadingID, at: engine.tree.path(of: branch), message)
  }

  /// Where the texts of a flow are found that a frame runs: nil for most, which is to cost nothing.
  @inline(__always)
  private func place(of flow: some Flow, in parent: FrameID) -> TextPlace? {
    // Only the innermost frame may run anything.
    let catalogs = engine.tree.placeOfInnermost(in: parent.branch)?.catalogs
    guard catalogs != nil || flow.catalog != nil else { return nil }
    return flow.place(in: catalogs ?? [])
  }

  /// Enters a screen that a frame asks directly.
  @inline(__always)
  nonisolated(nonsending) func enterScreen(
    _ screen: some Screen, in parent: FrameID
  ) async throws -> FrameID {
    switch enter(screen, version: nil, in: parent) {
    case .run(let entered): return entered.frame
    case .denied(let denial): try await meet(denial)
    }
  }

  private func migrate(_ migrations: [Migration], of frame: FrameID, from recorded: Int) {
    guard let ref = engine.tree[frame: frame]?.recordedRef else { return }
    // Apart from the engine: a migration is an author's code.
    var replay = engine.replay
    replay.migrate(migrations, of: ref, from: recorded)
    engine.replay = replay
    if replay.setsAside {
      engine.setAside.migrated(replay.entries, of: engine.journal.head.flow)
    }
  }

  /// Runs a child and tells its handler.
  ///
  /// - Throws: ``FlowCancelled`` if the flow that runs it is to end.
  nonisolated(nonsending) func outcome<Child: Flow>(
    of child: Child, in parent: FrameID, _ handler: FlowHandler<Child.Output>?
  ) async throws -> Outcome<Child.Output> {
    switch enter(child, version: child.version, in: parent) {
    case .denied(let denial): try await meet(denial)
    case .run(let entered):
      let frame = entered.frame
      engine.opened(frame, isNews: entered.isNews, steps: child.steps)
      openPlace(of: frame, child)
      let delivery = survey == nil ? handler.map { HandlerDelivery($0) } : nil
      if let delivery { deliveries[frame] = delivery }
      if entered.isNews, delivery != nil || engine.isObserved {
        await afterTelling(in: frame.branch) { _ in delivery?.start() }
      }
      guard let performed = await perform(child, frame) else { throw FlowCancelled(.back) }
      let (outcome, leaving) = (performed.outcome, performed.leaving)
      dismissIfTerminating(leaving.presentations)
      if takeDelivery(of: frame) != nil, leaving.isNews, let delivery {
        engine.mustLastBeforeTelling()
        await afterTelling(in: parent.branch) { session in
          delivery.finish(outcome, session.dismisser(of: leaving.presentations))
        }
      }
      if child.cancelRule == .goesBack, outcome.isCancelledByPerson,
        let start = leaving.ref.index
      {
        await goBack(before: start, in: parent)
      }
      // If this flow is to end as well, the child's outcome is nothing to go on with.
      if let denial = engine.denial(for: parent) { try await meet(denial) }
      // Calling `outcome(of:)` marks the child's error as handled.
      forgetFailure()
      return outcome
    }
  }

  /// Runs children at once, until the last has ended.
  ///
  /// Returns the index of the one that decided, in a race.
  ///
  /// - Throws: if the flow that runs them is to end, and how a child ended without a result.
  nonisolated(nonsending) func fork(
    _ runs: [any ChildRun], isRace: Bool, by parent: FrameID
  ) async throws -> Int {
    forgetFailure()
    let catalogs = engine.tree[frame: parent]?.place?.catalogs ?? []
    switch engine.forked(runs.map { $0.child(in: catalogs) }, by: parent) {
    case .denied(let denial):
      leaveUntoldIfNewer()
      try await meet(denial)
    case .sameID(let id): throw FlowMisuse.sameID(id)
    case .run(let entered):
      let group = ChildGroup(
        of: parent, isRace: isRace, count: runs.count, at: engine.journal.entries.count)
      await withUnsafeContinuation { body in
        group.body = body
        for (index, run) in runs.enumerated() {
          if let recorded = entered[index].olderVersion {
            migrate(run.migrations, of: entered[index].frame, from: recorded)
          }
          start(run, index, entered[index], group)
        }
      }
      if let decision = group.decision, decision.end.isCancelledByPerson,
        runs[decision.index].cancelRule == .goesBack
      {
        await goBack(before: group.start, in: parent)
      }
      if let denial = engine.denial(for: parent) { try await meet(denial) }
      switch group.decision?.end {
      case .cancelled(let reason)?: throw FlowCancelled(reason)
      case .failed(let failure)?:
        travelling = failure
        throw failure.cause
      case .finished?, nil: return group.decision?.index ?? 0
      }
    }
  }

  private func start(
    _ run: any ChildRun, _ index: Int, _ entered: Engine.Entered, _ group: ChildGroup
  ) {
    let frame = entered.frame
    let owned = Owned(value: (session: self, run: run, group: group))
    runningBodies += 1
    childTasks[frame] = Task(executorPreference: executor) {
      let (session, run, group) = owned.value
      var end: ChildEnd?
      switch session.engine.begins(frame) {
      case true?:
        run.openPlace(of: frame, in: session)
        if run.hasOutcome {
          session.engine.opened(frame, isNews: entered.isNews, steps: run.steps)
          if entered.isNews, session.engine.isObserved {
            await session.afterTelling(in: frame.branch) { _ in }
          }
        }
        end = await run.run(in: session, frame)
      case false?: session.engine.dropped(frame)
      case nil: break
      }
      session.childTasks[frame] = nil
      session.ended(end, index, group)
      session.runningBodies -= 1
    }
  }

  /// A child at once has ended.
  private func ended(_ end: ChildEnd?, _ index: Int, _ group: ChildGroup) {
    group.left -= 1
    if group.decision == nil, let end, group.isRace || !end.isFinished {
      group.decision = (index, end)
      if case .failed = end { forgetFailure() }
      if group.left > 0 { engine.superseded(by: group.parent) }
    }
    if group.left == 0 { group.body.take()?.resume() }
  }
}

/// A child that runs at once with others: its flow, and then its outcome.
protocol ChildRun<Output>: AnyObject {
  associatedtype Output

  /// The child as the engine knows it.
  ///
  /// - Parameter catalogs: those of the flow that runs it.
  /// - Returns: its id, version, steps and texts.
  func child(in catalogs: [TextCatalog]) -> Engine.Child

  var migrations: [Migration] { get }

  /// Whether it is more than a screen: its start and its end are told to observers.
  var hasOutcome: Bool { get }

  /// How many questions it says that it asks.
  var steps: ClosedRange<Int>? { get }

  var cancelRule: CancelRule { get }

  /// Runs the child in its frame. Returns nil if the frame is gone.
  nonisolated(nonsending) func run(in session: Session, _ frame: FrameID) async -> ChildEnd?

  /// Opens the place of its own that the child is shown in, if it has one.
  func openPlace(of frame: FrameID, in session: Session)

  /// The result, once the child has finished.
  func output() throws -> Output
}

/// How a child at once ended, its result's type forgotten.
enum ChildEnd {
  case finished
  case cancelled(CancelReason)
  case failed(FlowFailure)

  var isFinished: Bool { if case .finished = self { true } else { false } }

  var isCancelledByPerson: Bool {
    if case .cancelled(let reason) = self {
      Outcome<Never>.cancelled(reason).isCancelledByPerson
    } else {
      false
    }
  }
}

final class TypedChildRun<Base: Flow>: ChildRun {
  private let flow: Base
  private var result: Base.Output?

  init(_ flow: Base) { self.flow = flow }

  var hasOutcome: Bool { !(flow is any Screen) }
  var steps: ClosedRange<Int>? { flow.steps }
  var migrations: [Migration] { flow.migrations }
  var cancelRule: CancelRule { flow.cancelRule }

  func child(in catalogs: [TextCatalog]) -> Engine.Child {
    Engine.Child(
      id: flow.id, version: flow.version, title: flow.title, place: flow.place(in: catalogs))
  }

  nonisolated(nonsending) func run(in session: Session, _ frame: FrameID) async -> ChildEnd? {
    guard let ended = await session.perform(flow, frame) else { return nil }
    session.dismissIfTerminating(ended.leaving.presentations)
    switch ended.outcome {
    case .finished(let output):
      result = output
      return .finished
    case .cancelled(let reason): return .cancelled(reason)
    case .failed(let failure): return .failed(failure)
    }
  }

  func openPlace(of frame: FrameID, in session: Session) {
    session.openPlace(of: frame, flow)
  }

  func output() throws -> Base.Output {
    guard let result else { throw FlowCancelled(.terminated) }
    return result
  }
}

/// Children that run at once, until the last of them has ended.
final class ChildGroup {
  /// The flow that waits for them.
  let parent: FrameID
  /// Whether the first to finish decides.
  let isRace: Bool
  /// Which child decided the matter for all, and how.
  var decision: (index: Int, end: ChildEnd)?
  /// How many have not ended.
  var left: Int
  /// The body that waits for them.
  var body: UnsafeContinuation<Void, Never>?
  /// How many entries the journal had before them.
  let start: Int

  init(of parent: FrameID, isRace: Bool, count: Int, at start: Int) {
    self.parent = parent
    self.isRace = isRace
    self.start = start
    left = count
  }
}
