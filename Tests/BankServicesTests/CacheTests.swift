import Bank
import FoundationEssentials
import Glibc
import Testing

@testable import BankServices

/// Data sets whose copies are kept between runs.
@Suite struct CacheTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()

  init() throws { folder = try TemporaryFolder() }

  /// As a process begins.
  private func start(_ path: String? = nil) -> Setting {
    Setting(cache: CacheFolder(path ?? folder.path), clock: clock)
  }

  private func current(_ setting: Setting) throws -> Known<Int> {
    let reader = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    return try reader.value()
  }

  @Test func `the copy is there at once, and the bank is asked behind it`() throws {
    _ = try current(start())
    clock.advance(by: 3600)
    let setting = start()
    setting.desk.number = 1
    setting.desk.hold()
    let shown = try current(setting)
    #expect(shown == Known(0, asOf: .noon))
    #expect(setting.state == .loading(earlier: shown))
    let change = setting.turns.start { try await setting.service.change(after: shown) }
    setting.turns.settle()
    #expect(!change.isFinished)
    setting.desk.release()
    setting.turns.settle()
    #expect(try change.value() == Known(1))
    #expect(setting.state == .loaded(Known(1)))
    #expect(setting.desk.asked == 1)
  }

  @Test func `that a copy has been found right is told to whoever shows it`() throws {
    _ = try current(start())
    let setting = start()
    let shown = try current(setting)
    #expect(shown.asOf != nil)
    let change = try setting.turns.run { try await setting.service.change(after: shown) }
    #expect(change == Known(0))
  }

  @Test func `several who want the copy have the bank asked once`() throws {
    _ = try current(start())
    let setting = start()
    setting.desk.hold()
    for _ in 1...5 { #expect(try current(setting).value == 0) }
    #expect(setting.desk.asked == 1)
    setting.desk.release()
    setting.turns.settle()
  }

  @Test func `without the bank the copy is shown with its age, and why`() throws {
    _ = try current(start())
    clock.advance(by: 3600)
    let setting = start()
    setting.desk.trouble = BankError.offline
    let shown = try current(setting)
    #expect(shown == Known(0, asOf: .noon))
    let change = try setting.turns.run { try await setting.service.change(after: shown) }
    #expect(change == Known(0, asOf: .noon, trouble: .offline))
    #expect(setting.state == .failed(.offline, earlier: change))
    let soft = try setting.turns.run { try await setting.service.reload(.soft) }
    #expect(soft == change)
    #expect(throws: BankError.offline) {
      try setting.turns.run { try await setting.service.reload(.hard) }
    }
  }

  @Test func `a copy may be shown first, but a log-in that is wanted is not hidden by it`() throws {
    _ = try current(start())
    let setting = start()
    setting.desk.trouble = BankError.loggedOut
    let shown = try current(setting)
    #expect(shown.value == 0)
    #expect(throws: BankError.loggedOut) {
      try setting.turns.run { try await setting.service.change(after: shown) }
    }
    #expect(throws: BankError.loggedOut) { try current(setting) }
    setting.desk.trouble = nil
    #expect(try current(setting) == Known(0))
  }

  @Test func `a failure that a change overtook is not told`() throws {
    _ = try current(start())
    let setting = start()
    setting.desk.trouble = BankError.loggedOut
    setting.desk.hold()
    _ = try current(setting)
    setting.service.markStale()
    setting.desk.trouble = nil
    setting.desk.release()
    setting.turns.settle()
    #expect(setting.state.known == Known(0, asOf: .noon))
    #expect(try current(setting) == Known(0))
  }

  @Test func `a copy that is known to be stale is not shown while the bank can be asked`() throws {
    let setting = start()
    _ = try current(setting)
    setting.desk.number = 1
    setting.service.markStale()
    #expect(try current(setting) == Known(1))
    setting.desk.trouble = BankError.offline
    setting.service.markStale()
    #expect(try current(setting) == Known(1, asOf: .noon, trouble: .offline))
  }

  @Test func `that a copy is stale is known to the next process too`() throws {
    let ended = start()
    _ = try current(ended)
    ended.service.markStale()
    clock.advance(by: 1)
    let setting = start()
    setting.desk.number = 1
    #expect(try current(setting) == Known(1))
    let later = start()
    later.desk.hold()
    #expect(try current(later) == Known(1, asOf: clock.time))
    later.desk.release()
    later.turns.settle()
  }

  @Test func `an order marks the copies of lists that nobody has open`() throws {
    let bank = try WatchedBank(clock: clock)
    let week = clock.now.addingTimeInterval(-60)..<clock.now.addingTimeInterval(60)
    let turns = Turns()
    func services() -> BankServices {
      BankServices(
        bank, cache: CacheFolder(folder.path), in: turns.surroundings(clock: clock))
    }
    func list(_ services: BankServices) throws -> Known<[Payment]> {
      try turns.run { [bank] in
        try await services.weekPayments(of: bank.personal.id, in: week).current()
      }
    }
    #expect(try list(services()).isFresh)
    #expect(try list(services()).asOf == .noon)
    let order = GoalDeletion(
      key: uuid(1), account: bank.personal.id, goal: try #require(.init(uuid(2))))
    let other = services()
    _ = try turns.run { try await other.bank.deleteGoal(order) }
    #expect(try list(services()).isFresh)
  }

  @Test func `what one process has read meanwhile is not undone by an older answer`() throws {
    let slow = start()
    slow.desk.hold()
    let reader = slow.turns.start { try await slow.service.current() }
    slow.turns.settle()
    clock.advance(by: 10)
    let quick = start()
    quick.desk.number = 1
    _ = try current(quick)
    slow.desk.release()
    slow.turns.settle()
    #expect(try reader.value() == Known(0))
    let setting = start()
    #expect(try current(setting).value == 1)
  }

  @Test func `a mark that another process made while the bank was asked is kept`() throws {
    _ = try current(start())
    clock.advance(by: 10)
    let slow = start()
    slow.desk.hold()
    let reader = slow.turns.start { try await slow.service.reload(.hard) }
    slow.turns.settle()
    clock.advance(by: 10)
    start().service.markStale()
    slow.desk.release()
    slow.turns.settle()
    #expect(try reader.value() == Known(0))
    let setting = start()
    setting.desk.number = 1
    #expect(try current(setting) == Known(1))
  }

  @Test func `a clock that was put back does not keep an old copy there`() throws {
    clock.advance(by: 86_400)
    _ = try current(start())
    clock.advance(by: -86_400)
    let setting = start()
    setting.desk.number = 1
    _ = try setting.turns.run { try await setting.service.reload(.hard) }
    #expect(try current(start()).value == 1)
  }

  @Test func `folder and file are their owner's alone`() throws {
    let path = folder.file("a/b")
    _ = try current(start(path))
    func mode(_ path: String) -> mode_t {
      var facts = stat()
      return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }
    #expect(mode(folder.file("a")) == 0o700)
    #expect(mode(path) == 0o700)
    #expect(mode(path + "/accounts.copy") == 0o600)
  }

  @Test func `a folder that cannot be made is done without, with a note`() throws {
    try folder.put("".utf8, as: "file")
    let cache = CacheFolder(folder.file("file/cache"))
    let setting = Setting(cache: cache, clock: clock)
    #expect(try current(setting) == Known(0))
    // Within the process there is a copy all the same.
    #expect(try current(setting) == Known(0, asOf: .noon))
    #expect(cache.notes.map(\.code) == [.unwritable])
  }

  @Test func `a full disk is done without, with a note, and leaves nothing half written`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let clock = TestClock()
      func read(_ cache: CacheFolder) throws -> Known<Int> {
        let setting = Setting(cache: cache, clock: clock)
        setting.desk.number = 1
        return try setting.turns.run { try await setting.service.reload(.hard) }
      }
      _ = try read(CacheFolder(folder.path))
      let before = try folder.bytes(of: "accounts.copy")
      // Room for a few bytes of the next.
      var few = rlimit(rlim_cur: 10, rlim_max: 10)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &few)
      signal(SIGXFSZ, SIG_IGN)
      clock.advance(by: 10)
      let cache = CacheFolder(folder.path)
      try #require(try read(cache) == Known(1))
      try #require(cache.notes.map(\.code) == [.unwritable])
      try #require(try folder.names() == ["accounts.copy"])
      try #require(try folder.bytes(of: "accounts.copy") == before)
    }
  }

  @Test func `a note is told once, however often it comes about`() throws {
    try folder.put("".utf8, as: "file")
    let cache = CacheFolder(folder.file("file/cache"))
    for _ in 1...3 {
      let setting = Setting(cache: cache, clock: clock)
      _ = try setting.turns.run { try await setting.service.reload(.hard) }
    }
    #expect(cache.notes.count == 1)
    let note = try #require(cache.notes.first)
    #expect(note.description.contains(folder.path))
  }

  @Test func `drafts that a crash left are removed after a while`() throws {
    try folder.put("half".utf8, as: ".accounts.copy.abc.new")
    try folder.put("half".utf8, as: ".goals.copy.def.new")
    try folder.put("mine".utf8, as: ".mine.new")
    for name in [".accounts.copy.abc.new", ".mine.new"] {
      var times = utimbuf(actime: 1_000_000, modtime: 1_000_000)
      #expect(utime(folder.file(name), &times) == 0)
    }
    _ = try current(start())
    #expect(try folder.names() == [".goals.copy.def.new", ".mine.new", "accounts.copy"])
  }
}
