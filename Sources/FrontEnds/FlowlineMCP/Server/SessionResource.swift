import Flowline
import FoundationEssentials

/// What can be read of a session: its journal, how it stands in words, or a file that it shows.
struct SessionResource: Hashable {
  enum Contents: Hashable {
    case text(Text)
    case file(FileDigest)
  }

  /// The texts that each session has.
  enum Text: String, CaseIterable {
    case journal, result
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
  /// What stands before the digest of a file.
  private static let files = "files"

  init(_ contents: Contents, of session: UUID) {
    (self.contents, self.session) = (contents, session)
  }

  /// Reads an address; nil if it is none of ours.
  init?(_ address: String) {
    guard address.hasPrefix(Self.base) else { return nil }
    let parts = address.dropFirst(Self.base.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard let session = parts.first.flatMap({ UUID(text: $0) }) else { return nil }
    if parts.count == 2, let text = Text(rawValue: parts[1]) {
      self.init(.text(text), of: session)
    } else if parts.count == 3, parts[1] == Self.files, let digest = FileDigest(parts[2]) {
      self.init(.file(digest), of: session)
    } else {
      return nil
    }
  }

  /// The address.
  var address: String {
    let name =
      switch contents {
      case .text(let text): text.rawValue
      case .file(let digest): "\(Self.files)/\(digest)"
      }
    return "\(Self.base)\(session.text)/\(name)"
  }

  /// The texts that there are to read of a session; its files are told with the questions that show them.
  static func all(of session: StoredSession, _ words: MCPWords) -> [JSONValue] {
    Text.allCases.map { text in
      [
        "uri": .string(SessionResource(.text(text), of: session.id).address),
        "name": .string("\(session.flow?.rawValue ?? "session") \(text)"),
        "description": .string(words("resource.\(text)")), "mimeType": "text/plain",
      ]
    }
  }

  /// The addresses that there are.
  static func templates(_ words: MCPWords) -> JSONValue {
    let texts = Text.allCases.map { text -> JSONValue in
      [
        "uriTemplate": .string("\(base){session}/\(text)"), "name": .string("\(text)"),
        "description": .string(words("resource.\(text)")), "mimeType": "text/plain",
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
      "uri": .string(SessionResource(.file(digest), of: session).address),
      "name": .string(DataText.line(name, longest: 200)), "mimeType": .string(type.rawValue),
      "size": .integer(Int64(size)),
    ]
  }
}
