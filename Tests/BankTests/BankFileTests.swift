import BankTestSupport
import FoundationEssentials
import GRDB
import Money
import TestSupport
import Testing

@testable import Bank
@testable import EmbeddedBank

struct BankFileTests {
  @Test(arguments: [
    (ResultCode.SQLITE_IOERR, BankError.Code.outcomeUnknown),
    (.SQLITE_IOERR_FSYNC, .outcomeUnknown), (.SQLITE_FULL, .storage), (.SQLITE_READONLY, .storage),
    (.SQLITE_BUSY, .inUse),
  ])
  func `rule 14: a disk that fails at the commit of an order leaves open whether it was done`(
    result: ResultCode, code: BankError.Code
  ) {
    let error = DatabaseError(resultCode: result)
    #expect(BankError(ofCommit: error, path: "/bank.sqlite").code == code)
    #expect(BankError(error, path: "/bank.sqlite").code != .outcomeUnknown)
  }

  @Test func `an error can be told without its file, and stays the same otherwise`() {
    let error = BankError.storage(path: "/secret/bank.sqlite", cause: "disk I/O error")
    #expect(error.withoutFile.code == .storage)
    let doubt = BankError(
      ofCommit: DatabaseError(resultCode: .SQLITE_IOERR), path: "/secret/bank.sqlite")
    #expect(doubt.withoutFile.code == .outcomeUnknown)
    let inUse = BankError.inUse(path: "/secret/bank.sqlite")
    for told in [error.withoutFile, inUse.withoutFile, doubt.withoutFile] {
      #expect(told.path == nil && told.cause == nil)
      #expect(!"\(told)".contains("secret"))
    }
    #expect(BankError.orderUnderWay().withoutFile == .orderUnderWay())
  }

  @Test func `keeps everything in its file`() async throws {
    let folder = try TemporaryFolder()
    let account: Account
    let goal: SavingsGoal
    do {
      let bank = try EmbeddedBank(path: folder.file("bank.sqlite"))
      account = try bank.open(
        NewAccount(handle: "personal", name: "Personal", currency: try currency("GBP")))
      let order = GoalOrder(key: uuid(1), account: account.id, name: "Trip", target: nil)
      guard case .created(let made) = try await bank.createGoal(order) else { throw Unexpected() }
      goal = made
    }
    let bank = try EmbeddedBank(path: folder.file("bank.sqlite"))
    #expect(try await bank.accounts() == [account])
    #expect(try await bank.goals(of: account.id) == [goal])
  }

