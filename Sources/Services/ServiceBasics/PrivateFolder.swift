import Glibc

/// A folder for the files of one user.
public enum PrivateFolder {
  /// What other users may do with a folder that exists already.
  public enum Rule: Sendable {
    /// Nothing: its mode is 0700 or less.
    case ownerOnly
    /// List it, but add or replace nothing in it.
    case listable

    fileprivate var refusedRights: mode_t { self == .ownerOnly ? 0o077 : 0o022 }
    fileprivate var advisedMode: String { self == .ownerOnly ? "700" : "go-w" }
  }

  /// Makes a folder if there is none, and those above it, for the user alone (0700); otherwise checks
  /// the one that exists.
  ///
  /// - Throws: a `PrivacyError` if it cannot be made, is no folder, belongs to another user, or is open
  ///   to others against the rule.
  public static func prepare(_ path: String, rule: Rule = .ownerOnly) throws(PrivacyError) {
    try makeAll(path)
    try check(path, rule: rule)
  }

  /// Checks a folder that exists.
  ///
  /// - Throws: a `PrivacyError` as `prepare` does.
  public static func check(_ path: String, rule: Rule = .ownerOnly) throws(PrivacyError) {
    let descriptor = open(path, FileFacts.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOTDIR, access(path, F_OK) == 0 else { throw .system(errno, path) }
      throw PrivacyError(.wrongKind, path, "it is not a folder", advice: "Use another path.")
    }
    defer { close(descriptor) }
    try FileFacts(of: descriptor, path: path)
      .refuseOthers(rights: rule.refusedRights, advisedMode: rule.advisedMode)
  }

  private static func makeAll(_ folder: String) throws(PrivacyError) {
    if access(folder, F_OK) == 0 { return }
    var path = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
      // Some systems refuse what exists with another code, such as a read-only file system.
      let code = errno
      guard access(path, F_OK) == 0 else { throw .notMade(code, folder) }
    }
  }
}
