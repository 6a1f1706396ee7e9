import Flowline
import FoundationEssentials
import GRDB
import TestSupport

@testable import FlowlineSQLite

/// A store for hosts in a file of its own, and what is done to it behind its back.
struct JournalTrial {
  let folder: TemporaryFolder
  var path: String { folder.file("state/journals.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// The store; what need not be durable waits for something that must, unless it is told otherwise.
  func store(
    timeout: Double = 600, delay: Double = 100_000,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> SQLiteJournalStore {
    try SQLiteJournalStore(path: path, timeout: timeout, delay: delay, now: now)
  }

  /// The file, as another process has it.
  func file() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(600)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  func tamper(_ sql: String) throws {
    try file().writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Does something while another process writes; the store is told when that one has ended.
  func whileAnotherWrites(
    _ body: (_ end: @escaping @Sendable () throws -> Void) async throws -> Void
  ) async throws {
    let other = try file()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try await body { try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }
  }
}

extension SQLiteJournalStore {
  /// How the database does what a statement says.
  func plan(_ sql: String, _ arguments: StatementArguments) async throws -> [String] {
    try await file.pool.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
        .map { $0["detail"] as String }
    }
  }

  /// A session with one durable line.
  func keep(_ key: SessionKey = SessionKey("ada", UUID())) async throws -> any JournalRecord {
    let record = try await begin(key)
    try await record.add("one\n", at: 1)
    return record
  }
}

extension JournalRecord {
  func add(_ lines: String, at number: Int, isDurable: Bool = true) async throws(StoreFailure) {
    try await change(
      .append(lines, isDurable: isDurable, UUID()), at: number, summary: .empty)
  }

  func text() async throws(StoreFailure) -> String {
    String(decoding: try await contents().bytes, as: UTF8.self)
  }
}

extension SessionSummary {
  static let empty = SessionSummary(
    flow: "shop", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
    standing: .unfinished(at: StepPath(["shop"])), isUnderWay: false)
}
