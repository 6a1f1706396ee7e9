#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

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
    if let facts = try? FileFacts(at: path) { return try check(facts, of: path, rule) }
    do throws(FileFault) {
      try make(path)
    } catch {
      throw .notMade(error.code, path)
    }
    try check(path, rule: rule)
  }

  /// Checks a folder that exists.
  ///
  /// - Throws: a `PrivacyError` as `prepare` does.
  public static func check(_ path: String, rule: Rule = .ownerOnly) throws(PrivacyError) {
    _ = try facts(of: path, rule)
  }

  /// Checks a folder that exists and one of its files: others can neither change the folder nor get at
  /// the file.
  ///
  /// Nobody else gets at a file in a folder that is its owner's alone, whatever rights the file grants.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - file: the path of the file; nil if there is none yet.
  /// - Throws: a `PrivacyError` of the folder or of the file.
  package static func check(_ path: String, holding file: String?) throws(PrivacyError) {
    let facts = try facts(of: path, .listable)
    if let file, facts.grants(0o011) { try PrivateFile.check(file) }
  }

  private static func facts(of path: String, _ rule: Rule) throws(PrivacyError) -> FileFacts {
    let facts: FileFacts
    do throws(FileFault) {
      facts = try FileFacts(at: path)
    } catch {
      throw .system(error)
    }
    try check(facts, of: path, rule)
    return facts
  }

  private static func check(
    _ facts: FileFacts, of path: String, _ rule: Rule
  ) throws(PrivacyError) {
    guard facts.isFolder else {
      throw PrivacyError(.wrongKind, path, "it is not a folder", advice: "Use another path.")
    }
    try facts.refuseOthers(rule.refusedRights, at: path, advisedMode: rule.advisedMode)
  }
}

extension PrivateFolder {
  /// Makes a folder, and those above it, for the user alone (0700), unless they exist; new names are
  /// durable when this returns.
  package static func make(_ path: String) throws(FileFault) {
    let (parents, fault) = makeAll(path)
    for parent in parents { try syncIfSupported(parent) }
    if let fault { throw fault }
  }

  /// The same, without making the names durable.
  ///
  /// - Returns: the folders that have a new name in them, which syncing makes durable; and why not all
  ///   were made.
  package static func makeAll(_ path: String) -> (parents: [String], fault: FileFault?) {
    var parents: [String] = []
    var built = ""
    for part in path.split(separator: "/") {
      let start = path.hasPrefix("/") ? "/" : ""
      let parent = built.isEmpty ? (start.isEmpty ? "." : start) : built
      built = built.isEmpty ? "\(start)\(part)" : "\(built)/\(part)"
      if mkdir(built, 0o700) == 0 {
        parents.append(parent)
        continue
      }
      let code = errno
      // Some systems refuse what exists with another code, such as a read-only file system.
      guard code == EEXIST || access(built, F_OK) == 0 else {
        return (parents, FileFault(code, at: built))
      }
    }
    return (parents, nil)
  }

  /// Makes the names in a folder durable.
  package static func sync(_ path: String) throws(FileFault) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(errno, at: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault(errno, at: path) }
  }

  /// The same, if the system can do it.
  ///
  /// Some file systems sync no folder, and a folder that may be written but not read cannot be opened.
  package static func syncIfSupported(_ path: String) throws(FileFault) {
    do throws(FileFault) {
      try sync(path)
    } catch {
      guard [EACCES, EINVAL, EOPNOTSUPP].contains(error.code) else { throw error }
    }
  }

  /// The path of the folder that a file is in.
  package static func containing(_ file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
