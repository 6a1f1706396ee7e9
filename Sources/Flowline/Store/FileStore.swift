public import FoundationEssentials
import Glibc

/// Keeps each session in a file of its own, the session's id its name: `ID.flow`.
///
/// The folder is for its owner alone (0700), and so are the files (0600). A file is written by
/// adding lines; an answer costs one write and one `fdatasync`. Who has a session open holds a lock
/// on its file, which the system releases when the process dies.
public struct FileStore: SessionStore {
  /// The folder.
  public let folder: String

  /// Makes a store over a folder, which is made when the first session is kept.
  public init(folder: String) {
    self.folder = folder
  }

  public func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    let path = path(of: session)
    guard access(path, F_OK) != 0 else {
      throw StoreFailure(.exists, at: path, "the file exists")
    }
    return FileRecord(of: session, at: path, in: folder)
  }

  public func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    let record = FileRecord(of: session, at: path(of: session), in: folder)
    try record.open()
    return record
  }

  public func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    var found: [(session: UUID, changed: timespec)] = []
    for name in try names() {
      var facts = stat()
      guard let session = Self.session(of: name) else {
        removeDraft(name)
        continue
      }
      guard stat("\(folder)/\(name)", &facts) == 0 else { continue }
      found.append((session, facts.st_mtim))
    }
    found.sort { ($1.changed.tv_sec, $1.changed.tv_nsec) < ($0.changed.tv_sec, $0.changed.tv_nsec) }
    var sessions: [StoredSession] = []
    for (session, changed) in found {
      if let limit, sessions.count >= limit { break }
      let path = path(of: session)
      do throws(StoreFailure) {
        let file = try StoreFile(opening: path, for: .reading)
        sessions.append(
          StoredSession(
            session, record: try file.read(), changed: changed.date,
            isInUse: file.isLocked))
      } catch  where error.code == .notFound {
        continue
      }
    }
    return sessions
  }

  /// Removes what a process left that died before it had put a whole file in its place.
  private func removeDraft(_ name: String) {
    var facts = stat()
    let path = "\(folder)/\(name)"
    guard name.hasSuffix(FileRecord.draftSuffix), stat(path, &facts) == 0 else { return }
    // A draft lives for milliseconds; what is this old is nobody's.
    if time(nil) - facts.st_mtim.tv_sec > 3600 { unlink(path) }
  }

  public func remove(_ session: UUID) throws(StoreFailure) {
    let path = path(of: session)
    let file = try StoreFile(opening: path, for: .writing)
    guard file.lock() else {
      throw StoreFailure(.inUse, at: path, "another process holds its lock")
    }
    for name in try names() where Self.isSetAside(name, of: session) {
      unlink("\(folder)/\(name)")
    }
    guard unlink(path) == 0 else { throw .system(errno, at: path, otherwise: .unwritable) }
  }

  // MARK: - Names

  private func path(of session: UUID) -> String {
    "\(folder)/\(session.uuidString.lowercased())\(Self.suffix)"
  }

  private static let suffix = ".flow"

  private static func session(of name: String) -> UUID? {
    guard name.hasSuffix(suffix) else { return nil }
    return UUID(uuidString: String(name.dropLast(suffix.count)))
  }

  /// Whether a file has what a session's record held before it was replaced.
  private static func isSetAside(_ name: String, of session: UUID) -> Bool {
    name.hasPrefix("\(session.uuidString.lowercased())\(suffix).")
  }

  private func names() throws(StoreFailure) -> [String] {
    guard let listing = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw .system(errno, at: folder, otherwise: .unreadable)
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

extension timespec {
  fileprivate var date: Date {
    Date(timeIntervalSince1970: Double(tv_sec) + Double(tv_nsec) / 1_000_000_000)
  }
}
