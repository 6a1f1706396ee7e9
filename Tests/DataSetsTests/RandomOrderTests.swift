import DataSetTesting
import Synchronization
import Testing

@testable import DataSets

/// Readers, writers, viewers and those who give up, all at once and in a random order of turns.
///
/// The service has a number that only grows. A reader who gets the service's own answer, or a copy not
/// known to be stale, must find in it every order that had ended before they asked.
@Suite struct RandomOrderTests {
  @Test(arguments: 1...200)
  func `no reader misses an order that ended before, and all see the last`(seed: Int) throws {
    let round = Round(seed: seed, store: nil)
    try round.play()
  }

  @Test(arguments: 1...40)
  func `nor does one with a store`(seed: Int) throws {
    let store = MemoryCopyStore()
    let round = Round(seed: seed, store: store)
    try round.play()
    let restarted = Setting(store: store, clock: round.clock)
    let copy = try restarted.turns.run { try await restarted.data.current() }
    #expect(copy.value == round.server.number)
    #expect(copy.asOf != nil)
  }
}

/// A service that is slow on the way there and on the way back, and fails at times.
private final class SlowService: Sendable {
  struct State {
    var number = 0
    /// What orders that have ended have brought it to.
    var settled = 0
    var marks = 0
    /// How many ask, by the mark at which they began.
    var asking: [Int: Int] = [:]
    var mostAsking = 0
    var isFailing = true
  }

  let state = Mutex(State())
  let randomness: Randomness

  init(randomness: Randomness) { self.randomness = randomness }

  var number: Int { state.withLock { $0.number } }
  var settled: Int { state.withLock { $0.settled } }

  func answer() async throws -> Int {
    let mark = state.withLock { state in
      state.asking[state.marks, default: 0] += 1
      state.mostAsking = max(state.mostAsking, state.asking[state.marks] ?? 0)
      return state.marks
    }
    defer { state.withLock { $0.asking[mark, default: 0] -= 1 } }
    await randomness.dawdle()
    let isFailing = state.withLock { $0.isFailing }
    if isFailing, randomness.below(6) == 0 { throw ServiceError.offline }
    if isFailing, randomness.below(12) == 0 { throw ServiceError.loggedOut }
    let number = self.number
    await randomness.dawdle()
    try Task.checkCancellation()
    return number
  }

  func order(from service: DataSet<Int, ServiceError>) async {
    mark(service)
    await randomness.dawdle()
    let mine = state.withLock { state in
      state.number += 1
      return state.number
    }
    await randomness.dawdle()
    mark(service)
    state.withLock { $0.settled = max($0.settled, mine) }
  }

  func mark(_ service: DataSet<Int, ServiceError>) {
    state.withLock { $0.marks += 1 }
    service.markStale()
  }
}

/// One round with everybody in it.
private final class Round: Sendable {
  let server: SlowService
  let clock = TestClock()
  private let turns = Turns()
  private let randomness: Randomness
  private let repository: Repository<ServiceError>
  private let service: DataSet<Int, ServiceError>
  private let hasStore: Bool
  private let shown = Mutex<[Int: Snapshot]>([:])
  private let seen = Mutex<[Int: Loadable<Int, ServiceError>]>([:])

  init(seed: Int, store: MemoryCopyStore?) {
    let randomness = Randomness(seed: seed)
    let server = SlowService(randomness: randomness)
    self.randomness = randomness
    self.server = server
    hasStore = store != nil
    repository = Repository(in: turns.context(clock: clock, store: store))
    service = repository.dataSet(Setting.kind) { try await server.answer() }
  }

  func play() throws {
    let lookers = (0..<3).map { look(number: $0) } + (0..<3).map { view(number: $0) }
    var readers: [Started<Void>] = []
    for _ in 0..<40 {
      switch randomness.below(3) {
      case 0: turns.start { [self] in await server.order(from: service) }
      default: readers.append(read())
      }
      if randomness.below(5) == 0 { readers[safely: randomness.below(40)]?.cancel() }
      for _ in 0..<randomness.below(12) { turns.step(choosing: randomness.below) }
      clock.advance(by: 1)
    }
    while turns.step(choosing: randomness.below) {}
    for reader in readers { #expect(reader.isFinished) }
    if !hasStore { #expect(server.state.withLock { $0.mostAsking } == 1) }

    // Once the service is well again, what is shown is its present state.
    server.state.withLock { $0.isFailing = false }
    server.mark(service)
    clock.advance(by: 1)
    while turns.step(choosing: randomness.below) {}
    for number in 0..<3 {
      #expect(shown.withLock { $0[number] } == Snapshot(server.number))
      #expect(seen.withLock { $0[number] } == .loaded(Snapshot(server.number)))
    }
    lookers.forEach { $0.cancel() }
    turns.settle()
    for looker in lookers { #expect(looker.isFinished) }
    #expect(service.shared.withLock { $0.waiters.count } == 0)
  }

  private func read() -> Started<Void> {
    let kind = randomness.below(3)
    return turns.start { [self] in
      let settled = server.settled
      let known: Snapshot
      do {
        known =
          switch kind {
          case 0: try await service.current()
          case 1: try await service.reload(.hard)
          default: try await service.reload(.soft)
          }
      } catch {
        #expect(error is ServiceError || error is CancellationError)
        return
      }
      #expect(known.value <= server.number)
      if known.failure == nil { #expect(known.value >= settled) }
      // What is said to be the service's own answer was not overtaken on its way.
      if known.isFresh { #expect(known.value >= server.settled) }
      if kind == 1 { #expect(known.failure == nil) }
    }
  }

  /// Shows what is known and waits for something else, over and over.
  private func look(number: Int) -> Started<Void> {
    turns.start { [self] in
      var last = Snapshot(-1)
      while !Task.isCancelled {
        do {
          let known = try await service.change(after: last)
          #expect(known != last)
          last = known
          shown.withLock { $0[number] = known }
        } catch {
          // What the user had to do is done after a while.
          await randomness.dawdle()
          if !Task.isCancelled { server.mark(service) }
        }
      }
    }
  }

  private func view(number: Int) -> Started<Void> {
    turns.start { [self] in
      for await state in service.states {
        seen.withLock { $0[number] = state }
        await randomness.dawdle()
      }
    }
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
