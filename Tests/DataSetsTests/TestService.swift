import DataSetTesting
import FoundationEssentials
import ServiceBasics
import Synchronization

@testable import DataSets

/// Answers one number to all who ask, and lets a test hold the answers back.
final class TestService: Sendable {
  private struct State {
    var number = 0
    var failure: (any Error)?
    var isHolding = false
    var held: [CheckedContinuation<Void, Never>] = []
    var asked = 0
  }

  private let state = Mutex(State())

  /// What is answered now.
  var number: Int {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// What is thrown now.
  var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// How often somebody asked.
  var asked: Int { state.withLock { $0.asked } }

  /// Holds back the answers from now on.
  ///
  /// They have been made up already.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Gives out the answers that were held back, and holds back no more.
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHolding = false
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Gives out the answer that was held back last, and keeps holding.
  func releaseLatest() { state.withLock { $0.held.popLast() }?.resume() }

  func answer() async throws -> Int {
    let (result, isHeld) = state.withLock { state -> (Result<Int, any Error>, Bool) in
      state.asked += 1
      let result: Result<Int, any Error> =
        state.failure.map { .failure($0) } ?? .success(state.number)
      return (result, state.isHolding)
    }
    if isHeld {
      await withCheckedContinuation { continuation in
        state.withLock { $0.held.append(continuation) }
      }
      try Task.checkCancellation()
    }
    return try result.get()
  }
}

/// Why the service of the tests does not answer.
enum ServiceError: DataSetFailure {
  case offline, loggedOut, forbidden
  case other(String)

  init(describing error: any Error) {
    self = error as? ServiceError ?? .other(String(describing: error))
  }

  var needsUser: Bool { self == .loggedOut || self == .forbidden }
}

typealias Snapshot = DataSets.Snapshot<Int, ServiceError>

/// A data set of one number, and everything around it.
struct Setting {
  let turns = Turns()
  let service = TestService()
  let clock: TestClock
  let repository: Repository<ServiceError>
  let data: DataSet<Int, ServiceError>

  static let kind = DataSetKind<Int>("number")

  init(
    store: (any CopyStore)? = nil, credentials: (any Credentials)? = nil,
    clock: TestClock = TestClock(), showsCopies: Bool = true
  ) {
    self.clock = clock
    repository = Repository(
      in: turns.context(
        clock: clock, credentials: credentials, store: store, showsCopies: showsCopies))
    data = repository.dataSet(Self.kind) { [service] in try await service.answer() }
  }

  /// What would be shown now.
  var state: Loadable<Int, ServiceError> { data.shared.withLock { $0.state.loadable } }

  /// How many wait for something to happen.
  var waiting: Int { data.shared.withLock { $0.waiters.count } }
}

extension Turns {
  /// A context in which nothing happens but in turns.
  func context(
    clock: TestClock, credentials: (any Credentials)? = nil, store: (any CopyStore)? = nil,
    showsCopies: Bool = true
  ) -> DataSetContext {
    DataSetContext(
      now: { clock.now }, users: UserDirectory(credentials: credentials, store: store),
      store: store, showsCopies: showsCopies
    ) { [self] work in start { await work() } }
  }
}
