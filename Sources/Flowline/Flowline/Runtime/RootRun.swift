/// The root flow of a session, with its handler; its body can be run again and again.
protocol RootRun: AnyObject {
  var title: Text { get }
  var migrations: [Migration] { get }
  var steps: ClosedRange<Int>? { get }

  /// The same flow with nobody to tell.
  var shadow: any RootRun { get }

  /// Tells the handler that the flow has started.
  func start()

  /// Runs the body and keeps its outcome until it may be told.
  nonisolated(nonsending) func run(in session: Session, _ frame: FrameID) async

  /// Ends the flow without its body having had a say.
  func end(_ leaving: Engine.Leaving, in session: Session)

  /// Tells the handler how the flow ended.
  func tell(in session: Session)
}

final class TypedRootRun<Root: Flow>: RootRun {
  private let flow: Root
  private let delivery: HandlerDelivery<Root.Output>
  private var ended: (outcome: Outcome<Root.Output>, leaving: Engine.Leaving)?

  init(_ flow: Root, _ handler: FlowHandler<Root.Output>) {
    self.flow = flow
    delivery = HandlerDelivery(handler)
  }

  var title: Text { flow.title }
  var migrations: [Migration] { flow.migrations }
  var steps: ClosedRange<Int>? { flow.steps }

  var shadow: any RootRun { TypedRootRun(flow, FlowHandler { _, _ in }) }

  func start() { delivery.start() }

  nonisolated(nonsending) func run(in session: Session, _ frame: FrameID) async {
    guard let (outcome, leaving) = await session.perform(flow, frame) else { return }
    keep(outcome, leaving, in: session)
  }

  func end(_ leaving: Engine.Leaving, in session: Session) {
    keep(session.outcome(of: leaving), leaving, in: session)
  }

  private func keep(
    _ outcome: Outcome<Root.Output>, _ leaving: Engine.Leaving, in session: Session
  ) {
    session.dismissIfTerminating(leaving.presentations)
    if !session.engine.isUnloading { session.tellEnded(outcome) }
    ended = (outcome, leaving)
  }

  func tell(in session: Session) {
    guard let (outcome, leaving) = ended.take() else { return }
    session.engine.endWasTold()
    let isTold = !session.engine.isUnloading
    // The flow and the question are let go before anybody is told.
    let encoded =
      session.presenter == nil || !isTold
      ? nil : outcome.map { session.forms.json(of: session.forms.hold($0)) ?? .null }
    let delivery = delivery
    let dismisser = session.dismisser(of: leaving.presentations)
    session.root = nil
    if isTold { delivery.finish(outcome, dismisser) }
    session.rootEnded(encoded)
  }
}

extension Session {
  /// Runs a flow's body in its frame. Returns nil if the frame is gone: its flow was gone back from,
  /// or had been ended by force.
  nonisolated(nonsending) func perform<Child: Flow>(
    _ flow: Child, _ frame: FrameID
  ) async -> (Outcome<Child.Output>, Engine.Leaving)? {
    do {
      let output = try await flow.run(FlowContext(session: self, frame: frame))
      let payload = try recorded(output)
      forgetFailure()
      guard let leaving = engine.left(frame, .finished(payload)) else { return nil }
      return (leaving.verdict == .asReturned ? .finished(output) : outcome(of: leaving), leaving)
    } catch let cancelled as FlowCancelled {
      guard let leaving = engine.left(frame, .cancelled(cancelled.reason)) else { return nil }
      let outcome: Outcome<Child.Output> =
        leaving.verdict == .asReturned ? .cancelled(cancelled.reason) : outcome(of: leaving)
      return (outcome, leaving)
    } catch {
      let failure = failure(error, at: frame)
      guard let leaving = engine.left(frame, .failed(message: failure.message)) else { return nil }
      return (leaving.verdict == .asReturned ? .failed(failure) : outcome(of: leaving), leaving)
    }
  }

  /// What stands for a value in the journal. A session that is kept has its recorded form at once,
  /// so that a value without one fails at its place.
  func recorded(_ value: some Encodable & Sendable) throws(UnencodableValue) -> Payload {
    engine.keeping.isOn ? try forms.record(value) : forms.hold(value)
  }

  /// The outcome that was decided over the body's head.
  func outcome<Output>(of leaving: Engine.Leaving) -> Outcome<Output> {
    switch leaving.verdict {
    case .cancelled(let reason): .cancelled(reason)
    case .sessionFailed: .failed(failureFromOutside)
    case .asReturned: .cancelled(.terminated)
    }
  }
}

/// Takes one outcome to a handler, once.
protocol Delivery: AnyObject {
  func start()
  func cancel(_ reason: CancelReason, _ dismisser: Dismisser)
}

/// A handler on its way: let go before it is called, so that it may start the next flow.
final class HandlerDelivery<Output: Sendable>: Delivery {
  private var handler: FlowHandler<Output>?

  init(_ handler: FlowHandler<Output>) { self.handler = handler }

  func start() { handler?.started() }

  func finish(_ outcome: Outcome<Output>, _ dismisser: Dismisser) {
    let handler = handler.take()
    handler?.finished(outcome, dismisser)
  }

  func cancel(_ reason: CancelReason, _ dismisser: Dismisser) {
    finish(.cancelled(reason), dismisser)
  }
}
