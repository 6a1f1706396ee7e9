import Flowline
import FoundationEssentials

/// What can be read of a session: its journal, how it stands in words, or a file that it shows.
struct SessionResource: Hashable {
  enum Contents: Hashable {
    case journal
    case result
    case file(FileDigest)
  }

  let session: UUID
  let contents: Contents

  /// How many bytes a text has at the most.
  static let longest = 1 << 20
  /// How many bytes a file has at the most.
  static let longestFile = 8 << 20
  /// How much of an address that is none of ours is said back, in characters.
  static let longestAddress = 2_000

  private static let base = "flowline://session/"
  /// The texts that each session has, by the last part of their address.
  private static let texts = ["journal": Contents.journal, "result": .result]
  /// What stands before the digest of a file.
  private static let files = "files"

  /// A file that a session shows.
  init(_ file: KeptFile, of session: UUID) {
    self.session = session
    contents = .file(file.digest)
  }

  /// Reads an address; nil if it is none of ours.
  init?(_ address: String) {
    guard address.hasPrefix(Self.base) else { return nil }
    let parts = address.dropFirst(Self.base.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard let session = parts.first.flatMap({ UUID(uuidString: $0) }) else { return nil }
    self.session = session
    switch parts.dropFirst().count {
    case 1:
      guard let text = Self.texts[parts[1]] else { return nil }
      contents = text
    case 2:
      guard parts[1] == Self.files, let digest = FileDigest(parts[2]) else { return nil }
      contents = .file(digest)
    default: return nil
    }
  }

  /// The address.
  var address: String {
    let name =
      switch contents {
      case .journal: "journal"
      case .result: "result"
      case .file(let digest): "\(Self.files)/\(digest)"
      }
    return "\(Self.base)\(session.uuidString.lowercased())/\(name)"
  }

  /// The texts that there are to read of a session; its files are told with the questions that show them.
  static func all(of session: StoredSession, _ words: MCPWords) -> [JSONValue] {
    texts.keys.sorted().map { name in
      [
        "uri": .string("\(base)\(session.id.uuidString.lowercased())/\(name)"),
        "name": .string("\(session.flow?.rawValue ?? "session") \(name)"),
        "description": .string(words("resource.\(name)")), "mimeType": "text/plain",
      ]
    }
  }

  /// The addresses that there are.
  static func templates(_ words: MCPWords) -> JSONValue {
    let texts = texts.keys.sorted().map { name -> JSONValue in
      [
        "uriTemplate": .string("\(base){session}/\(name)"), "name": .string(name),
        "description": .string(words("resource.\(name)")), "mimeType": "text/plain",
      ]
    }
    return .array(
      texts + [
        [
          "uriTemplate": .string("\(base){session}/\(files)/{digest}"), "name": "file",
          "description": .string(words("resource.file")),
        ]
      ])
  }
}

extension KeptFile {
  /// Where an agent reads the file, and what it is.
  func told(in session: UUID) -> [String: JSONValue] {
    [
      "uri": .string(SessionResource(self, of: session).address),
      "name": .string(DataText.line(name, longest: 200)), "mimeType": .string(type.rawValue),
      "size": .integer(Int64(size)),
    ]
  }
}
