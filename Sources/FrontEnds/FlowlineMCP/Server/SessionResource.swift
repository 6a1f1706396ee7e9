import Flowline
import FoundationEssentials

/// A text of a session that can be read: its journal, or how it stands in words.
struct SessionResource: Hashable {
  enum Kind: String, CaseIterable {
    case journal, result
  }

  let session: UUID
  let kind: Kind

  /// How many bytes a text has at the most.
  static let longest = 1 << 20
  /// How much of an address that is none of ours is said back, in characters.
  static let longestAddress = 2_000

  private static let base = "flowline://session/"

  /// Reads an address; nil if it is none of ours.
  init?(_ address: String) {
    guard address.hasPrefix(Self.base) else { return nil }
    let parts = address.dropFirst(Self.base.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let session = UUID(uuidString: String(parts[0])),
      let kind = Kind(rawValue: String(parts[1]))
    else { return nil }
    (self.session, self.kind) = (session, kind)
  }

  private static func address(_ session: String, _ kind: Kind) -> JSONValue {
    .string("\(base)\(session)/\(kind.rawValue)")
  }

  /// What there is to read of a session.
  static func all(of session: StoredSession, _ words: MCPWords) -> [JSONValue] {
    Kind.allCases.map { kind in
      [
        "uri": address(session.id.uuidString.lowercased(), kind),
        "name": .string("\(session.flow?.rawValue ?? "session") \(kind.rawValue)"),
        "description": .string(words("resource.\(kind.rawValue)")), "mimeType": "text/plain",
      ]
    }
  }

  /// The addresses that there are.
  static func templates(_ words: MCPWords) -> JSONValue {
    .array(
      Kind.allCases.map { kind in
        [
          "uriTemplate": address("{session}", kind), "name": .string(kind.rawValue),
          "description": .string(words("resource.\(kind.rawValue)")), "mimeType": "text/plain",
        ]
      })
  }
}
