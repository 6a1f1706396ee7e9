import FoundationEssentials
package import Glibc

/// A folder that is there as long as this object is.
package final class TemporaryFolder: Sendable {
  package let path = FileManager.default.temporaryDirectory
    .appending(component: "flowline-tests-\(UUID().uuidString)").path

  package init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  package func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    chmod(file(name), mode)
    return file(name)
  }
}

/// The mode of a file or folder.
package func mode(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// Something at the path that belongs to another user: made so by the superuser, else a system's one.
package func foreign(_ path: String, otherwise system: String) -> String {
  chown(path, 4711, 4711) == 0 ? path : system
}
