#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Android)
  package import Android
#elseif canImport(Darwin)
  package import Darwin
#endif

/// Files that are written whole: who reads one finds all of its contents, also after a power cut.
package enum WholeFile {
  /// Puts bytes into a file, in place of what it has; they are durable when this returns.
  ///
  /// - Parameters:
  ///   - path: the file; it need not exist.
  ///   - bytes: what it has from now on.
  ///   - mode: the rights that it gets.
  ///   - draft: where the bytes are written first: a path in the same folder, which nobody else uses.
  /// - Throws: a fault of the file, which then is as it was; or of its folder.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = 0o600, draft: String
  ) throws(FileFault) {
    // What an earlier process left there may have other rights.
    unlink(draft)
    try write(bytes, to: draft, mode: mode, for: path)
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw FileFault(code, at: path)
    }
    try PrivateFolder.syncIfSupported(PrivateFolder.containing(path))
  }

  /// Makes a file for the user alone (0600) that does not exist yet; it is durable when this returns.
  ///
  /// - Returns: whether it was made: false if it exists.
  package static func make(_ path: String, with bytes: [UInt8]) throws(FileFault) -> Bool {
    let draft = draft(of: path)
    try write(bytes, to: draft, mode: 0o600, for: path)
    let code = link(draft, path) == 0 ? 0 : errno
    unlink(draft)
    if code == EEXIST { return false }
    guard code == 0 else { throw FileFault(code, at: path) }
    try PrivateFolder.syncIfSupported(PrivateFolder.containing(path))
    return true
  }

  /// Makes an empty file for the user alone (0600), unless it exists, without ever opening it.
  static func makeEmpty(_ path: String) throws(FileFault) {
    let draft = draft(of: path)
    try write([], to: draft, mode: 0o600, for: path)
    let code = link(draft, path) == 0 ? EEXIST : errno
    // A file system without links: renaming does the same unless two make the file at one moment.
    if code != EEXIST, rename(draft, path) == 0 { return }
    unlink(draft)
    guard code == EEXIST else { throw FileFault(code, at: path) }
  }

  /// A path beside a file's that nobody else uses, and that no list shows.
  private static func draft(of path: String) -> String {
    let name = path.split(separator: "/").last ?? "file"
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(PrivateFolder.containing(path))/.\(name).\(number).new"
  }

  /// Writes a draft and syncs it; nothing is left of one that cannot be written.
  private static func write(
    _ bytes: [UInt8], to draft: String, mode: mode_t, for path: String
  ) throws(FileFault) {
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFault(errno, at: path) }
    var code = writeAll(bytes, to: descriptor)
    // A file system without rights has none to give.
    if mode != 0o600 { _ = fchmod(descriptor, mode) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    guard code == 0 else {
      unlink(draft)
      throw FileFault(code, at: path)
    }
  }
}

/// Writes all of the bytes, and returns 0 or the value of `errno`.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 || errno != EINTR {
      return count == 0 ? ENOSPC : errno
    }
  }
  return 0
}
