import Glibc

extension PrivateFile {
  /// Puts bytes into a file for the user alone (0600), in place of what it has.
  ///
  /// Whoever reads it finds the old bytes or the new ones, also after a power cut; once this returns,
  /// the new ones. One writer at a time: a second one has to be kept out, such as by a `FileLock`.
  ///
  /// - Parameters:
  ///   - path: the file; what is put into it is first written beside it, to the path with `.new`.
  ///   - bytes: what it has from now on.
  /// - Throws: a `PrivacyError` if the system refuses; then the file is as it was.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(PrivacyError) {
    let draft = "\(path).new"
    // What an earlier process left there may have other rights.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .notMade(errno, path) }
    let isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(draft, path) == 0 else {
      let code = isWritten ? errno : code
      unlink(draft)
      throw .notMade(code, path)
    }
    try syncFolder(of: path)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// A new name is durable once its folder is.
  private static func syncFolder(of path: String) throws(PrivacyError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno, folder) }
  }
}
