/// A child that runs at once with others: its flow, and then its outcome.
protocol ChildRun<Output>: AnyObject {
  associatedtype Output

  /// The child as the machine is told of it.
  var child: FlowMachine.Child { get }

  /// Whether it is more than a screen: its start and its end are told to observers.
  var hasOutcome: Bool { get }

  /// How many questions it says that it asks.
  var steps: ClosedRange<Int>? { get }

  /// Runs the child in its frame. Nothing comes back where the frame is gone.
  nonisolated(nonsending) func run(in session: Session, _ frame: Frame.ID) async -> ChildEnd?

  /// The result, once the child has finished.
  func output() throws -> Output
}

/// How a child at once ended, its result's type forgotten.
enum ChildEnd {
  case finished
  case cancelled(CancelReason)
  case failed(FlowFailure)
}

final class TypedChildRun<Base: Flow>: ChildRun {
  private let flow: Base
  private var result: Base.Output?

  init(_ flow: Base) { self.flow = flow }

  var hasOutcome: Bool { !(flow is any Screen) }
  var steps: ClosedRange<Int>? { flow.steps }

  var child: FlowMachine.Child {
    FlowMachine.Child(
      id: flow.id, version: flow.version, title: flow.title, migrations: flow.migrations)
  }

  nonisolated(nonsending) func run(in session: Session, _ frame: Frame.ID) async -> ChildEnd? {
    guard let (outcome, leaving) = await session.perform(flow, frame) else { return nil }
    session.tellObservers()
    if session.machine.isTerminating { session.dismiss(leaving.presentations, leaving.apart) }
    switch outcome {
    case .finished(let output):
      result = output
      return .finished
    case .cancelled(let reason): return .cancelled(reason)
    case .failed(let failure): return .failed(failure)
    }
  }

  func output() throws -> Base.Output {
    guard let result else { throw FlowCancelled(.terminated) }
    return result
  }
}

/// Children that run at once, until the last of them has ended.
final class ChildGroup {
  /// The flow that waits for them.
  let parent: Frame.ID
  /// Whether the first to finish decides.
  let isRace: Bool
  /// Which child decided the matter for all, and how.
  var decision: (index: Int, end: ChildEnd)?
  /// How many have not ended.
  var left: Int
  /// The body that waits for them.
  var body: UnsafeContinuation<Void, Never>?

  init(of parent: Frame.ID, isRace: Bool, count: Int) {
    self.parent = parent
    self.isRace = isRace
    left = count
  }
}
