import DataSetTesting
import Testing

@testable import DataSets

@Suite struct SingleFlightTests {
  @Test func `two who ask at once ask the service once`() throws {
    let setting = Setting()
    setting.service.number = 7
    setting.service.hold()
    let first = setting.turns.start { try await setting.data.current() }
    let second = setting.turns.start { try await setting.data.reload(.hard) }
    let third = setting.turns.start { try await setting.data.reload(.soft) }
    setting.turns.settle()
    #expect(!first.isFinished && !second.isFinished && !third.isFinished)
    setting.service.release()
    setting.turns.settle()
    #expect(try first.value() == Snapshot(7))
    #expect(try second.value() == Snapshot(7))
    #expect(try third.value() == Snapshot(7))
    #expect(setting.service.asked == 1)
  }

  @Test func `two who ask one after the other ask twice`() throws {
    let setting = Setting()
    #expect(try setting.turns.run { try await setting.data.current() } == Snapshot(0))
    setting.service.number = 1
    #expect(try setting.turns.run { try await setting.data.current() } == Snapshot(1))
    #expect(setting.service.asked == 2)
  }

  @Test func `a failure is told to all who waited for it`() throws {
    let setting = Setting()
    setting.service.failure = ServiceError.offline
    setting.service.hold()
    let all = (1...3).map { _ in setting.turns.start { try await setting.data.current() } }
    setting.turns.settle()
    setting.service.release()
    setting.turns.settle()
    for reader in all {
      #expect(throws: ServiceError.offline) { try reader.value() }
    }
    #expect(setting.service.asked == 1)
  }

  @Test func `an answer that a change overtook is asked for again`() throws {
    let setting = Setting()
    setting.service.hold()
    let before = setting.turns.start { try await setting.data.current() }
    let beside = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    setting.service.number = 1
    setting.data.markStale()
    let after = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    // A reader that came after the change does not get the answer that is on its way.
    #expect(setting.service.asked == 2)
    setting.service.release()
    setting.turns.settle()
    #expect(try before.value() == Snapshot(1))
    #expect(try beside.value() == Snapshot(1))
    #expect(try after.value() == Snapshot(1))
  }

  @Test func `one who waited with the reader that a change overtook gets nothing older`() throws {
    let setting = Setting()
    setting.service.hold()
    let readers = (1...2).map { _ in setting.turns.start { try await setting.data.current() } }
    setting.turns.settle()
    setting.service.number = 1
    setting.data.markStale()
    setting.service.releaseLatest()
    setting.turns.settle()
    for reader in readers { #expect(!reader.isFinished) }
    setting.service.release()
    setting.turns.settle()
    for reader in readers { #expect(try reader.value() == Snapshot(1)) }
    #expect(setting.service.asked == 2)
  }

  @Test func `an old answer that comes last does not take the place of a newer one`() throws {
    let setting = Setting()
    setting.service.hold()
    let old = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    setting.data.markStale()
    setting.service.number = 1
    let new = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    // The old answer is still held back when the newer one comes.
    setting.service.releaseLatest()
    setting.turns.settle()
    #expect(try new.value() == Snapshot(1))
    #expect(!old.isFinished)
    setting.service.releaseLatest()
    setting.turns.settle()
    #expect(setting.state == .loaded(Snapshot(1)))
    #expect(try old.value() == Snapshot(1))
    #expect(setting.service.asked == 2)
  }

  @Test func `a reader that changes outrun for ever gets a copy of its time`() throws {
    let setting = Setting()
    setting.service.hold()
    let reader = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    for number in 1...3 {
      setting.data.markStale()
      setting.service.number = number
      setting.service.releaseLatest()
      setting.turns.settle()
    }
    #expect(try reader.value() == Snapshot(2, asOf: .noon))
    #expect(setting.service.asked == 3)
  }

  @Test func `where the one who asked gives up another asks`() throws {
    let setting = Setting()
    setting.service.number = 5
    setting.service.hold()
    let first = setting.turns.start { try await setting.data.current() }
    let second = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    first.cancel()
    setting.service.releaseLatest()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try first.value() }
    #expect(!second.isFinished)
    #expect(setting.state == .loading(earlier: nil))
    setting.service.release()
    setting.turns.settle()
    #expect(try second.value() == Snapshot(5))
    #expect(setting.service.asked == 2)
  }

  @Test func `one who waits for another's answer can give up alone`() throws {
    let setting = Setting()
    setting.service.hold()
    let first = setting.turns.start { try await setting.data.current() }
    let second = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    second.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try second.value() }
    setting.service.release()
    setting.turns.settle()
    #expect(try first.value() == Snapshot(0))
    #expect(setting.waiting == 0)
  }

  @Test func `without a store a service that answers in place is answered for in place`() throws {
    let setting = Setting()
    let before = setting.turns.count
    let reader = setting.turns.start {
      let known = try await setting.data.current()
      let again = try await setting.data.reload(.hard)
      let soft = try await setting.data.reload(.soft)
      setting.data.markStale()
      setting.service.number = 1
      let changed = try await setting.data.change(after: known)
      return [known, again, soft, changed]
    }
    setting.turns.step()
    // All of it was one job: nothing on the way was left to another turn, or another thread.
    #expect(setting.turns.count == before + 1)
    #expect(try reader.value() == [Snapshot(0), Snapshot(0), Snapshot(0), Snapshot(1)])
  }
}
