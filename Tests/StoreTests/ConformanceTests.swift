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
    let store = MemoryJournalStore()
    await check.expect(of: "memory") { _ in store }
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `a database keeps sessions of users`(check: JournalStoreConformance.Check) async {
    await check.expect(of: "a database") { try SQLiteJournalStore(path: "\($0)/journals.sqlite") }
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
      return try queue.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT CAST(bytes AS TEXT) FROM setAside JOIN session ON session = session.number
            WHERE id = ? ORDER BY setAside.number
            """, arguments: [session.uuidString.lowercased()])
      }
    },
    hinder: { folder in
      let queue = try DatabaseQueue(path: "\(folder)/sessions.sqlite")
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TRIGGER hinder BEFORE INSERT ON part
            BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
            """)
      }
      return { try queue.write { try $0.execute(sql: "DROP TRIGGER hinder") } }
    },
    holder: { folder, session in
      Holder(StoreProbe.path, ["sqlite", "\(folder)/sessions.sqlite", "hold", session.uuidString])
    },
    make: { try SQLiteStore(path: "\($0)/sessions.sqlite") })
}
