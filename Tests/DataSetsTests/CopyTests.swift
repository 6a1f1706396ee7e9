import DataSetTesting
import DataSets
import ServiceBasics
import Testing

/// Data sets whose copies are kept between runs.
@Suite struct CopyTests {
  private let store = MemoryCopyStore()
  private let clock = TestClock()

  /// As a process begins.
  private func start() -> Setting { Setting(store: store, clock: clock) }

  private func current(_ setting: Setting) throws -> Snapshot {
    let reader = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    return try reader.value()
  }

  @Test func `the copy is there at once, and the service is asked in the background`() throws {
    _ = try current(start())
    clock.advance(by: 3600)
    let setting = start()
    setting.service.number = 1
    setting.service.hold()
    let shown = try current(setting)
    #expect(shown == Snapshot(0, asOf: .noon))
    #expect(setting.state == .loading(earlier: shown))
    let change = setting.turns.start { try await setting.data.change(after: shown) }
    setting.turns.settle()
    #expect(!change.isFinished)
    setting.service.release()
    setting.turns.settle()
    #expect(try change.value() == Snapshot(1))
    #expect(setting.state == .loaded(Snapshot(1)))
    #expect(setting.service.asked == 1)
  }

  @Test func `that a copy was confirmed is a change`() throws {
    _ = try current(start())
    let setting = start()
    let shown = try current(setting)
    #expect(shown.asOf != nil)
    let change = try setting.turns.run { try await setting.data.change(after: shown) }
    #expect(change == Snapshot(0))
  }

  @Test func `nobody who was shown something newer elsewhere is led back to an older copy`() throws
  {
    _ = try current(start())
    clock.advance(by: 3600)
    // What another node has read meanwhile.
    let newer = Snapshot(1, asOf: Timestamp(clock.now))
    let setting = start()
    setting.service.number = 1
    let change = try setting.turns.run { try await setting.data.change(after: newer) }
    #expect(change == Snapshot(1))
    #expect(setting.service.asked == 1)
    // If the service cannot be asked, what was shown stays, with the reason.
    clock.advance(by: 3600)
    let other = start()
    other.service.failure = ServiceError.offline
    let newest = Snapshot(2, asOf: Timestamp(clock.now))
    let failed = try other.turns.run { try await other.data.change(after: newest) }
    #expect(failed == Snapshot(2, asOf: newest.asOf, failure: .offline))
    let waiting = other.turns.start { try await other.data.change(after: failed) }
    other.turns.settle()
    #expect(!waiting.isFinished)
    waiting.cancel()
    other.turns.settle()
  }

  @Test func `several who want the copy have the service asked once`() throws {
    _ = try current(start())
    let setting = start()
    setting.service.hold()
    for _ in 1...5 { #expect(try current(setting).value == 0) }
    #expect(setting.service.asked == 1)
    setting.service.release()
    setting.turns.settle()
  }

  @Test func `if the service does not answer the copy is shown with its age, and why`() throws {
    _ = try current(start())
    clock.advance(by: 3600)
    let setting = start()
    setting.service.failure = ServiceError.offline
    let shown = try current(setting)
    #expect(shown == Snapshot(0, asOf: .noon))
    let change = try setting.turns.run { try await setting.data.change(after: shown) }
    #expect(change == Snapshot(0, asOf: .noon, failure: .offline))
    #expect(setting.state == .failed(.offline, earlier: change))
    let soft = try setting.turns.run { try await setting.data.reload(.soft) }
    #expect(soft == change)
    #expect(throws: ServiceError.offline) {
      try setting.turns.run { try await setting.data.reload(.hard) }
    }
  }

