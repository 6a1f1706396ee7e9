/// The root flow of a session, with its handler; its body can be run again and again.
protocol RootRun: AnyObject {
  var title: Text { get }
  var migrations: [Migration] { get }
  var steps: ClosedRange<Int>? { get }

  /// The same flow with nobody to tell.
  var shadow: any RootRun { get }

  /// Runs the body and reports its end.
  nonisolated(nonsending) func run(in session: Session, _ frame: Frame.ID) async

  /// Ends the flow without its body having had a say.
  func end(_ leaving: FlowMachine.Leaving, in session: Session)

  /// Tells the handler that the flow has started.
  func start()
}

final class TypedRootRun<Root: Flow>: RootRun {
  private let flow: Root
  private let delivery: HandlerDelivery<Root.Output>

  init(_ flow: Root, _ handler: FlowHandler<Root.Output>) {
    self.flow = flow
    delivery = HandlerDelivery(handler)
  }

  var title: Text { flow.title }
  var migrations: [Migration] { flow.migrations }
  var steps: ClosedRange<Int>? { flow.steps }

  var shadow: any RootRun { TypedRootRun(flow, FlowHandler { _, _ in }) }

  func start() { delivery.start() }

  nonisolated(nonsending) func run(in session: Session, _ frame: Frame.ID) async {
    guard let (outcome, leaving) = await session.perform(flow, frame) else { return }
    report(outcome, leaving, in: session)
  }

  func end(_ leaving: FlowMachine.Leaving, in session: Session) {
    report(session.outcome(of: leaving), leaving, in: session)
  }

  private func report(
    _ outcome: Outcome<Root.Output>, _ leaving: FlowMachine.Leaving, in session: Session
  ) {
    if session.machine.isTerminating { session.dismiss(leaving.presentations) }
    let outcome = session.keepAhead() ? outcome : .failed(session.failureFromOutside)
    session.tellEnded(outcome)
    // The flow and the question are let go before anybody is told.
    let encoded = session.presenter == nil ? nil : outcome.map { EncodableValue($0).json }
    let delivery = delivery
    let dismisser = session.dismisser(of: leaving.presentations)
    session.root = nil
    delivery.finish(outcome, dismisser)
    session.rootEnded(encoded)
  }
}

extension Session {
  @inline(never)
  func enter(_ flow: some Flow, version: Int, in parent: Frame.ID) -> FlowMachine.Entering {
    machine.entered(
      flow.id, version: version, title: flow.title, in: parent, migrations: flow.migrations)
  }

  /// Runs a flow's body in its frame. Nothing comes back where the frame is gone: its flow was
  /// gone back from, or had been ended by force.
  nonisolated(nonsending) func perform<Child: Flow>(
    _ flow: Child, _ frame: Frame.ID
  ) async -> (Outcome<Child.Output>, FlowMachine.Leaving)? {
    let context = FlowContext(session: self, frame: frame)
    do {
      let output = try await flow.run(context)
      forgetFailure()
      guard let leaving = machine.left(frame, .finished(.value(EncodableValue(output)))) else {
        return nil
      }
      guard leaving.verdict == .asReturned else { return (outcome(of: leaving), leaving) }
      return (.finished(output), leaving)
    } catch let cancelled as FlowCancelled {
      guard let leaving = machine.left(frame, .cancelled(cancelled.reason)) else { return nil }
      guard leaving.verdict == .asReturned else { return (outcome(of: leaving), leaving) }
      return (.cancelled(cancelled.reason), leaving)
    } catch {
      let failure = failure(error, at: frame)
      guard let leaving = machine.left(frame, .failed(message: failure.message)) else { return nil }
      guard leaving.verdict == .asReturned else { return (outcome(of: leaving), leaving) }
      return (.failed(failure), leaving)
    }
  }

  /// What the root flow fails with where its presenter or its store broke.
  var failureFromOutside: FlowFailure {
    FlowFailure(
      path: StepPath([machine.journal.head.flow]), cause: breakdown ?? FlowCancelled(.terminated))
  }

  /// The outcome that was decided over the body's head.
  func outcome<Output>(of leaving: FlowMachine.Leaving) -> Outcome<Output> {
    switch leaving.verdict {
    case .cancelled(let reason): .cancelled(reason)
    case .sessionFailed: .failed(failureFromOutside)
    case .asReturned: .cancelled(.terminated)
    }
  }
}
