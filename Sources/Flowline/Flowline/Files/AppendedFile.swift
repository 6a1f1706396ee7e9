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

/// A file that lines are added to, each by one write to its end, so that processes may share it.
package final class AppendedFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file; a new one is readable by its owner only (0600).
  package convenience init(_ path: String) throws(StoreFailure) {
    try self.init(path, flags: 0)
  }

  /// Opens a plain file that only its owner gets at, and refuses any other.
  package convenience init(ofOwnerAlone path: String) throws(StoreFailure) {
    // `O_NONBLOCK`: opening a pipe that nobody reads would wait for ever.
    try self.init(path, flags: O_NONBLOCK)
    do throws(PrivacyError) {
      try PrivateFile.check(open: descriptor, path: path)
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
  }

  private init(_ path: String, flags: Int32) throws(StoreFailure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0o600)
    guard descriptor >= 0 else { throw .system(errno, at: path, otherwise: .unwritable) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds a line.
  package func append(_ line: String) throws(StoreFailure) {
    let bytes = Array((line + "\n").utf8)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      throw .system(count < 0 ? errno : ENOSPC, at: path, otherwise: .unwritable)
    }
  }
}
