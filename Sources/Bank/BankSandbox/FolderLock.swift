import FoundationEssentials
import Glibc

/// Keeps a folder's data to one sandbox, as long as this object is.
///
/// The books would stand two of them, but clock, faults and the list of requests are each sandbox's
/// own: what one was told the other would not know. The lock ends with the process, however it ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  init(folder: String) throws(SandboxError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw SandboxError(
        .folder, "the folder \(folder) cannot be made. Name another one, or make it writable.")
    }
    let path = "\(folder)/sandbox.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SandboxError(
        .folder, "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw SandboxError(
        .folderInUse,
        "another sandbox serves \(folder). Stop it, or name another folder.")
    }
  }

  deinit {
    // A process that is being started shares the lock until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
