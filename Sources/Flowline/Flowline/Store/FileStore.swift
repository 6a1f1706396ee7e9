public import FoundationEssentials
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

/// Keeps each session in a file of its own, the session's id its name: `ID.flow`.
///
/// The contents of files that were answered with are beside it: `ID.flow.sha256-…`. The folder is for its
/// owner alone (0700), and so are the files (0600). A folder that others can change is refused, and so is a
/// session's file that they can get at: ``StoreFailure/Code/openToOthers``, with what to do. A file is written
/// by adding lines; an answer costs one write and one `fdatasync`. A process that has a session open
/// holds a lock on its file, which the system releases when the process dies.
public struct FileStore: SessionStore {
  /// The path of the folder that has the sessions.
  public let folder: String

  /// Makes the store's files and names durable.
  ///
  /// A test sees what is.
  var medium = FileRecord.Medium()

  /// Makes a store over a folder, which is created when the first session is kept.
  public init(folder: String) {
    self.folder = folder
  }

  /// Makes nothing yet: the session's file is made, and locked, with the first line that is kept.
  public func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    try refuseOthers()
    let path = path(of: session)
    var facts = stat()
    guard lstat(path, &facts) != 0 else {
      throw StoreFailure(.exists, at: path, "the file exists")
    }
    return record(of: session, at: path)
  }

  /// Opens the session's file and holds its lock.
  public func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    let path = path(of: session)
    try refuseOthers(at: path)
    let record = record(of: session, at: path)
    try record.open()
    return record
  }

  /// Refuses a folder that others can change, or that is another user's, and a file in it that they can get
  /// at.
  ///
  /// Sessions are still listed and removed, so that nobody is kept from erasing them.
  ///
  /// - Parameter path: the file; nil if there is none yet.
  private func refuseOthers(at path: String? = nil) throws(StoreFailure) {
    do throws(PrivacyError) {
      try PrivateFolder.check(folder, holding: path)
    } catch {
      switch error.code {
      case .openToOthers:
        // One command closes the folder with all its files, however many others can read.
        throw StoreFailure(
          .openToOthers, at: folder,
          "other users can read or change what is in it. Run chmod go-rwx on it.")
      case .foreignOwner: throw StoreFailure(error, otherwise: .notAllowed)
      // There is nothing yet, or it cannot be used for a reason that using it tells.
      default: return
      }
    }
  }

  /// Reads the folder: the session that was changed last comes first, and files with other names
  /// are passed over.
  public func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    var found: [(session: UUID, changed: timespec)] = []
    let names = try StoreFile.names(in: folder)
    try removeOrphans(among: names)
    for name in names {
      let path = "\(folder)/\(name)"
      if Self.isDraft(name) { StoreFile.removeAbandoned(path) }
      guard let session = Self.session(of: name) else { continue }
      var facts = stat()
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
      found.append((session, facts.st_mtim))
    }
    found.sort { ($1.changed.tv_sec, $1.changed.tv_nsec) < ($0.changed.tv_sec, $0.changed.tv_nsec) }
    var sessions: [StoredSession] = []
    for (session, changed) in found {
      if let limit, sessions.count >= limit { break }
      do throws(StoreFailure) {
        let file = try StoreFile(opening: path(of: session), for: .reading)
        sessions.append(
          StoredSession(
            session, record: try file.read(), changed: changed.date, isInUse: file.isLocked))
      } catch {
        // One that was removed meanwhile is passed over; one that cannot be read is not to hide the
        // others.
        guard error.code != .notFound else { continue }
        sessions.append(StoredSession(session, changed: changed.date, failure: error))
      }
    }
    return sessions
  }

  /// Deletes the session's file.
  public func remove(_ session: UUID) throws(StoreFailure) {
    let path = path(of: session)
    let file = try StoreFile.locked(path)
    defer { withExtendedLifetime(file) {} }
    for name in try StoreFile.names(in: folder) where Self.isBeside(name, session) {
      unlink("\(folder)/\(name)")
    }
    guard unlink(path) == 0 else { throw .system(errno, at: path, otherwise: .unwritable) }
    try medium.syncFolder(folder)
  }

  private func record(of session: UUID, at path: String) -> FileRecord {
    FileRecord(of: session, at: path, in: folder, medium)
  }

  /// Removes the files of sessions that a crash kept from having a journal.
  ///
  /// They are written while the journal's draft is there, and the draft goes when the journal has its
  /// name.
  private func removeOrphans(among names: [String]) throws(StoreFailure) {
    guard names.contains(where: { SidecarFiles.journal(of: $0) != nil }) else { return }
    func isHidden(_ journal: String, in names: Set<String>) -> Bool {
      !names.contains(journal)
        && !names.contains { $0.hasPrefix("\(journal).") && $0.hasSuffix(StoreFile.draftSuffix) }
    }
    let before = Set(names)
    let candidates = names.filter { name in
      SidecarFiles.journal(of: name).map { isHidden($0, in: before) } ?? false
    }
    guard !candidates.isEmpty else { return }
    // A listing is not of one moment: whatever was made meanwhile is in the second.
    let after = Set(try StoreFile.names(in: folder))
    for name in candidates {
      guard let journal = SidecarFiles.journal(of: name), isHidden(journal, in: after) else {
        continue
      }
      var facts = stat()
      if lstat("\(folder)/\(journal)", &facts) != 0 { unlink("\(folder)/\(name)") }
    }
  }

  // MARK: - Names

  /// The file of a session.
  package func path(of session: UUID) -> String {
    "\(folder)/\(session.text)\(Self.suffix)"
  }

  private static let suffix = ".flow"

  /// The session that a file of this name is of; nil if it is no session's.
  package static func session(of name: String) -> UUID? {
    guard name.hasSuffix(suffix), let id = UUID(text: String(name.dropLast(suffix.count)))
    else { return nil }
    // Spelt otherwise it is nobody's path.
    return name.hasPrefix(id.text) ? id : nil
  }

  /// Whether a file is one of those beside a session's: drafts, and what was replaced.
  private static func isBeside(_ name: String, _ session: UUID) -> Bool {
    name.hasPrefix("\(session.text)\(suffix).")
  }

  private static func isDraft(_ name: String) -> Bool {
    guard name.hasSuffix(StoreFile.draftSuffix), let dot = name.firstIndex(of: ".") else {
      return false
    }
    return UUID(text: String(name[..<dot])).map { isBeside(name, $0) } ?? false
  }
}

extension timespec {
  fileprivate var date: Date {
    Date(timeIntervalSince1970: Double(tv_sec) + Double(tv_nsec) / 1_000_000_000)
  }
}
