import FoundationEssentials

/// A folder that is there as long as this object is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "round-up-app-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Whether any file in a folder has these bytes.
  static func anything(in folder: String, has text: String) throws -> Bool {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = "\(folder)/\(name)"
      var isFolder: Bool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder
      else { continue }
      // A file may go while the folder is looked through: a copy is replaced by a newer one.
      guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { continue }
      if bytes.firstRange(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }
}
