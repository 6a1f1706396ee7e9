package import FoundationEssentials
import Glibc
import PrivateFiles

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
