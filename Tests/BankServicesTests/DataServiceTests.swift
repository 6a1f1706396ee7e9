import Bank
import Testing

@testable import BankServices

@Suite struct DataServiceTests {
  @Test func `its state goes from nothing over loading to loaded`() throws {
    let setting = Setting()
    #expect(setting.state == .nothing)
    setting.desk.hold()
    setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.desk.release()
    setting.turns.settle()
    #expect(setting.state == .loaded(Known(0)))
  }

  @Test func `a first read that fails leaves nothing to show`() throws {
    let setting = Setting()
    setting.desk.trouble = BankError.offline
    #expect(throws: BankError.offline) {
      try setting.turns.run { try await setting.service.reload(.soft) }
    }
    #expect(setting.state == .failed(.offline, earlier: nil))
  }

  @Test func `a hard reload forgets what is shown and fails if it fails`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.service.current() }
    setting.desk.hold()
    setting.desk.trouble = BankError.offline
    let reader = setting.turns.start { try await setting.service.reload(.hard) }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.desk.release()
    setting.turns.settle()
    #expect(throws: BankError.offline) { try reader.value() }
    #expect(setting.state == .failed(.offline, earlier: nil))
  }

  @Test func `a soft reload is silent and keeps the last known where it fails`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.service.current() }
    setting.clock.advance(by: 60)
    setting.desk.hold()
    setting.desk.trouble = BankError.offline
    let reader = setting.turns.start { try await setting.service.reload(.soft) }
    setting.turns.settle()
    #expect(setting.state == .loaded(Known(0)))
    setting.desk.release()
    setting.turns.settle()
    let known = Known(0, asOf: .noon, trouble: .offline)
    #expect(try reader.value() == known)
    #expect(setting.state == .failed(.offline, earlier: known))
  }

  @Test func `a hard reload makes a silent one under way seen`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.service.current() }
    setting.desk.hold()
    setting.turns.start { try await setting.service.reload(.soft) }
    setting.turns.settle()
    setting.turns.start { try await setting.service.reload(.hard) }
    setting.turns.settle()
    #expect(setting.state == .loading(earlier: nil))
    setting.desk.release()
    setting.turns.settle()
    #expect(setting.state == .loaded(Known(0)))
    #expect(setting.desk.asked == 2)
  }

  @Test(arguments: [
    BankError.loggedOut, .insufficientScope("balance:read"),
    .token(path: nil, cause: "it is empty", advice: ""),
  ])
  func `what the customer has to do is never hidden by an older copy`(error: BankError) throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.service.current() }
    setting.desk.trouble = error
    #expect(throws: error) { try setting.turns.run { try await setting.service.reload(.soft) } }
    let shown = Known(0)
    #expect(throws: error) {
      try setting.turns.run { try await setting.service.change(after: shown) }
    }
  }

  @Test func `an error of another kind is told as the bank being unavailable`() throws {
    struct Broken: Error {}
    let setting = Setting()
    setting.desk.trouble = Broken()
    #expect(throws: Broken.self) { try setting.turns.run { try await setting.service.current() } }
    #expect(setting.state == .failed(.unavailable(cause: "Broken()"), earlier: nil))
  }

  @Test func `a change is waited for until there is one`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.service.current() }
    let waiting = setting.turns.start { try await setting.service.change(after: shown) }
    setting.turns.settle()
    // The same again is no change.
    _ = try setting.turns.run { try await setting.service.reload(.soft) }
    #expect(!waiting.isFinished)
    setting.desk.number = 1
    _ = try setting.turns.run { try await setting.service.reload(.soft) }
    #expect(try waiting.value() == Known(1))
  }

  @Test func `trouble is a change, and so is its end`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.service.current() }
    let trouble = setting.turns.start { try await setting.service.change(after: shown) }
    setting.desk.trouble = BankError.offline
    _ = try setting.turns.run { try await setting.service.reload(.soft) }
    let troubled = try trouble.value()
    #expect(troubled == Known(0, asOf: .noon, trouble: .offline))
    let end = setting.turns.start { try await setting.service.change(after: troubled) }
    setting.turns.settle()
    #expect(!end.isFinished)
    setting.desk.trouble = nil
    _ = try setting.turns.run { try await setting.service.reload(.soft) }
    #expect(try end.value() == Known(0))
  }

  @Test func `whoever shows a data set has it read again when it becomes stale`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.service.current() }
    let waiting = setting.turns.start { try await setting.service.change(after: shown) }
    setting.turns.settle()
    setting.desk.number = 1
    setting.service.markStale()
    setting.turns.settle()
    #expect(try waiting.value() == Known(1))
    #expect(setting.desk.asked == 2)
  }

  @Test func `nobody asks for what nobody shows`() throws {
    let setting = Setting()
    _ = try setting.turns.run { try await setting.service.current() }
    setting.service.markStale()
    setting.turns.settle()
    #expect(setting.desk.asked == 1)
  }

  @Test func `a bank that fails is not asked over and over`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.service.current() }
    setting.desk.trouble = BankError.offline
    setting.service.markStale()
    let troubled = try setting.turns.run { try await setting.service.change(after: shown) }
    #expect(troubled.trouble == .offline)
    let waiting = setting.turns.start { try await setting.service.change(after: troubled) }
    setting.turns.settle()
    #expect(!waiting.isFinished)
    #expect(setting.desk.asked == 2)
    waiting.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try waiting.value() }
  }

  @Test func `a wait that was cancelled before it began ends at once`() throws {
    let setting = Setting()
    let shown = try setting.turns.run { try await setting.service.current() }
    let waiting = setting.turns.start { try await setting.service.change(after: shown) }
    waiting.cancel()
    setting.turns.settle()
    #expect(throws: CancellationError.self) { try waiting.value() }
  }
}
