import Flowline
import FoundationEssentials
import GRDB
import PrivateSQLite

/// An open SQLite file of ours, whose writes are durable when they return.
final class SQLiteFile: Sendable {
  let path: String
  let pool: DatabasePool
  /// For how many seconds others that are writing are waited for.
  let timeout: TimeInterval

  init(path: String, timeout: TimeInterval, _ contents: SQLiteContents) throws(StoreFailure) {
    let path = SQLiteOpener.absolute(path)
    self.path = path
    self.timeout = timeout
    do throws(SQLiteFault) {
      pool = try SQLiteOpener.openPool(path, for: contents, waiting: .seconds(timeout))
    } catch {
      throw StoreFailure(error, at: path)
    }
  }

  /// How failures name a session.
  func place(of session: UUID) -> String { "\(path)#\(session.text)" }
}
