import Foundation
import Testing

/// What an adopter is told whose package leaves out a trait.
struct TraitTests {
  /// The modules that import what only a trait fetches, and need no other such module of ours.
  private static let modules: [(folder: String, package: String, trait: String)] = [
    ("Files/PrivateSQLite", "GRDB", "SQLite"),
    ("Flowline/FlowlineLogging", "Logging", "Logging"),
    ("FrontEnds/FlowlineHost", "Metrics", "Network"),
    ("Stores/FlowlinePostgres", "Crypto", "Postgres"),
  ]

  /// The compiler names the missing module and stops behind the first file that imports it: whichever
  /// that is, the trait is named there.
  @Test(arguments: modules)
  func `each file that imports what a trait fetches names the trait`(
    folder: String, package: String, trait: String
  ) throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources/\(folder)")
      .standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var importing = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.split(separator: "\n").contains(where: { $0.hasSuffix("import \(package)") })
      else {
        continue
      }
      importing += 1
      #expect(text.contains("\n#if !\(trait)\n"), "\(file.lastPathComponent)")
      #expect(text.contains("needs the trait \(trait): .package("), "\(file.lastPathComponent)")
    }
    #expect(importing > 0)
  }
}
