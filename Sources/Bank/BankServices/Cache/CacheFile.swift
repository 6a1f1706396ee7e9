import Glibc

/// Files as the cache needs them: read whole, replaced whole.
enum CacheFile {
  /// The contents of a file; nothing where there is none.
  static func read(_ path: String, upTo limit: Int) throws(CacheNote) -> [UInt8]? {
    // Without `O_NONBLOCK` a pipe of that name would hold everybody up.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw CacheNote(.foreign, path: path, cause: "it is a symbolic link")
      default: throw .system(.unreadable, path)
      }
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .system(.unreadable, path) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw CacheNote(.foreign, path: path, cause: "it is not a file")
    }
    guard facts.st_uid == geteuid() else {
      throw CacheNote(.foreign, path: path, cause: "it belongs to another user")
    }
    let length = Int(facts.st_size)
    guard length <= limit else {
      throw CacheNote(.tooLarge, path: path, cause: "\(length) bytes of at most \(limit)")
    }
    return try contents(of: descriptor, length, path)
  }

  private static func contents(
    of descriptor: Int32, _ length: Int, _ path: String
  ) throws(CacheNote) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let taken = Glibc.read(descriptor, rest.baseAddress, rest.count)
        if taken > 0 {
          count += taken
        } else if taken == 0 || errno != EINTR {
          code = taken == 0 ? 0 : errno
          return
        }
      }
    }
    guard code == 0 else { throw .system(.unreadable, path, code) }
    return bytes
  }

  /// Puts a file into the place of another: whoever reads finds the old one or the new one whole.
  static func replace(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws(CacheNote) {
    let path = "\(folder)/\(name)"
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let draft = "\(folder)/\(draftPrefix)\(name).\(number)\(draftSuffix)"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(.unwritable, path) }
    var code = write(bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(draft)
      throw .system(.unwritable, path, code)
    }
    syncFolder(folder)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if count == 0 || errno != EINTR {
          return count == 0 ? ENOSPC : errno
        }
      }
      return 0
    }
  }

  /// Makes the new name durable. Where that fails an older copy may be found, which does no harm.
  private static func syncFolder(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Makes a folder and those above it, for their owner alone.
  static func makeFolder(_ folder: String) throws(CacheNote) {
    if access(folder, F_OK) == 0 { return }
    var path = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(.unwritable, path) }
    }
  }

  /// The names in a folder; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names.sorted()
  }

  static func remove(_ path: String) throws(CacheNote) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .system(.unwritable, path) }
  }

  private static let draftPrefix = "."
  private static let draftSuffix = ".new"

  /// Whether a name is a draft's on which nobody can be at work any more.
  static func isAbandonedDraft(_ name: String, in folder: String) -> Bool {
    guard name.hasPrefix(draftPrefix),
      name.hasSuffix(draftSuffix), name.contains("\(CacheFolder.suffix).")
    else { return false }
    var facts = stat()
    guard lstat("\(folder)/\(name)", &facts) == 0 else { return false }
    return time(nil) - facts.st_mtim.tv_sec > 3600
  }
}

extension CacheNote {
  /// A failure of a system call.
  fileprivate static func system(
    _ code: Code, _ path: String, _ error: Int32 = errno
  ) -> CacheNote {
    let reason = strerror(error).map { String(cString: $0) } ?? "error \(error)"
    return CacheNote(code, path: path, cause: reason)
  }
}
