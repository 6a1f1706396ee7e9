import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder of small files that only their owner reads, each made once and never changed.
package struct PrivateFolder: Sendable {
  package let path: String

  /// Names a folder, which is made when it is needed.
  package init(path: String) { self.path = path }

  /// The contents of a file; nil if there is none.
  package func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
  }

  /// The names of what is in it that begin with a text.
  func names(beginning prefix: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.begins(with: prefix) && !$0.begins(with: ".") }.sorted()
  }

  /// Makes a file that does not exist yet, whole; false if another process has made it before.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written.
  package func make(_ name: String, _ contents: [UInt8]) throws(StoreFailure) -> Bool {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreFailure(.unwritable, at: path, "\(error)")
    }
    let other = "\(path)/.\(name).\(UUID().uuidString)"
    defer { unlink(other) }
    let file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, write(file, contents, contents.count) == contents.count, fsync(file) == 0
    else { throw StoreFailure(.unwritable, at: path, String(cString: strerror(errno))) }
    if link(other, "\(path)/\(name)") == 0 { return true }
    guard errno == EEXIST else {
      throw StoreFailure(.unwritable, at: path, String(cString: strerror(errno)))
    }
    return false
  }

  /// The contents of a file, which is made first if it does not exist.
  package func readOrMake(
    _ name: String, _ contents: @autoclosure () -> [UInt8]
  ) throws(StoreFailure) -> [UInt8] {
    if let known = read(name) { return known }
    let new = contents()
    if try make(name, new) { return new }
    guard let known = read(name) else {
      throw StoreFailure(.unreadable, at: "\(path)/\(name)", "it cannot be read")
    }
    return known
  }

  /// Removes a file.
  package func remove(_ name: String) { unlink("\(path)/\(name)") }
}
