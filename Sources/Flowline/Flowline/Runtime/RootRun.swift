/// The root flow of a session, with its handler; its body can be run again and again.
protocol RootRun: AnyObject {
  var title: Text { get }
  /// Where its texts are found; nil if it has no catalogue.
  var place: TextPlace? { get }
  var migrations: [Migration] { get }
  var steps: ClosedRange<Int>? { get }

  /// The same flow with nobody to tell.
  var shadow: any RootRun { get }

  /// Tells the handler that the flow has started.
  func start()

  /// Runs the body and keeps its outcome until it may be told.
  func run(in session: Session, _ frame: FrameID) -> Task<Void, Never>

  /// Ends the flow without its body having had a say.
  func end(_ leaving: Engine.Leaving, in session: Session)

  /// Tells the handler how the flow ended.
  func tell(in session: Session)
}

final class TypedRootRun<Root: Flow>: RootRun {
  private let flow: Root
  /// Let go before it is called, so that it may start the next flow.
  private var handler: FlowHandler<Root.Output>?
  private var ended: Performed<Root.Output>?

  init(_ flow: Root, _ handler: FlowHandler<Root.Output>) {
    self.flow = flow
    self.handler = handler
  }

  var title: Text { flow.title }
  var place: TextPlace? { flow.catalog == nil ? nil : flow.place(in: []) }
  var migrations: [Migration] { flow.migrations }
  var steps: ClosedRange<Int>? { flow.steps }

  var shadow: any RootRun { TypedRootRun(flow, FlowHandler { _, _ in }) }

  func start() { handler?.started() }

  func run(in session: Session, _ frame: FrameID) -> Task<Void, Never> {
    let owned = Owned(value: (root: self, session: session))
    return Task(executorPreference: session.executor) {
      let ended = await owned.value.session.perform(owned.value.root.flow, frame)
      owned.value.root.hasRun(ended, in: owned.value.session)
    }
  }

  private func hasRun(_ ended: Performed<Root.Output>?, in session: Session) {
    if let ended { keep(ended, in: session) }
    session.runningBodies -= 1
  }

  func end(_ leaving: Engine.Leaving, in session: Session) {
    keep(Performed(session.outcome(of: leaving), leaving), in: session)
  }

  private func keep(_ ended: Performed<Root.Output>, in session: Session) {
    session.dismissIfTerminating(ended.leaving.presentations)
    if !session.engine.isUnloading { session.tellEnded(ended.outcome) }
    self.ended = ended
  }

  func tell(in session: Session) {
    guard let ended else { return }
    self.ended = nil
    session.engine.endWasTold()
    let isTold = !session.engine.isUnloading
    // The flow and the question are let go before anybody is told.
    let encoded =
      session.presenter == nil && session.states.isEmpty || !isTold
      ? nil : ended.outcome.map { session.forms.json(of: session.forms.hold($0)) ?? .null }
    if isTold, case .finished(let output) = ended.outcome {
      session.keepWords(flow.words(for: output), of: flow)
    }
    let handler = handler.take()
    let dismisser = session.dismisser(of: ended.leaving.presentations)
    session.root = nil
    if isTold { handler?.finished(ended.outcome, dismisser) }
    session.rootEnded(encoded)
  }
}

extension Session {
  /// Runs a flow's body in its frame.
  ///
  /// Returns nil if the frame is gone: its flow was gone back from, or had been ended by force.
  @inline(__always)
  nonisolated(nonsending) func perform<Child: Flow>(
    _ flow: Child, _ frame: FrameID
  ) async -> Performed<Child.Output>? {
    do {
      try flow.id.requireName()
      return finished(try await flow.run(FlowContext(session: self, frame: frame)), frame)
    } catch {
      return failed(error, frame)
    }
  }

  @inline(never)
  private func finished<Output: Encodable & Sendable>(
    _ output: Output, _ frame: FrameID
  ) -> Performed<Output>? {
    do {
      let payload = try recorded(output)
      forgetFailure()
      return ended(frame, .finished(payload), .finished(output))
    } catch {
      return failed(error, frame)
    }
  }

  @inline(never)
  private func failed<Output>(_ error: any Error, _ frame: FrameID) -> Performed<Output>? {
    if let cancelled = error as? FlowCancelled {
      return ended(frame, .cancelled(cancelled.reason), .cancelled(cancelled.reason))
    }
    let failure = failure(error, at: frame)
    return ended(frame, .failed(message: failure.message), .failed(failure))
  }

  private func ended<Output>(
    _ frame: FrameID, _ end: Engine.BodyEnd, _ outcome: Outcome<Output>
  ) -> Performed<Output>? {
    engine.left(frame, end).map { leaving in
      Performed(leaving.verdict == .asReturned ? outcome : self.outcome(of: leaving), leaving)
    }
  }

  /// What stands for a value in the journal.
  ///
  /// A session that is kept has its recorded form at once, so that a value without one fails at its
  /// place.
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

/// How a body ended.
///
/// An object, so that a body that is suspended needs no room for it.
final class Performed<Output> {
  let outcome: Outcome<Output>
  let leaving: Engine.Leaving

  init(_ outcome: Outcome<Output>, _ leaving: Engine.Leaving) {
    self.outcome = outcome
    self.leaving = leaving
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
