import FlowlineLock
import Glibc
import PrivateFiles

/// Where a program keeps its PIN, and how many wrong ones were typed since it was last opened: a file for
/// its owner alone, so that a program that is killed does not begin to count anew.
package struct PINFile: Sendable {
  /// What is kept.
  enum Contents: Equatable {
    /// No PIN has been set.
    case none
    /// A PIN, and how many wrong ones were typed.
    case pin(HashedPIN, wrong: Int)
    /// There is a file, and nobody can tell what PIN it has; the system's reason, nil if it has no PIN.
    case unusable(code: Int32?)
  }

  /// The file; it need not be there.
  package let path: String

  /// Names a file.
  package init(path: String) { self.path = path }

  var contents: Contents {
    do throws(NamedFile.Failure) {
      let lines = String(decoding: try NamedFile.read(path), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let pin = lines.first.flatMap({ HashedPIN(kept: String($0)) }), lines.count > 1,
        let wrong = Int(lines[1]), wrong >= 0
      else { return .unusable(code: nil) }
      return .pin(pin, wrong: wrong)
    } catch {
      // A file in the place of the folder holds no PIN either.
      let isNowhere = error.code == ENOENT || error.code == ENOTDIR
      return isNowhere ? .none : .unusable(code: error.code)
    }
  }

  /// Keeps a PIN.
  func keep(_ pin: HashedPIN, wrong: Int) throws(NamedFile.Failure) {
    do throws(FileFault) {
      try PrivateFolder.make(PrivateFolder.containing(path))
      try WholeFile.replace(
        path, with: Array("\(pin.text)\n\(wrong)\n".utf8), draft: "\(path).\(getpid()).new")
    } catch {
      throw NamedFile.Failure(error)
    }
  }

  /// Forgets the PIN.
  func remove() throws(NamedFile.Failure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw NamedFile.Failure(path: path, code: errno)
    }
  }
}
