import Flowline
import FoundationEssentials
import GRDB

/// The open file of a store, and who owns which of its sessions.
final class StoreDatabase: Sendable {
  let owners: SessionOwners
  private let file: SQLiteFile

  init(path: String, timeout: TimeInterval) throws(StoreFailure) {
    file = try SQLiteFile(path: path, timeout: timeout, StoreSchema.file)
    owners = try SessionOwners(path: "\(file.path)-owners")
  }

  var path: String { file.path }

  /// How failures name a session.
  func place(of session: UUID) -> String { file.place(of: session) }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    do {
      return try file.pool.read(body)
    } catch {
      throw StoreFailure(error, at: path, otherwise: .unreadable)
    }
  }

  /// Writes in one transaction, which is durable when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    do {
      return try file.pool.write(body)
    } catch {
      throw StoreFailure(error, at: path, otherwise: .unwritable)
    }
  }
}
