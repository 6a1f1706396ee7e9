import FoundationEssentials

/// A folder that is there as long as this object is.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "services-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A path in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// What a file in it holds.
  package func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name))))
  }

  /// Puts a file into it.
  package func put(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }

  /// The names of what is in it.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
