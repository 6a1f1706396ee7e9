import DataSetTesting
import Synchronization
import Testing

@testable import DataSets

/// What somebody has seen of a data set.
private final class Viewer: Sendable {
  private let seen = Mutex<[Loadable<Int, ServiceError>]>([])
  private let reading = Mutex<Started<Void>?>(nil)

  init(of setting: Setting) {
    let states = setting.data.states
    let started = setting.turns.start { [self] in
      for await state in states { seen.withLock { $0.append(state) } }
    }
    reading.withLock { $0 = started }
  }

  var states: [Loadable<Int, ServiceError>] { seen.withLock { $0 } }

  var isAtEnd: Bool { reading.withLock { $0?.isFinished ?? true } }

  func leave() { reading.withLock { $0 }?.cancel() }
}

@Suite struct StatesTests {
  @Test func `all who show a data set see what becomes of it`() throws {
    let setting = Setting()
    let viewers = (1...20).map { _ in Viewer(of: setting) }
    setting.turns.settle()
    _ = try setting.turns.run { try await setting.data.current() }
    setting.service.number = 1
    _ = try setting.turns.run { try await setting.data.reload(.soft) }
    for viewer in viewers {
      #expect(viewer.states == [.notRequested, .loaded(Snapshot(0)), .loaded(Snapshot(1))])
      viewer.leave()
    }
    setting.turns.settle()
    for viewer in viewers { #expect(viewer.isAtEnd) }
    #expect(setting.waiting == 0)
  }

  @Test func `one that is slow gets the latest, not all`() throws {
    let setting = Setting()
    let states = setting.data.states
    let iterator = Mutex(states.makeAsyncIterator())
    func next() throws -> Loadable<Int, ServiceError>? {
      // Taken out and put back: a turn may be given up between.
      try setting.turns.run {
        var own = iterator.withLock { $0 }
        return await own.next()
      }
    }
    #expect(try next() == .notRequested)
    for number in 1...100 {
      setting.service.number = number
      _ = try setting.turns.run { try await setting.data.reload(.hard) }
    }
    #expect(try next() == .loaded(Snapshot(100)))
  }

  @Test func `a data set that becomes stale is read again for all who show it, once`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.data.current() }
    let viewers = (1...5).map { _ in Viewer(of: setting) }
    setting.turns.settle()
    setting.service.number = 1
    setting.data.markStale()
    setting.turns.settle()
    for viewer in viewers { #expect(viewer.states.last == .loaded(Snapshot(1))) }
    #expect(setting.service.asked == 2)
  }

  @Test func `showing alone asks nothing`() throws {
    let setting = Setting()
    let viewer = Viewer(of: setting)
    setting.turns.settle()
    #expect(viewer.states == [.notRequested])
    #expect(setting.service.asked == 0)
  }

  @Test func `nothing is left of streams that were released`() throws {
    weak var service: DataSet<Int, ServiceError>?
    do {
      let setting = Setting()
      service = setting.data
      for _ in 1...1000 { _ = setting.data.states }
      let viewers = (1...100).map { _ in Viewer(of: setting) }
      setting.turns.settle()
      #expect(setting.waiting == 100)
      viewers.forEach { $0.leave() }
      setting.turns.settle()
    }
    #expect(service == nil)
  }
}
