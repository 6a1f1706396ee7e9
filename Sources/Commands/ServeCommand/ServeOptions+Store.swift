import ArgumentParser
import Flowline
import FlowlinePostgres
import FlowlineSQLite
import Foundation

extension ServeOptions {
  /// Where sessions are kept.
  enum Store {
    case file(String)
    case postgres(PostgresOptions)
  }

  /// What `--store` says.
  func namedStore() throws -> Store {
    guard let store else { return .file("\(data)/sessions.sqlite") }
    guard store.hasPrefix("postgres://") || store.hasPrefix("postgresql://") else {
      throw ValidationError(
        """
        --store takes the address of a PostgreSQL database, such as \
        postgres://name@host/database, not “\(store)”.
        """)
    }
    do throws(PostgresAddress.Problem) {
      var options = PostgresOptions(try PostgresAddress(store))
      options.connections = storeConnections
      return .postgres(options)
    } catch {
      throw ValidationError("--store is no address: \(error).")
    }
  }

  /// Opens the store of the sessions.
  func openStore() async throws -> any JournalStore {
    do {
      switch try namedStore() {
      case .file(let path): return try SQLiteJournalStore(path: path)
      case .postgres(let options):
        return try await PostgresJournalStore(options, tenant: tenant, keys: journalKeys())
      }
    } catch let failure as StoreFailure {
      throw ServeFailure("the sessions cannot be kept: \(failure)", status: 1)
    }
  }

  /// The usage log; nil without `--usage-log`.
  func openUsageLog() throws -> UsageLog? {
    do throws(StoreFailure) {
      return try usageLog.map { (path) throws(StoreFailure) in try UsageLog(appendingTo: path) }
    } catch {
      throw ServeFailure("--usage-log cannot be written: \(error)", status: 2)
    }
  }

  /// The key of the file that `--journal-key` names; nil if journals are kept as they are.
  private func journalKeys() throws -> JournalKeys? {
    guard let journalKey else { return nil }
    guard let bytes = FileManager.default.contents(atPath: journalKey) else {
      throw ServeFailure("the key file \(journalKey) cannot be read", status: 1)
    }
    let mode =
      (try? FileManager.default.attributesOfItem(atPath: journalKey))?[.posixPermissions] as? Int
    guard let mode, mode & 0o077 == 0 else {
      throw ServeFailure(
        "others may read the key file \(journalKey). Make it yours alone: chmod 600", status: 1)
    }
    do throws(JournalKeys.Problem) {
      return try JournalKeys(Array(bytes), named: "1")
    } catch {
      throw ServeFailure(
        """
        \(journalKey): \(error). Make one with: head -c 32 /dev/urandom > FILE
        """, status: 1)
    }
  }
}