  @Test func `a copy may be shown first, but a log-in that is needed is not hidden by it`() throws {
    _ = try current(start())
    let setting = start()
    setting.service.failure = ServiceError.loggedOut
    let shown = try current(setting)
    #expect(shown.value == 0)
    #expect(throws: ServiceError.loggedOut) {
      try setting.turns.run { try await setting.data.change(after: shown) }
    }
    #expect(throws: ServiceError.loggedOut) { try current(setting) }
    setting.service.failure = nil
    #expect(try current(setting) == Snapshot(0))
  }

  @Test func `a failure that a change overtook is not told`() throws {
    _ = try current(start())
    let setting = start()
    setting.service.failure = ServiceError.loggedOut
    setting.service.hold()
    _ = try current(setting)
    setting.data.markStale()
    setting.service.failure = nil
    setting.service.release()
    setting.turns.settle()
    #expect(setting.state.snapshot == Snapshot(0, asOf: .noon))
    #expect(try current(setting) == Snapshot(0))
  }

  @Test func `a copy known to be stale is not shown while the service can be asked`() throws {
    let setting = start()
    _ = try current(setting)
    setting.service.number = 1
    setting.data.markStale()
    #expect(try current(setting) == Snapshot(1))
    setting.service.failure = ServiceError.offline
    setting.data.markStale()
    #expect(try current(setting) == Snapshot(1, asOf: .noon, failure: .offline))
  }

  @Test func `that a copy is stale is known to the next process too`() throws {
    let ended = start()
    _ = try current(ended)
    ended.data.markStale()
    clock.advance(by: 1)
    let setting = start()
    setting.service.number = 1
    #expect(try current(setting) == Snapshot(1))
    let later = start()
    later.service.hold()
    #expect(try current(later) == Snapshot(1, asOf: clock.time))
    later.service.release()
    later.turns.settle()
  }

  @Test func `that a copy is stale is known to a process that has it in memory`() throws {
    let setting = start()
    _ = try current(setting)
    start().data.markStale()
    setting.service.number = 1
    #expect(try current(setting) == Snapshot(1))
  }

  @Test func `a mark is kept though there was no copy yet`() throws {
    let slow = start()
    slow.service.hold()
    let reader = slow.turns.start { try await slow.data.current() }
    slow.turns.settle()
    start().data.markStale()
    reader.cancel()
    slow.service.number = 1
    slow.service.release()
    slow.turns.settle()
    let setting = start()
    setting.service.number = 1
    #expect(try current(setting) == Snapshot(1))
  }

  @Test func `what one process has read meanwhile is not undone by an older answer`() throws {
    let slow = start()
    slow.service.hold()
    let reader = slow.turns.start { try await slow.data.current() }
    slow.turns.settle()
    // The clock is of no importance.
    clock.advance(by: -10)
    let quick = start()
    quick.service.number = 1
    _ = try current(quick)
    slow.service.release()
    slow.turns.settle()
    #expect(try reader.value() == Snapshot(0))
    #expect(try current(start()).value == 1)
  }

  @Test func `an answer that a mark of another process overtook is asked for again`() throws {
    let slow = start()
    slow.service.hold()
    let reader = slow.turns.start { try await slow.data.reload(.hard) }
    slow.turns.settle()
    slow.service.number = 1
    start().data.markStale()
    slow.service.release()
    slow.turns.settle()
    #expect(try reader.value() == Snapshot(1))
    #expect(slow.service.asked == 2)
    #expect(try current(start()) == Snapshot(1, asOf: .noon))
  }

  @Test func `a clock that was put back does not keep an old copy there`() throws {
    clock.advance(by: 86_400)
    _ = try current(start())
    clock.advance(by: -86_400)
    let setting = start()
    setting.service.number = 1
    _ = try setting.turns.run { try await setting.data.reload(.hard) }
    #expect(try current(start()).value == 1)
  }

  @Test func `a copy of something else is not used, with a note`() throws {
    let scope = Setting.kind.scope()
    let ticket = try #require(store.takeTicket())
    store.keep(
      NewCopy(interval: nil, readAt: .noon, ticket: ticket, json: [UInt8]("\"text\"".utf8)),
      of: scope, for: "", readWith: nil)
    let setting = start()
    #expect(try current(setting) == Snapshot(0))
    #expect(store.notes.map(\.code) == [.damaged])
    #expect(try current(start()) == Snapshot(0, asOf: .noon))
  }

  @Test func `without showing copies they are marked, and neither shown nor kept`() throws {
    _ = try current(start())
    let setting = Setting(store: store, clock: clock, showsCopies: false)
    setting.service.number = 1
    #expect(try current(setting) == Snapshot(1))
    #expect(try current(start()).value == 0)
    try setting.turns.run { await setting.repository.changing([Setting.kind.scope()]) {} }
    let next = start()
    next.service.number = 1
    #expect(try current(next) == Snapshot(1))
  }
}
