package import FoundationEssentials
package import Glibc

/// A folder that is there as long as this object is, for its owner alone.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path = FileManager.default.temporaryDirectory
    .appending(component: "flowline-tests-\(UUID().uuidString.lowercased())").path

  /// Makes one.
  package init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Puts a text into it, for its owner alone or with other rights; returns the path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
    try put(text.utf8, as: name)
    chmod(file(name), mode)
    return file(name)
  }

  /// Puts bytes into it.
  package func put(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }

  /// What a file in it holds.
  package func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name))))
  }

  /// The names of what is in it, or in a folder in it, in order.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// The rights of a file in it, or its own.
  package func mode(_ name: String = "") throws -> Int? { try TestSupport.mode(file(name)) }

  /// Whether any file in it has these bytes, however deep.
  package func contains(_ text: String, in folder: String = "") throws -> Bool {
    let root = file(folder)
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let path = "\(root)/\(name)"
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder
      else { continue }
      // A file may go while the folder is looked through: a copy is replaced by a newer one.
      guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { continue }
      if bytes.holds(text) { return true }
    }
    return false
  }
}

extension Data {
  /// Whether a text is anywhere in it.
  ///
  /// The C library looks for its first byte: what is looked through may be large.
  package func holds(_ text: String) -> Bool {
    let sought = Array(text.utf8)
    guard let first = sought.first else { return true }
    return withUnsafeBytes { all in
      guard let base = all.baseAddress else { return false }
      let last = all.count - sought.count
      var place = 0
      while place <= last, let found = memchr(base + place, Int32(first), last - place + 1) {
        place = UnsafeRawPointer(found) - base
        if memcmp(base + place, sought, sought.count) == 0 { return true }
        place += 1
      }
      return false
    }
  }
}

/// The rights of a file or folder.
package func mode(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// Something at the path that belongs to another user: made so by the superuser, else a system's one.
package func foreign(_ path: String, otherwise system: String) -> String {
  chown(path, 4711, 4711) == 0 ? path : system
}
