import Foundation
import Testing

/// Texts that are kept beside the tests.
///
/// `RECORD=1` writes them anew.
enum Snapshot {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Snapshots")

  /// The names of all that are kept, sorted.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { String($0.prefix { $0 != "." }) }.sorted()
  }

  /// Compares lines with the file of this name.
  static func check(
    _ lines: [String], _ name: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name + ".txt")
    let text = lines.joined(separator: "\n") + "\n"
    guard ProcessInfo.processInfo.environment["RECORD"] == nil else {
      return try Data(text.utf8).write(to: file)
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let was = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let now = text.split(separator: "\n", omittingEmptySubsequences: false)
    let differing = zip(was, now).filter { $0 != $1 }.map { "- \($0)\n+ \($1)" }
    let list = differing.joined(separator: "\n")
    #expect(
      kept == text, "\(name): \(was.count) lines, now \(now.count)\n\(list)",
      sourceLocation: location)
  }
}
