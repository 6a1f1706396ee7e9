import Glibc

/// The files of an earlier version, one for each copy in a folder for each path of a token file.
///
/// They said nothing about whose they were, so they are removed.
enum OldCopyFiles {
  private static let firstWord = "flowline-bank-copy "

  /// Removes such files from a folder and the folders in it, and the folders that are empty then.
  static func remove(in folder: String) {
    for name in names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard kind(of: path) == S_IFDIR else { continue }
      // Refused unless it is empty then.
      if removeFiles(in: path) { rmdir(path) }
    }
    _ = removeFiles(in: folder)
  }

  /// Returns whether there was one.
  private static func removeFiles(in folder: String) -> Bool {
    var hasRemoved = false
    for name in names(in: folder) where name.hasSuffix(".copy") || name.hasSuffix(".new") {
      let path = "\(folder)/\(name)"
      guard kind(of: path) == S_IFREG, isCopy(path) || isDraft(name) else { continue }
      hasRemoved = unlink(path) == 0 || hasRemoved
    }
    return hasRemoved
  }

  /// A file that was being written when its process ended, as in `.accounts.copy.1x.new`.
  private static func isDraft(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".new") && name.contains(".copy.")
  }

  private static func isCopy(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: firstWord.utf8.count)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return count == bytes.count && bytes == Array(firstWord.utf8)
  }

  private static func kind(of path: String) -> mode_t? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_uid == geteuid() else { return nil }
    return facts.st_mode & S_IFMT
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
