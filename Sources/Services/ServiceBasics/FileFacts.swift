import Glibc

/// What the operating system knows of an open file or folder.
struct FileFacts {
  /// `O_PATH` of Linux, which Glibc shows only to sources of its own dialect: a descriptor that names a
  /// file without opening it.
  static let pathOnly: Int32 = 0o10_000_000

  private let facts: stat
  private let path: String

  /// Reads the facts of a descriptor.
  init(of descriptor: Int32, path: String) throws(PrivacyError) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .system(errno, path) }
    self.facts = facts
    self.path = path
  }

  var isFile: Bool { facts.st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { facts.st_mode & S_IFMT == S_IFDIR }

  /// Refuses what belongs to another user, or gives others one of these rights.
  ///
  /// - Parameters:
  ///   - rights: the bits of the mode that must be off.
  ///   - mode: the mode to be advised.
  /// - Throws: a `PrivacyError` with the path and what to do.
  func refuseOthers(rights: mode_t, advisedMode mode: String) throws(PrivacyError) {
    guard facts.st_uid == geteuid() else {
      throw PrivacyError(
        .foreignOwner, path, "it belongs to another user", advice: "Use one of your own.")
    }
    guard facts.st_mode & rights == 0 else {
      let verb = facts.st_mode & 0o022 == 0 ? "read" : "change"
      throw PrivacyError(
        .openToOthers, path, "other users can \(verb) it", advice: "Run chmod \(mode) on it.")
    }
  }
}

extension PrivacyError {
  /// The refusal of a system call that opens, reads or looks.
  static func system(_ code: Int32, _ path: String) -> PrivacyError {
    switch code {
    case ENOENT, ENOTDIR:
      PrivacyError(.missing, path, "it does not exist", advice: "Check the path.")
    case EACCES, EPERM:
      PrivacyError(
        .notAllowed, path, "you are not allowed to use it",
        advice: "Check the permissions of it and of the folders above it.")
    default:
      PrivacyError(
        .system, path, words(of: code),
        advice: "Check the path and the permissions, or use another path.")
    }
  }

  /// The refusal of a system call that makes a file or folder.
  static func notMade(_ code: Int32, _ path: String) -> PrivacyError {
    PrivacyError(
      .notMade, path, "it cannot be made: \(words(of: code))",
      advice: "Make the folder above it writable, or use another path.")
  }

  private static func words(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
