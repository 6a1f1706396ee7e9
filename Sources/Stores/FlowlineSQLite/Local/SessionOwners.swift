import Flowline
import Glibc
import Synchronization

/// Who has which session open: locks on single bytes of a file, a session's number its byte.
///
/// SQLite has no lock on a row that would outlive a transaction. These belong to the open file (an
/// "open file description" lock, see fcntl(2)), and the system releases them when the process dies.
/// The file stays empty; bytes may be locked that are not there.
final class SessionOwners: Sendable {
  private let path: String
  private let descriptor: Int32
  /// What was taken through this file: the system would give it to the same open file again.
  private let mine = Mutex<Set<Int64>>([])

  init(path: String) throws(StoreFailure) {
    self.path = path
    descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(at: path) }
  }

  deinit {
    // A process that is being started shares the locks until it runs its program.
    for number in mine.withLock({ $0 }) { release(number) }
    close(descriptor)
  }

  /// Takes a session; false where somebody else has it.
  func take(_ number: Int64) throws(StoreFailure) -> Bool {
    let error: Int32 = mine.withLock { mine in
      guard !mine.contains(number) else { return EAGAIN }
      let error = lock(number, F_WRLCK)
      if error == 0 { mine.insert(number) }
      return error
    }
    switch error {
    case 0: return true
    case EAGAIN, EACCES: return false
    default: throw Self.failure(at: path, error)
    }
  }

  func release(_ number: Int64) {
    mine.withLock { mine in
      if mine.remove(number) != nil { _ = lock(number, F_UNLCK) }
    }
  }

  /// Whether somebody has a session, whoever it is; asking does not take it.
  func isTaken(_ number: Int64) -> Bool {
    if mine.withLock({ $0.contains(number) }) { return true }
    var lock = Self.byte(number, F_WRLCK)
    return fcntl(descriptor, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private func lock(_ number: Int64, _ kind: Int32) -> Int32 {
    var lock = Self.byte(number, kind)
    while fcntl(descriptor, Self.setLock, &lock) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  private static func byte(_ number: Int64, _ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(number)
    lock.l_len = 1
    return lock
  }

  private static func failure(at path: String, _ error: Int32 = errno) -> StoreFailure {
    let reason = strerror(error).map { String(cString: $0) } ?? "error \(error)"
    let isForbidden = [EACCES, EPERM, EROFS, ELOOP].contains(error)
    return StoreFailure(isForbidden ? .notAllowed : .unwritable, at: path, reason)
  }

  // `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), which the C headers show to GNU sources only.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37
}
