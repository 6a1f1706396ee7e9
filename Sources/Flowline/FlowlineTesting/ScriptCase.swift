import Foundation
public import Testing

/// A script in a file, as an argument of a parameterised test.
///
///     @Test(arguments: try ScriptCase.all(in: "Scripts"))
///     func replays(_ script: ScriptCase) {
///       script.expectMatch(.recorded, of: catalog)
///     }
///
/// A mismatch is an issue at the script's own line.
public struct ScriptCase: Sendable, Hashable {
  /// The file's path.
  public let path: String
  /// The file's path inside the directory it was found in, without `.flow`.
  public let name: String

  /// Makes a case of one file.
  public init(path: String, name: String? = nil) {
    let file = URL(fileURLWithPath: path)
    self.path = file.path
    self.name = name ?? file.deletingPathExtension().lastPathComponent
  }

  /// All the scripts in a directory and those inside it, in the order of their names.
  ///
  /// - Parameters:
  ///   - directory: the directory, as seen from the directory of the test's file.
  ///   - file: the test's file.
  /// - Returns: a case for each script.
  /// - Throws: ``NoScripts`` if there are none, so that a test cannot pass by finding nothing.
  public static func all(
    in directory: String, relativeTo file: String = #filePath
  ) throws -> [ScriptCase] {
    let root = URL(
      fileURLWithPath: directory,
      relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent()
    ).standardizedFileURL
    let files = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    let names = files.filter { $0.hasSuffix(".flow") }.sorted()
    guard !names.isEmpty else { throw NoScripts(directory: root.path) }
    return names.map {
      ScriptCase(path: root.appendingPathComponent($0).path, name: String($0.dropLast(5)))
    }
  }
}

extension ScriptCase: CustomTestStringConvertible {
  /// The file's name.
  public var testDescription: String { "\(name).flow" }
}

extension ScriptCase: CustomTestArgumentEncodable {
  /// Writes the name, by which a single case can be run again.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The folder has no script, and a test needs some.
public struct NoScripts: Error, Hashable, CustomStringConvertible {
  /// The folder that was searched, as an absolute path.
  public let directory: String

  /// One sentence.
  public var description: String { "no .flow file is in \(directory) or below it" }
}
