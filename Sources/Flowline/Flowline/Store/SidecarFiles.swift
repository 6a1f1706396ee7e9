import PrivateFiles
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a session beside its journal's file, named after their digests: `ID.flow.sha256-…`.
///
/// Until the journal's file exists they are held in memory, and they are written just before it is: a session
/// that nobody answered leaves no files.
package final class SidecarFiles: KeptFiles {
  /// The journal's file.
  private let path: String
  private let folder: String
  private let medium: FileRecord.Medium
  /// What is not written yet; nil once the journal's file exists.
  private let held = Mutex<[FileDigest: [UInt8]]?>([:])

  /// The files beside a script, for its replay.
  package convenience init(script path: String) {
    self.init(of: path, in: PrivateFolder.containing(path), FileRecord.Medium())
  }

  init(of path: String, in folder: String, _ medium: FileRecord.Medium) {
    self.path = path
    self.folder = folder
    self.medium = medium
  }

  package func keep(_ bytes: [UInt8], as digest: FileDigest) throws(StoreFailure) {
    let isHeld = held.withLock { held in
      held?[digest] = bytes
      return held != nil
    }
    if !isHeld { try write(bytes, as: digest) }
  }

  package func bytes(of digest: FileDigest) throws(StoreFailure) -> [UInt8]? {
    if let bytes = held.withLock({ $0?[digest] }) { return bytes }
    do throws(StoreFailure) {
      return try StoreFile(opening: path(of: digest), for: .reading).read()
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Writes what is held; from now on files are written immediately.
  func writeHeld() throws(StoreFailure) {
    try held.withLock { (held) throws(StoreFailure) in
      for (digest, bytes) in held ?? [:] { try write(bytes, as: digest) }
      held = nil
    }
  }

  /// Writes a file so that it either exists with all of its contents or does not exist.
  private func write(_ bytes: [UInt8], as digest: FileDigest) throws(StoreFailure) {
    let path = path(of: digest)
    var facts = stat()
    if lstat(path, &facts) != 0 {
      let draft = try StoreFile.draft(of: path)
      do throws(StoreFailure) {
        try draft.write(bytes)
        try medium.sync(draft)
        guard rename(draft.path, path) == 0 else {
          throw .system(errno, at: path, otherwise: .unwritable)
        }
      } catch {
        unlink(draft.path)
        throw StoreFailure(error.code, at: path, error.reason)
      }
    }
    // Even if the file exists: the process that wrote it may have died before its name was durable.
    try medium.syncFolder(folder)
  }

  // MARK: - Names

  func path(of digest: FileDigest) -> String { "\(path).\(digest.fileName)" }

  /// The name of the journal's file that a file is kept beside; nil for any other name.
  static func journal(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), name[dot...].hasPrefix(".sha256-") else { return nil }
    return String(name[..<dot])
  }

  /// Removes all that is kept beside a journal's file.
  static func removeAll(of path: String, in folder: String) throws(StoreFailure) {
    let journal = path.split(separator: "/").last.map(String.init)
    for name in try StoreFile.names(in: folder) where Self.journal(of: name) == journal {
      unlink("\(folder)/\(name)")
    }
  }
}
