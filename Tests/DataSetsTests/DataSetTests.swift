import DataSetTesting
import Testing

@testable import DataSets

@Suite struct DataSetTests {
  @Test func `its state goes from not requested over loading to loaded`() throws {
    let setting = Setting()
    #expect(setting.state == .notRequested)
    setting.service.hold()
    setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.service.release()
    setting.turns.settle()
    #expect(setting.state == .loaded(Snapshot(0)))
  }

  @Test func `a first read that fails leaves nothing to show`() throws {
    let setting = Setting()
    setting.service.failure = ServiceError.offline
    #expect(throws: ServiceError.offline) {
      try setting.turns.run { try await setting.data.reload(.soft) }
    }
    #expect(setting.state == .failed(.offline, earlier: nil))
  }

  @Test func `a hard reload forgets what is shown and fails if it fails`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.service.hold()
    setting.service.failure = ServiceError.offline
    let reader = setting.turns.start { try await setting.data.reload(.hard) }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.service.release()
    setting.turns.settle()
    #expect(throws: ServiceError.offline) { try reader.value() }
    #expect(setting.state == .failed(.offline, earlier: nil))
  }

  @Test func `a soft reload is silent and keeps the last snapshot if it fails`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.clock.advance(by: 60)
    setting.service.hold()
    setting.service.failure = ServiceError.offline
    let reader = setting.turns.start { try await setting.data.reload(.soft) }
    setting.turns.settle()
    #expect(setting.state == .loaded(Snapshot(0)))
    setting.service.release()
    setting.turns.settle()
    let known = Snapshot(0, asOf: .noon, failure: .offline)
    #expect(try reader.value() == known)
    #expect(setting.state == .failed(.offline, earlier: known))
  }

  @Test func `a service that says what has changed is asked with what was read before`() throws {
    let turns = Turns()
    let store = MemoryCopyStore()
    func repository() -> Repository<ServiceError> {
      Repository(in: turns.context(clock: TestClock(), store: store))
    }
    func sum(_ repository: Repository<ServiceError>, _ kind: Reload) throws -> [Int] {
      let data = repository.dataSet(DataSetKind<[Int]>("sums")) { earlier in
        (earlier ?? []) + [earlier?.count ?? 0]
      }
      return try turns.run { try await data.reload(kind) }.value
    }
    let first = repository()
    #expect(try sum(first, .soft) == [0])
    #expect(try sum(first, .soft) == [0, 1])
    // The run after it begins with the copy, and a hard reload with nothing.
    let second = repository()
    #expect(try sum(second, .soft) == [0, 1, 2])
    #expect(try sum(second, .hard) == [0])
    #expect(try sum(second, .soft) == [0, 1])
  }

  @Test func `a hard reload makes a silent one under way seen`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.service.hold()
    setting.turns.start { try await setting.data.reload(.soft) }
    setting.turns.settle()
    setting.turns.start { try await setting.data.reload(.hard) }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.service.release()
    setting.turns.settle()
    #expect(setting.state == .loaded(Snapshot(0)))
    #expect(setting.service.asked == 2)
  }

  @Test(arguments: [
    ServiceError.loggedOut, .forbidden,
  ])
  func `what the user has to do is never hidden by an older copy`(error: ServiceError) throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.service.failure = error
    #expect(throws: error) { try setting.turns.run { try await setting.data.reload(.soft) } }
    let shown = Snapshot(0)
    #expect(throws: error) {
      try setting.turns.run { try await setting.data.change(after: shown) }
    }
  }

  @Test func `an error of another kind is described in the service's words`() throws {
    struct Broken: Error {}
    let setting = Setting()
    setting.service.failure = Broken()
    #expect(throws: Broken.self) { try setting.turns.run { try await setting.data.current() } }
    #expect(setting.state == .failed(.other("Broken()"), earlier: nil))
  }

  @Test func `a change is waited for until there is one`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.data.current() }
    let waiting = setting.turns.start { try await setting.data.change(after: shown) }
    setting.turns.settle()
    // The same again is no change.
    _ = try setting.turns.run { try await setting.data.reload(.soft) }
    #expect(!waiting.isFinished)
    setting.service.number = 1
    _ = try setting.turns.run { try await setting.data.reload(.soft) }
    #expect(try waiting.value() == Snapshot(1))
  }

  @Test func `a failure is a change, and so is its end`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.data.current() }
    let trouble = setting.turns.start { try await setting.data.change(after: shown) }
    setting.service.failure = ServiceError.offline
    _ = try setting.turns.run { try await setting.data.reload(.soft) }
    let troubled = try trouble.value()
    #expect(troubled == Snapshot(0, asOf: .noon, failure: .offline))
    let end = setting.turns.start { try await setting.data.change(after: troubled) }
    setting.turns.settle()
    #expect(!end.isFinished)
    setting.service.failure = nil
    _ = try setting.turns.run { try await setting.data.reload(.soft) }
    #expect(try end.value() == Snapshot(0))
  }

  @Test func `a data set that somebody shows is read again when it becomes stale`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.data.current() }
    let waiting = setting.turns.start { try await setting.data.change(after: shown) }
    setting.turns.settle()
    setting.service.number = 1
    setting.data.markStale()
    setting.turns.settle()
    #expect(try waiting.value() == Snapshot(1))
    #expect(setting.service.asked == 2)
  }

  @Test func `a data set that nobody shows is not read`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.data.markStale()
    setting.turns.settle()
    #expect(setting.service.asked == 1)
  }

  @Test func `a service that fails is not asked over and over`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.data.current() }
    setting.service.failure = ServiceError.offline
    setting.data.markStale()
    let troubled = try setting.turns.run { try await setting.data.change(after: shown) }
    #expect(troubled.failure == .offline)
    let waiting = setting.turns.start { try await setting.data.change(after: troubled) }
    setting.turns.settle()
    #expect(!waiting.isFinished)
    #expect(setting.service.asked == 2)
    waiting.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try waiting.value() }
  }

  @Test func `a wait that was cancelled before it began ends at once`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.data.current() }
    let waiting = setting.turns.start { try await setting.data.change(after: shown) }
    waiting.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try waiting.value() }
  }
}
