import Flowline
import Glibc
import PrivateFiles
import Synchronization

/// Who has which session open: locks on single bytes of a file, a session's number its byte.
///
/// SQLite has no lock on a row that would outlive a transaction. The file stays empty.
final class SessionOwners: Sendable {
  private let descriptor: Int32
  private let locks: ByteLocks
  /// What was taken through this file: the system would give it to the same open file again.
  private let mine = Mutex<Set<Int64>>([])

  init(path: String) throws(StoreFailure) {
    descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw StoreFailure(FileFault(errno, at: path), otherwise: .unwritable)
    }
    locks = ByteLocks(of: descriptor, path: path)
  }

  deinit {
    for number in mine.withLock({ $0 }) { release(number) }
    close(descriptor)
  }

  /// Takes a session; false if somebody else has it.
  func take(_ number: Int64) throws(StoreFailure) -> Bool {
    do throws(FileFault) {
      return try mine.withLock { (mine) throws(FileFault) in
        guard !mine.contains(number), try locks.take(Self.byte(number)) else { return false }
        mine.insert(number)
        return true
      }
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
  }

  func release(_ number: Int64) {
    mine.withLock { mine in
      if mine.remove(number) != nil { locks.release(Self.byte(number)) }
    }
  }

  /// Whether somebody has a session, in this process or another; asking does not take it.
  func isTaken(_ number: Int64) -> Bool {
    mine.withLock { $0.contains(number) } || locks.areTaken(Self.byte(number))
  }

  private static func byte(_ number: Int64) -> Range<Int64> { number..<number + 1 }
}
