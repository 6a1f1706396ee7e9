import ArgumentParser
import Flowline
import FlowlinePostgres
import FlowlineSQLite
import Foundation

extension StoreOptions {
  /// Where sessions are kept.
  enum Store {
    case file(String)
    case postgres(PostgresOptions)
  }

  /// What `--store` says.
  func namedStore() throws -> Store {
    guard let database else { return .file("\(data)/sessions.sqlite") }
    // What was typed may have a password in it, and is not repeated.
    guard database.hasPrefix("postgres://") || database.hasPrefix("postgresql://") else {
      throw ValidationError(
        """
        --store takes the address of a PostgreSQL database, such as postgres://name@host/database.
        """)
    }
    do throws(PostgresAddress.Problem) {
      var options = PostgresOptions(try PostgresAddress(database))
      options.connections = storeConnections
      return .postgres(options)
    } catch {
      throw ValidationError("--store is no address: \(Self.words(of: error)).")
    }
  }

  /// What libpq says, without the part of the address that it quotes at the end.
  private static func words(of problem: PostgresAddress.Problem) -> String {
    let words = problem.description
    return words.ranges(of: ": \"").last.map { String(words[..<$0.lowerBound]) } ?? words
  }

  /// The folder of the customers' folders.
  var customersFolder: String { "\(data)/customers" }

  /// The folder of the audit, if it is not in a database.
  var auditFolder: String { "\(data)/audit" }

  /// The folder of small things, if they are not in a database.
  var valuesFolder: String { "\(data)/values" }

  /// Opens the store of the sessions, in a data folder that nobody else can change.
  func openStore() async throws -> any JournalStore {
    try prepareFolder()
    do {
      switch try namedStore() {
      case .file(let path): return try SQLiteJournalStore(path: path)
      case .postgres(let options):
        return try await PostgresJournalStore(options, tenant: tenant ?? "", keys: journalKeys())
      }
    } catch let failure as StoreFailure {
      throw ServeFailure("the sessions cannot be kept: \(failure)", status: 1)
    }
  }

  /// What those who look after a store are to know of it; nil if there is nothing.
  func notice(of store: any JournalStore) async -> String? {
    guard let store = store as? PostgresJournalStore,
      (try? await store.ownsTables()) == false
    else { return nil }
    return """
      the role of --store does not own the tables: sessions of a new month are kept in \
      flowline_session_other, and are forgotten one by one, unless another server runs as the owner
      """
  }

  /// What sessions call the data folder, drawn when it is first asked for; nil if they are kept in the folder
  /// itself.
  func folderName() throws -> String? {
    guard database != nil else { return nil }
    do throws(StoreFailure) {
      let name = try WriteOnceFolder(path: data).readOrMake(
        "folder-name", Array(UUID().text.utf8))
      return String(decoding: name, as: UTF8.self)
    } catch {
      throw ServeFailure("the data folder cannot be used: \(error)", status: 1)
    }
  }

  /// The keys of the files that `--journal-key` and `--other-journal-key` name; nil if journals are kept as
  /// they are.
  private func journalKeys() throws -> JournalKeys? {
    guard let journalKey else { return nil }
    // The name of a key counts only where it seals; keys are known by what they open.
    var others: [String: [UInt8]] = [:]
    for (number, path) in otherJournalKey.enumerated() {
      others["\(number + 2)"] = try Self.key(at: path)
    }
    let key = try Self.key(at: journalKey)
    do throws(JournalKeys.Problem) {
      return try JournalKeys(
        key, named: "1", earlier: others, acceptsPlain: journalKeyAcceptsPlain)
    } catch {
      throw ServeFailure("\(error)", status: 1)
    }
  }
}
