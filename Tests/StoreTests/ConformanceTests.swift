import Flowline
import FlowlineSQLite
import FlowlineTesting
import FoundationEssentials
import GRDB
import Testing

/// The stores of this package keep what every store must.
struct ConformanceTests {
  @Test(arguments: SessionStoreConformance.checks)
  func `files keep sessions`(check: SessionStoreConformance.Check) {
    check.expect(of: .files)
  }

  @Test(arguments: SessionStoreConformance.checks)
  func `a database keeps sessions`(check: SessionStoreConformance.Check) {
    check.expect(of: .database)
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `memory keeps sessions of users`(check: JournalStoreConformance.Check) async {
    await check.expect(of: .memory(MemoryJournalStore()))
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `a database keeps sessions of users`(check: JournalStoreConformance.Check) async {
    await check.expect(of: .database)
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `a database keeps sessions of users whose callers' threads may wait`(
    check: JournalStoreConformance.Check
  ) async {
    await withTaskExecutorPreference(MediumThreads.shared) { await check.expect(of: .database) }
  }
}

extension StoreUnderTest {
  @Sendable static func setAsideInFiles(_ folder: String, _ session: UUID) -> [String] {
    let name = "\(folder)/\(session.uuidString.lowercased()).flow"
    return (1...9).compactMap { try? String(contentsOfFile: "\(name).\($0)", encoding: .utf8) }
  }

  /// Puts a file in the place of the folder; what is open in it stays open.
  @Sendable static func hinderFiles(_ folder: String) throws -> @Sendable () throws -> Void {
    let away = folder + ".away"
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    try Data().write(to: URL(filePath: folder))
    return {
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: away, toPath: folder)
    }
  }

  static let files = StoreUnderTest(
    "files",
    setAside: setAsideInFiles,
    hinder: hinderFiles,
    holder: { folder, session in
      Holder(StoreProbe.path, ["file", folder, "hold", session.uuidString])
    },
    make: { FileStore(folder: $0) })

  static let database = StoreUnderTest(
    "a database",
    setAside: { folder, session in
      let queue = try DatabaseQueue(path: "\(folder)/sessions.sqlite")
      return try queue.read { try setAside(session.uuidString.lowercased(), $0) }
    },
    hinder: { folder in try hinderDatabase("\(folder)/sessions.sqlite") },
    holder: { folder, session in
      Holder(StoreProbe.path, ["sqlite", "\(folder)/sessions.sqlite", "hold", session.uuidString])
    },
    make: { try SQLiteStore(path: "\($0)/sessions.sqlite") })
}

extension JournalStoreUnderTest {
  static func memory(_ store: MemoryJournalStore) -> JournalStoreUnderTest {
    JournalStoreUnderTest("memory", setAside: { _, _, key in store.setAside(of: key) }) { _ in
      store
    }
  }

  static let database = JournalStoreUnderTest(
    "a database",
    setAside: { _, folder, key in
      let queue = try DatabaseQueue(path: "\(folder)/journals.sqlite")
      let id = withUnsafeBytes(of: key.session.uuid) { Data($0) }
      return try queue.read { try StoreTests.setAside(id, $0) }
    },
    hinder: { folder in
      let unhinder = try hinderDatabase("\(folder)/journals.sqlite")
      return { try unhinder() }
    },
    make: { try SQLiteJournalStore(path: "\($0)/journals.sqlite") })
}

/// What a session's record had before it was replaced, the oldest first.
private func setAside(_ id: some DatabaseValueConvertible, _ db: Database) throws -> [String] {
  try String.fetchAll(
    db,
    sql: """
      SELECT CAST(bytes AS TEXT) FROM setAside JOIN session ON session = session.number
      WHERE id = ? ORDER BY setAside.number
      """, arguments: [id])
}

/// Lets nothing be added to any record.
private func hinderDatabase(_ path: String) throws -> @Sendable () throws -> Void {
  var configuration = Configuration()
  configuration.busyMode = .timeout(60)
  let queue = try DatabaseQueue(path: path, configuration: configuration)
  try queue.write {
    try $0.execute(
      sql: """
        CREATE TRIGGER hinder BEFORE INSERT ON part
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
        """)
  }
  return { try queue.write { try $0.execute(sql: "DROP TRIGGER hinder") } }
}
