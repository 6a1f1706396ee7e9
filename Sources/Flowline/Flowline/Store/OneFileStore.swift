package import FoundationEssentials
import PrivateFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps one session in a file that somebody named, as ``FileStore`` keeps each of many.
///
/// A new file is for its owner alone (0600). One that exists has the rights that its owner gave it, such as a
/// script among the files of a project, and is not refused for them.
package struct OneFileStore: SessionStore {
  /// The file.
  package let path: String

  /// Makes a store over a file, which is made when the session is first kept.
  package init(path: String) {
    self.path = path
  }

  private var folder: String { PrivateFolder.containing(path) }

  package func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    guard try contents() == nil else {
      throw StoreFailure(.exists, at: path, "the file exists")
    }
    return FileRecord(of: session, at: path, in: folder)
  }

  package func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    let kept = try sessions(limit: 1)
    guard kept.contains(where: { $0.id == session }) else {
      throw StoreFailure(.notFound, at: path, "it has another session or none")
    }
    let record = FileRecord(of: session, at: path, in: folder)
    try record.open()
    return record
  }

  /// The session, where the file has one that is told apart from others by an id.
  package func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    guard limit ?? 1 > 0, let file = try contents() else { return [] }
    guard let session = (try? Script(parsing: file.bytes))?.session else { return [] }
    return [
      StoredSession(session, record: file.bytes, changed: Date(), isInUse: file.isInUse)
    ]
  }

  package func remove(_ session: UUID) throws(StoreFailure) {
    let record = try open(session)
    defer { record.close() }
    try SidecarFiles.removeAll(of: path, in: folder)
    guard unlink(path) == 0 else { throw .system(errno, at: path, otherwise: .unwritable) }
  }

  /// Keeps everybody else from the file, so that no session is opened in it while it is replaced.
  ///
  /// - Returns: the file, which is held as long as this is referenced; nil if there is none.
  /// - Throws: ``StoreFailure/Code/inUse`` if a session is open in it.
  package func hold() throws(StoreFailure) -> HeldFile? {
    do throws(StoreFailure) {
      return HeldFile(try StoreFile.locked(path))
    } catch {
      switch error.code {
      case .notFound: return nil
      case .inUse: throw error
      default: return try holdUnlocked()
      }
    }
  }

  /// Holds a file that may not be written, or whose file system has no locks: nobody can open a session in it
  /// from now on.
  private func holdUnlocked() throws(StoreFailure) -> HeldFile {
    let file = try StoreFile(opening: path, for: .reading)
    guard !file.isLocked else {
      throw StoreFailure(.inUse, at: path, "another process holds its lock")
    }
    return HeldFile(file)
  }

  private func contents() throws(StoreFailure) -> (bytes: [UInt8], isInUse: Bool)? {
    do throws(StoreFailure) {
      let file = try StoreFile(opening: path, for: .reading)
      return (try file.read(), file.isLocked)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}

/// A file that no session is opened in as long as this is referenced.
package final class HeldFile: Sendable {
  private let file: StoreFile

  init(_ file: StoreFile) { self.file = file }

  /// The file's bytes.
  ///
  /// - Throws: ``StoreFailure`` if they cannot be read, or are more than a session's file may have.
  package func bytes() throws(StoreFailure) -> [UInt8] { try file.read() }
}
