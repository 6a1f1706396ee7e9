import Bank
import Testing

@testable import BankServices

@Suite struct SingleFlightTests {
  @Test func `two who ask at once ask the bank once`() throws {
    let setting = Setting()
    setting.desk.number = 7
    setting.desk.hold()
    let first = setting.turns.start { try await setting.service.current() }
    let second = setting.turns.start { try await setting.service.reload(.hard) }
    let third = setting.turns.start { try await setting.service.reload(.soft) }
    setting.turns.settle()
    #expect(!first.isFinished && !second.isFinished && !third.isFinished)
    setting.desk.release()
    setting.turns.settle()
    #expect(try first.value() == Known(7))
    #expect(try second.value() == Known(7))
    #expect(try third.value() == Known(7))
    #expect(setting.desk.asked == 1)
  }

  @Test func `two who ask one after the other ask twice`() throws {
    let setting = Setting()
    #expect(try setting.turns.run { try await setting.service.current() } == Known(0))
    setting.desk.number = 1
    #expect(try setting.turns.run { try await setting.service.current() } == Known(1))
    #expect(setting.desk.asked == 2)
  }

  @Test func `a failure is told to all who waited for it`() throws {
    let setting = Setting()
    setting.desk.trouble = BankError.offline
    setting.desk.hold()
    let all = (1...3).map { _ in setting.turns.start { try await setting.service.current() } }
    setting.turns.settle()
    setting.desk.release()
    setting.turns.settle()
    for reader in all {
      #expect(throws: BankError.offline) { try reader.value() }
    }
    #expect(setting.desk.asked == 1)
  }

  @Test func `an answer that a change overtook is asked for again`() throws {
    let setting = Setting()
    setting.desk.hold()
    let before = setting.turns.start { try await setting.service.current() }
    let beside = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    setting.desk.number = 1
    setting.service.markStale()
    let after = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    // Whoever came after the change does not make do with the answer that is on its way.
    #expect(setting.desk.asked == 2)
    setting.desk.release()
    setting.turns.settle()
    #expect(try before.value() == Known(1))
    #expect(try beside.value() == Known(1))
    #expect(try after.value() == Known(1))
  }

  @Test func `one who waited with the reader that a change overtook gets nothing older`() throws {
    let setting = Setting()
    setting.desk.hold()
    let readers = (1...2).map { _ in setting.turns.start { try await setting.service.current() } }
    setting.turns.settle()
    setting.desk.number = 1
    setting.service.markStale()
    setting.desk.releaseLatest()
    setting.turns.settle()
    for reader in readers { #expect(!reader.isFinished) }
    setting.desk.release()
    setting.turns.settle()
    for reader in readers { #expect(try reader.value() == Known(1)) }
    #expect(setting.desk.asked == 2)
  }

  @Test func `an old answer that comes last does not take the place of a newer one`() throws {
    let setting = Setting()
    setting.desk.hold()
    let old = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    setting.service.markStale()
    setting.desk.number = 1
    let new = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    // The old answer is still held back when the newer one comes.
    setting.desk.releaseLatest()
    setting.turns.settle()
    #expect(try new.value() == Known(1))
    #expect(!old.isFinished)
    setting.desk.releaseLatest()
    setting.turns.settle()
    #expect(setting.state == .loaded(Known(1)))
    #expect(try old.value() == Known(1))
    #expect(setting.desk.asked == 2)
  }

  @Test func `a reader that changes outrun for ever gets a copy of its time`() throws {
    let setting = Setting()
    setting.desk.hold()
    let reader = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    for number in 1...3 {
      setting.service.markStale()
      setting.desk.number = number
      setting.desk.releaseLatest()
      setting.turns.settle()
    }
    #expect(try reader.value() == Known(2, asOf: .noon))
    #expect(setting.desk.asked == 3)
  }

  @Test func `where the one who asked gives up another asks`() throws {
    let setting = Setting()
    setting.desk.number = 5
    setting.desk.hold()
    let first = setting.turns.start { try await setting.service.current() }
    let second = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    first.cancel()
    setting.desk.releaseLatest()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try first.value() }
    #expect(!second.isFinished)
    #expect(setting.state == .loading(earlier: nil))
    setting.desk.release()
    setting.turns.settle()
    #expect(try second.value() == Known(5))
    #expect(setting.desk.asked == 2)
  }

  @Test func `one who waits for another's answer can give up alone`() throws {
    let setting = Setting()
    setting.desk.hold()
    let first = setting.turns.start { try await setting.service.current() }
    let second = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    second.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try second.value() }
    setting.desk.release()
    setting.turns.settle()
    #expect(try first.value() == Known(0))
    #expect(setting.waiting == 0)
  }

  @Test func `without a cache a bank that answers in place is answered for in place`() throws {
    let setting = Setting()
    let before = setting.turns.count
    let reader = setting.turns.start {
      let known = try await setting.service.current()
      let again = try await setting.service.reload(.hard)
      let soft = try await setting.service.reload(.soft)
      setting.service.markStale()
      setting.desk.number = 1
      let changed = try await setting.service.change(after: known)
      return [known, again, soft, changed]
    }
    setting.turns.step()
    // All of it was one job: nothing on the way was left to another turn, or another thread.
    #expect(setting.turns.count == before + 1)
    #expect(try reader.value() == [Known(0), Known(0), Known(0), Known(1)])
  }
}
