public import Flowline
import FoundationEssentials
import PrivateFiles

/// An audit in files that only their owner reads, a folder for each user and one for each session:
/// a line of JSON for each entry.
///
/// Each entry is one write to the end of its file, so that processes may share the folder. Files are read and
/// written on threads of their own, and not synced: the answer itself is the journal's to keep. Nothing is
/// kept in folders that others can change, nor in a file that they can get at.
public struct FileAuditLog: AuditLog {
  private let folder: String

  /// Makes an audit.
  ///
  /// - Parameter folder: where the files are; made when it is needed.
  public init(folder: String) { self.folder = folder }

  /// Keeps an entry.
  public func append(_ entry: AuditEntry, to key: SessionKey) async throws(HostFault) {
    try await MediumThreads.shared.run(short: true) { () throws(HostFault) in
      try add(entry, to: key)
    }
  }

  private func add(_ entry: AuditEntry, to key: SessionKey) throws(HostFault) {
    let folder = folder(of: key.user)
    let path = path(of: key.session, in: folder)
    do throws(StoreFailure) {
      try prepare(folder)
      try AppendedFile(ofOwnerAlone: path).append(entry.jsonText())
    } catch {
      throw HostFault(
        .store, "the audit cannot be kept: \(error.reason)", cause: error.place,
        retryAfter: .seconds(2))
    }
  }

  /// Makes the folders for their owner alone, unless they exist, and refuses those that are not.
  private func prepare(_ own: String) throws(StoreFailure) {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(folder, rule: .listable)
      try PrivateFolder.prepare(own, rule: .listable)
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
  }

  /// The entries of a session; what was cut off while it was written is left out.
  public func entries(of key: SessionKey) async throws(HostFault) -> [AuditEntry] {
    try await MediumThreads.shared.run { () throws(HostFault) in read(key) }
  }

  private func read(_ key: SessionKey) -> [AuditEntry] {
    guard let bytes = FileManager.default.contents(atPath: path(of: key)) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      (try? JSONValue(parsing: String(line))).flatMap { AuditEntry($0) }
    }
  }

  /// Forgets the entries of a session.
  public func remove(_ key: SessionKey) async throws(HostFault) {
    try await MediumThreads.shared.run { () throws(HostFault) in try forget(path(of: key)) }
  }

  /// Forgets the entries of all sessions of a user.
  public func removeAll(of user: UserID) async throws(HostFault) {
    try await MediumThreads.shared.run { () throws(HostFault) in try forget(folder(of: user)) }
  }

  private func forget(_ path: String) throws(HostFault) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw HostFault(.store, "the audit cannot be forgotten: \(error)")
    }
  }

  private func folder(of user: UserID) -> String {
    folder + "/" + user.digest.digits()
  }

  private func path(of key: SessionKey) -> String {
    path(of: key.session, in: folder(of: key.user))
  }

  private func path(of session: UUID, in folder: String) -> String {
    folder + "/" + session.text + ".jsonl"
  }
}
