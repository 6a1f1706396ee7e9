import Foundation

/// A string catalogue of this project, as it is in its file.
struct Catalog: Sendable, CustomStringConvertible {
  /// One text: a key in a language, and in a plural category if the text depends on a number.
  struct Entry: Sendable {
    let key: String
    let language: String
    var category: String?
    var text: String
  }

  /// The file's name without its ending.
  let name: String
  var entries: [Entry]

  var description: String { name }

  /// The keys, sorted.
  var keys: [String] { Set(entries.map(\.key)).sorted() }

  /// Reads a file.
  init(_ file: URL) throws {
    let read = try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
    name = file.deletingPathExtension().lastPathComponent
    entries = read.strings.sorted { $0.key < $1.key }.flatMap { key, string in
      string.localizations.sorted { $0.key < $1.key }.flatMap { language, localization in
        localization.texts.map {
          Entry(key: key, language: language, category: $0.category, text: $0.text)
        }
      }
    }
  }

  /// Every catalogue of the project.
  static func all() throws -> [Catalog] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardizedFileURL
    return try ["Sources", "Flows", "Samples"].flatMap { folder in
      let folder = root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".xcstrings") }
        .map { try Catalog(folder.appending(path: $0)) }
    }
  }
}

extension Catalog {
  private struct File: Decodable {
    let strings: [String: Localized]
  }

  private struct Localized: Decodable {
    let localizations: [String: Localization]
  }

  private struct Localization: Decodable {
    let stringUnit: Unit?
    let variations: Variations?

    var texts: [(category: String?, text: String)] {
      let plural = variations?.plural ?? [:]
      return (stringUnit.map { [(nil, $0.value)] } ?? [])
        + plural.sorted { $0.key < $1.key }.map { ($0.key, $0.value.stringUnit.value) }
    }
  }

  private struct Variations: Decodable {
    let plural: [String: Form]
  }

  private struct Form: Decodable {
    let stringUnit: Unit
  }

  private struct Unit: Decodable {
    let value: String
  }
}
