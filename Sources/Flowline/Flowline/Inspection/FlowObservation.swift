import Synchronization

/// Is called with each event of a session, on the thread that drives it.
public typealias FlowObserver = @Sendable (FlowEvent) -> Void

/// An observer's place at a controller, to give it up by.
///
/// It lasts until ``cancel()`` or as long as the controller; releasing this value ends nothing.
public final class FlowObservation: Sendable {
  private let controller: WeakController
  private let isCancelled = Atomic<Bool>(false)

  init(of controller: WeakController) {
    self.controller = controller
  }

  /// Whether the observer is told no more.
  var isOver: Bool { isCancelled.load(ordering: .acquiring) }

  /// Ends the observation.
  ///
  /// When this returns, the observer is not called any more, unless this was called from inside of
  /// it.
  public func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    controller.value?.end(self)
  }
}

extension FlowController {
  /// Calls a closure with each event from now on.
  ///
  /// It is called on the thread that drives the controller, with the controller in the middle of a
  /// step: what it asks of the controller is queued, and what it does is waited for. It keeps alive
  /// what it captures; a closure that captures the controller itself must be cancelled.
  @discardableResult
  public func observe(_ observer: @escaping FlowObserver) -> FlowObservation {
    read { session in
      let observation = FlowObservation(of: session.controller)
      session.add(Observer(observation: observation, tell: observer, isOfSession: false))
      return observation
    }
  }

  /// The events from now on, up to the end of the session that is running or is started next.
  ///
  /// - Parameter policy: what becomes of events nobody has taken yet; all are kept otherwise.
  /// - Returns: a stream that ends with the session.
  public func events(
    buffering policy: AsyncStream<FlowEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<FlowEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FlowEvent.self, bufferingPolicy: policy)
    let end = StreamEnd(continuation)
    let observation = observe { event in
      end.continuation.yield(event)
      if event.endsSession { end.continuation.finish() }
    }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  func end(_ observation: FlowObservation) {
    read { $0.removeObservers { $0.observation === observation } }
  }
}

extension FlowEvent {
  /// Whether it is the end of the root flow, and so the last of its session.
  public var endsSession: Bool {
    if case .ended = kind { path.ids.count == 1 } else { false }
  }
}

/// Finishes a stream when the controller that fed it is released.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<FlowEvent>.Continuation

  init(_ continuation: AsyncStream<FlowEvent>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
