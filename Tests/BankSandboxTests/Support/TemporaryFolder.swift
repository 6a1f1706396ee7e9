import FoundationEssentials

/// A folder that is there as long as this object is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "sandbox-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file that only its owner can read, or one with other rights.
  func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
    guard
      FileManager.default.createFile(
        atPath: file(name), contents: Data(text.utf8), attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown) }
    return file(name)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