  @Test func `makes its folder and its file for the user alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("data/flowline/bank.sqlite")
    let bank = try EmbeddedBank(path: path)
    try bank.open(NewAccount(handle: "x", name: "X", currency: try currency("GBP")))
    #expect(try permissions(folder.file("data/flowline")) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data/flowline"))
    #expect(names.sorted() == ["bank.sqlite", "bank.sqlite-shm", "bank.sqlite-wal"])
    for name in names {
      #expect(try permissions(folder.file("data/flowline/\(name)")) == 0o600)
    }
  }

  @Test(arguments: ["hello", String(repeating: "not a database ", count: 500), "SQLite format 3\0"])
  func `leaves alone what is no database, and names it`(contents: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("notes.txt")
    try Data(contents.utf8).write(to: URL(filePath: path))
    try setPermissions(0o600, path)
    let error = #expect(throws: BankError.self) { try EmbeddedBank(path: path) }
    #expect(error?.code == .notABank)
    #expect(error?.path == path)
    #expect(error?.description.contains(path) == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contents.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
  }

  @Test func `leaves alone the database of another application`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("photos.sqlite")
    do {
      let other = try DatabaseQueue(path: path)
      try other.write { try $0.execute(sql: "CREATE TABLE photo (id INTEGER)") }
    }
    try setPermissions(0o600, path)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: BankError.self) { try EmbeddedBank(path: path) }
    #expect(error?.code == .notABank)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `leaves alone a bank that a newer version made`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    do {
      let bank = try EmbeddedBank(path: path)
      try bank.execute("INSERT INTO grdb_migrations VALUES ('of the future')")
    }
    let error = #expect(throws: BankError.self) { try EmbeddedBank(path: path) }
    #expect(error?.code == .storage)
    #expect(error?.cause?.contains("newer") == true)
  }

  @Test func `finishes what a crash left between the migrator's table and the first migration`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    do {
      let half = try DatabaseQueue(path: path)
      try half.inTransaction {
        try $0.execute(
          sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        return .commit
      }
    }
    try setPermissions(0o600, path)
    #expect(try await EmbeddedBank(path: path).accounts().isEmpty)
  }

  @Test func `names the folder that cannot be made or written`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    for path in [
      folder.file("file/bank.sqlite"), "/proc/flowline/bank.sqlite", "/proc/bank.sqlite",
    ] {
      let error = #expect(throws: BankError.self) { try EmbeddedBank(path: path) }
      #expect(error?.code == .storage)
      #expect(error?.path == path)
      #expect(error?.advice != nil)
    }
  }

  @Test func `takes a relative path for what it is, whatever SQLite makes of it`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [folder = folder.path as String] in
      guard FileManager.default.changeCurrentDirectoryPath(folder) else { throw Unexpected() }
      for path in ["bank.sqlite", ":memory:", "file:x?mode=memory", "sub/bank.sqlite"] {
        let bank = try EmbeddedBank(path: path)
        guard bank.path.hasSuffix("/\(path)") else { throw Unexpected() }
        guard FileManager.default.fileExists(atPath: bank.path) else { throw Unexpected() }
      }
      // An empty path is the folder itself.
      guard (try? EmbeddedBank(path: "")) == nil else { throw Unexpected() }
    }
  }

  @Test func `names a folder that is in the place of its file`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: BankError.self) { try EmbeddedBank(path: folder.path) }
    #expect(error?.code == .storage)
  }

  @Test(arguments: 0..<20)
  func `survives damage anywhere in its file`(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    let noon = try date(TestBank.noon)
    do {
      let bank = try EmbeddedBank(path: path)
      try SampleData.seed(into: bank, now: noon, locale: .init(identifier: "en_GB"), timeZone: .gmt)
      try bank.checkpoint()
    }
    var random = SeededNumbers(seed: UInt64(seed))
    var bytes = try Data(contentsOf: URL(filePath: path))
    for _ in 0..<200 {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    try bytes.write(to: URL(filePath: path))
    // What cannot be read is told as such; anything else may be as it was, and is done.
    try await bankErrorsAlone {
      let bank = try EmbeddedBank(path: path)
      for account in try await bank.accounts() {
        try await bankErrorsAlone { _ = try await bank.balance(of: account.id) }
        try await bankErrorsAlone {
          _ = try await bank.payments(of: account.id, in: .distantPast ..< .distantFuture)
        }
        for goal in try await bank.goals(of: account.id) {
          let order = TransferOrder(
            key: EmbeddedBank.randomID(), account: account.id, goal: goal.id,
            amount: Money(minorUnits: 1, currency: account.currency))
          try await bankErrorsAlone { _ = try await bank.move(order) }
        }
      }
      _ = try bank.auditDifferences()
    }
  }

  /// Whatever is wrong is a bank's error, with a code that a flow knows what to do about.
  private func bankErrorsAlone(_ work: () async throws -> Void) async throws {
    do { try await work() } catch is BankError {}
  }

  @Test func `a bank's file that others can read is refused with what to do`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    _ = try EmbeddedBank(path: path)
    try setPermissions(0o644, path)
    let error = #expect(throws: BankError.self) { try EmbeddedBank(path: path) }
    #expect(error?.code == .storage)
    #expect(error?.path == path)
    #expect(error?.advice == "Run chmod 600 on it.")
    #expect(throws: BankError.self) { try EmbeddedBank(servedFrom: path, now: { Date() }) }
  }

  @Test func `a bank's file is opened so that a commit is on the disk`() throws {
    let folder = try TemporaryFolder()
    for bank in [
      try EmbeddedBank(path: folder.file("bank.sqlite")),
      try EmbeddedBank(servedFrom: folder.file("bank.sqlite"), now: { Date() }),
    ] {
      let full = 2
      let synchronous = [
        try bank.write { try Int.fetchOne($0.db, sql: "PRAGMA synchronous") },
        try bank.read { try Int.fetchOne($0.db, sql: "PRAGMA synchronous") },
      ]
      #expect(synchronous == [full, full])
    }
  }

  private func setPermissions(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
