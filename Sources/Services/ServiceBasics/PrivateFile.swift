import Glibc

/// A file for one user alone.
public enum PrivateFile {
  /// Makes an empty file for the user alone (0600) if there is none; otherwise checks the one that
  /// exists.
  ///
  /// It never opens the file itself for reading or writing: closing it again would drop the locks that a
  /// database of this process holds on it. A new file is made under another name and linked.
  ///
  /// - Throws: a `PrivacyError` if it cannot be made, is no plain file, belongs to another user, or
  ///   grants others any right.
  public static func prepare(_ path: String) throws(PrivacyError) {
    if access(path, F_OK) != 0 { try make(path) }
    try check(path)
  }

  private static func make(_ path: String) throws(PrivacyError) {
    let draft = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .notMade(errno, path) }
    close(descriptor)
    let code = link(draft, path) == 0 ? EEXIST : errno
    // A file system without links: renaming does the same unless two make the file at one moment.
    if code != EEXIST, rename(draft, path) == 0 { return }
    unlink(draft)
    guard code == EEXIST else { throw .notMade(code, path) }
  }

  /// Checks a file that exists.
  ///
  /// - Throws: a `PrivacyError` as `prepare` does.
  public static func check(_ path: String) throws(PrivacyError) {
    // A descriptor that names a file without opening it holds no locks, and waits for no pipe.
    let descriptor = open(path, FileFacts.pathOnly | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, path) }
    defer { close(descriptor) }
    try check(descriptor, path: path)
  }

  /// Reads a file that only its owner can read.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the most bytes that are read; what is behind them is left out.
  /// - Returns: the bytes.
  /// - Throws: a `PrivacyError` if there is no such file, it is no plain file, belongs to another
  ///   user, grants others any right, or cannot be read.
  public static func read(_ path: String, upTo limit: Int) throws(PrivacyError) -> [UInt8] {
    // `O_NONBLOCK`: opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, path) }
    defer { close(descriptor) }
    try check(descriptor, path: path)
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let step = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, limit - count)
      }
      if step == 0 { break }
      if step > 0 {
        count += step
      } else if errno != EINTR {
        throw .system(errno, path)
      }
    }
    return Array(bytes.prefix(count))
  }

  private static func check(_ descriptor: Int32, path: String) throws(PrivacyError) {
    let facts = try FileFacts(of: descriptor, path: path)
    guard facts.isFile else {
      throw PrivacyError(.wrongKind, path, "it is not a plain file", advice: "Use another path.")
    }
    try facts.refuseOthers(rights: 0o077, advisedMode: "600")
  }
}
