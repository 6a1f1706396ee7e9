#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Locks on bytes of an open file.
///
/// They belong to the open file, not to the process (an “open file description” lock, see fcntl(2)), so
/// that two holders in one process keep each other out as well, and the system releases them when the
/// process dies. Bytes may be locked that do not exist.
package struct ByteLocks: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Makes locks on a file that is open for writing.
  package init(of descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Takes a lock; false if another open file has one of the bytes locked.
  package func take(_ bytes: Range<Int64>) throws(FileFault) -> Bool {
    var lock = Self.lock(F_WRLCK, on: bytes)
    while fcntl(descriptor, Self.setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      default: throw FileFault(errno, at: path)
      }
    }
    return true
  }

  /// Ends a lock.
  ///
  /// Closing the file alone may not: a process that is being started shares the lock until it runs its
  /// program.
  package func release(_ bytes: Range<Int64>) {
    var lock = Self.lock(F_UNLCK, on: bytes)
    while fcntl(descriptor, Self.setLock, &lock) != 0, errno == EINTR {}
  }

  /// Whether another open file has one of the bytes locked; asking takes nothing.
  package func areTaken(_ bytes: Range<Int64>) -> Bool {
    var lock = Self.lock(F_WRLCK, on: bytes)
    return fcntl(descriptor, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ kind: Int32, on bytes: Range<Int64>) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.lowerBound)
    lock.l_len = off_t(bytes.count)
    return lock
  }

  // `F_OFD_GETLK` and `F_OFD_SETLK` of Linux, which the C headers show to GNU sources only.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37
}
