import FoundationEssentials

/// A folder of a test's own, made by whoever writes into it.
struct TemporaryFolder {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "flowline-flows-\(UUID().uuidString)").path

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
