package import Flowline
import Glibc

/// Why the system did not do something, in words.
extension Words {
  /// The words for a value of `errno`: our own for the usual ones, the system's for the rest.
  package func reason(of code: Int32) -> String { self(SystemReason.text(of: code)) }

  /// The file and the reason.
  package func description(of failure: NamedFile.Failure) -> String {
    "\(failure.path): \(reason(of: failure.code))"
  }

  /// The reason of a store's failure: in this language if it is one of the usual ones of the system.
  package func reason(of failure: StoreFailure) -> String {
    let code = SystemReason.usual.first { SystemReason.systemText(of: $0) == failure.reason }
    return code.map { reason(of: $0) } ?? failure.reason
  }
}

/// The words for values of `errno`.
package enum SystemReason {
  /// The words for one, as a part of a sentence: our own for the usual ones, the system's for the rest.
  package static func text(of code: Int32) -> Text {
    key(of: code).map { Words.catalog($0) } ?? Text(verbatim: systemText(of: code))
  }

  /// Those a person meets who names a file that is not there, or whose disk is full.
  static let usual = [
    ENOENT, EACCES, EPERM, ENOSPC, EDQUOT, EROFS, EISDIR, ENOTDIR, EEXIST, EFBIG, EIO, EPIPE, EBADF,
    ENAMETOOLONG, ELOOP, EMFILE, ENFILE,
  ]

  /// The key of the words; nil for a rare one.
  private static func key(of code: Int32) -> String? {
    switch code {
    case ENOENT: "system.missing"
    case EACCES, EPERM: "system.permission"
    case ENOSPC: "system.no-space"
    case EDQUOT: "system.quota"
    case EROFS: "system.read-only"
    case EISDIR: "system.folder"
    case ENOTDIR: "system.no-folder"
    case EEXIST: "system.exists"
    case EFBIG: "system.too-large"
    case EIO: "system.device"
    case EPIPE: "system.no-reader"
    case EBADF: "system.not-open"
    case ENAMETOOLONG: "system.long-name"
    case ELOOP: "system.link-loop"
    case EMFILE, ENFILE: "system.open-files"
    default: nil
    }
  }

  /// The system's own words, such as “No such file or directory”.
  static func systemText(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
