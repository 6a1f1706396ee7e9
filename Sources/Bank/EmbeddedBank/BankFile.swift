import Bank
import GRDB
import Glibc
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

  /// What tells a file from another in its place.
  struct Identity: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Looks at what a path leads to; nil if that is nothing.
    init?(of path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      (device, number) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
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
