#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

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
    if access(path, F_OK) != 0 {
      do throws(FileFault) {
        try WholeFile.makeEmpty(path)
      } catch {
        throw .notMade(error.code, path)
      }
    }
    try check(path)
  }

  /// Checks a file that exists.
  ///
  /// - Throws: a `PrivacyError` as `prepare` does.
  public static func check(_ path: String) throws(PrivacyError) {
    let facts: FileFacts
    do throws(FileFault) {
      facts = try FileFacts(at: path)
    } catch {
      throw .system(error)
    }
    try check(facts, path: path)
  }

  /// Checks a file that is open.
  ///
  /// - Throws: a `PrivacyError` as `prepare` does.
  package static func check(open descriptor: Int32, path: String) throws(PrivacyError) {
    let facts: FileFacts
    do throws(FileFault) {
      facts = try FileFacts(of: descriptor, path: path)
    } catch {
      throw .system(error)
    }
    try check(facts, path: path)
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
    guard descriptor >= 0 else { throw .system(FileFault(errno, at: path)) }
    defer { close(descriptor) }
    try check(open: descriptor, path: path)
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let step = bytes.withUnsafeMutableBytes { buffer in
        readOnce(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      if step == 0 { break }
      if step > 0 {
        count += step
      } else if errno != EINTR {
        throw .system(FileFault(errno, at: path))
      }
    }
    return Array(bytes.prefix(count))
  }

  /// Puts bytes into a file for the user alone (0600), in place of what it has.
  ///
  /// Who reads it finds the old bytes or the new ones, also after a power cut; once this returns, the new
  /// ones. One writer at a time: a second one has to be kept out, such as by a `FileLock`.
  ///
  /// - Parameters:
  ///   - path: the file; what is put into it is first written beside it, to the path with `.new`.
  ///   - bytes: what it has from now on.
  /// - Throws: a `PrivacyError` if the system refuses; then the file is as it was.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(PrivacyError) {
    do throws(FileFault) {
      try WholeFile.replace(path, with: bytes, draft: "\(path).new")
    } catch {
      throw error.path == path ? PrivacyError.notMade(error.code, path) : .system(error)
    }
  }

  /// Takes away what rights others have to a file, if there is one.
  ///
  /// For files that nobody named, such as those that SQLite has beside a database.
  package static func takeFromOthers(_ path: String) throws(FileFault) {
    let facts: FileFacts
    do throws(FileFault) {
      facts = try FileFacts(at: path)
    } catch {
      guard error.code == ENOENT else { throw error }
      return
    }
    // Another process may remove it meanwhile.
    guard facts.grants(rightsOfOthers), chmod(path, 0o600) != 0, errno != ENOENT else { return }
    throw FileFault(errno, at: path)
  }

  private static let rightsOfOthers: mode_t = 0o077

  private static func check(_ facts: FileFacts, path: String) throws(PrivacyError) {
    guard facts.isFile else {
      throw PrivacyError(.wrongKind, path, "it is not a plain file", advice: "Use another path.")
    }
    try facts.refuseOthers(rightsOfOthers, at: path, advisedMode: "600")
  }
}

// Inside, its name means something else.
private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
