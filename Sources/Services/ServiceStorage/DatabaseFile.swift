public import GRDB
import PrivateSQLite
public import ServiceBasics

/// Opens SQLite files that outlive a power cut and are for one user alone.
///
/// The folder is made for the user alone (0700) and so is the file (0600). What exists already is
/// refused if it belongs to another user, if others can change the folder, or if the file grants
/// them any right: all that is looked at before SQLite reads a byte.
public enum DatabaseFile {
  /// Opens a file with one connection, and makes it and its folder if need be.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - contents: the file's kind and its migrations.
  ///   - waiting: how long an access blocks its thread until other processes are done with the file.
  /// - Returns: the connection, migrated.
  /// - Throws: a `DatabaseFileError` if the file cannot be used, is something else, or is newer
  ///   than the program.
  public static func open(
    _ path: String, for contents: DatabaseContents, waiting: Duration = usualWait
  ) throws(DatabaseFileError) -> DatabaseQueue {
    let path = absolute(path)
    do throws(SQLiteFault) {
      return try SQLiteOpener.open(path, for: contents.sqlite, waiting: waiting)
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// How long is waited for other processes, if nothing else is said.
  public static let usualWait = Duration.seconds(10)

  /// Opens a file for many readers at once beside one writer.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - contents: the file's kind and its migrations.
  /// - Returns: the connections, migrated.
  /// - Throws: a `DatabaseFileError` if the file cannot be used, is something else, or is newer
  ///   than the program.
  public static func openPool(
    _ path: String, for contents: DatabaseContents
  ) throws(DatabaseFileError) -> DatabasePool {
    let path = absolute(path)
    do throws(SQLiteFault) {
      return try SQLiteOpener.openPool(path, for: contents.sqlite, waiting: usualWait)
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// Makes a database that ends with its connection.
  public static func openInMemory(
    for contents: DatabaseContents
  ) throws(DatabaseFileError) -> DatabaseQueue {
    do throws(SQLiteFault) {
      return try SQLiteOpener.openInMemory(for: contents.sqlite)
    } catch {
      throw DatabaseFileError(error, path: ":memory:")
    }
  }

  /// The absolute path of a file.
  ///
  /// SQLite reads words such as `:memory:` and `file:` in a way of its own, but not if they begin
  /// with a slash.
  public static func absolute(_ path: String) -> String { SQLiteOpener.absolute(path) }
}

extension DatabaseContents {
  fileprivate var sqlite: SQLiteContents {
    SQLiteContents(label: label, applicationID: applicationID, migrator: migrator)
  }
}

extension DatabaseFileError {
  /// The error for a file that was not opened.
  fileprivate init(_ fault: SQLiteFault, path: String) {
    switch fault {
    case .notPrivate(let error): self.init(error, path: path)
    case .notWritable:
      self.init(
        .storage, path, cause: CodedText("file-not-writable", "you may not write it"),
        advice: "Run chmod 600 on it, or see that the file system can be written.")
    case .foreign:
      self = .foreign(
        path, CodedText("file-of-another", "it is a database of another application"))
    case .newer:
      self.init(
        .tooNew, path, cause: CodedText("file-too-new", "a newer version made it"),
        advice: CodedText("file-newer", "Use that version."))
    case .other(let error): self.init(error, path: path)
    }
  }
}
