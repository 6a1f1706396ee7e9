import Bank
import GRDB
import ServiceBasics
import ServiceStorage

/// Opens the SQLite file of an embedded bank.
enum BankFile {
  private static let contents = DatabaseContents(
    label: "Bank", applicationID: BankSchema.applicationID, migrator: BankSchema.migrator)

  static func open(_ path: String, waiting: Duration) throws(BankError) -> DatabaseQueue {
    do throws(DatabaseFileError) {
      return try DatabaseFile.open(path, for: contents, waiting: waiting)
    } catch {
      throw BankError(error)
    }
  }

  /// Opens the file for many readers at once beside one writer.
  static func openPool(_ path: String) throws(BankError) -> DatabasePool {
    do throws(DatabaseFileError) {
      return try DatabaseFile.openPool(path, for: contents)
    } catch {
      throw BankError(error)
    }
  }

  static func openInMemory() throws(BankError) -> DatabaseQueue {
    do throws(DatabaseFileError) {
      return try DatabaseFile.openInMemory(for: contents)
    } catch {
      throw BankError(error)
    }
  }
}
