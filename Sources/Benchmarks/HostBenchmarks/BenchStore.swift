import Flowline
import FlowlinePostgres
import FlowlineSQLite
import Foundation

/// Where a benchmark's sessions are kept: in a file that is removed behind it, or in a database that was
/// named.
enum BenchStore: Sendable {
  case file(SQLiteJournalStore)
  case database(PostgresJournalStore)

  /// A store in a file of its own in a folder.
  init(in folder: String) throws {
    self = .file(try SQLiteJournalStore(path: "\(folder)/sessions.sqlite"))
  }

  /// The store of a database.
  init(at address: String) async throws {
    self = .database(try await PostgresJournalStore(PostgresOptions(PostgresAddress(address))))
  }

  var journals: any JournalStore {
    switch self {
    case .file(let store): store
    case .database(let store): store
    }
  }

  /// How many bytes the file and its log take; nil for a database, which may tell it itself.
  var bytes: Int? {
    guard case .file(let store) = self else { return nil }
    return ["", "-wal"].reduce(0) { sum, suffix in
      let size = try? FileManager.default.attributesOfItem(atPath: store.path + suffix)[.size]
      return sum + (size as? Int ?? 0)
    }
  }

  /// How many calls are under way at the most: a file takes any number.
  var callsAtOnce: Int { if case .file = self { .max } else { 1_000 } }

  /// How many statements a database was asked; nil for a file.
  var statements: Int? {
    guard case .database(let store) = self else { return nil }
    return store.calls.statements
  }
}
