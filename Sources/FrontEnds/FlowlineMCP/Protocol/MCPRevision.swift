import Flowline

/// The revisions of the protocol that are spoken.
enum MCPRevision {
  /// Requests stand alone: each says which revision it is of and what its client can do.
  static let modern = ["2026-07-28"]
  /// A connection is made first, and the server asks its client.
  static let legacy = ["2025-11-25", "2025-06-18"]

  /// The revision that a connection has which asked for another.
  static func agreed(on wanted: String?) -> String {
    wanted.flatMap { legacy.contains($0) ? $0 : nil } ?? legacy[0]
  }

  /// That a revision is not spoken, and which are.
  static func unsupported(_ wanted: String) -> RPCError {
    RPCError(
      .unsupportedVersion,
      "the revision “\(DataText.line(wanted, longest: 40))” is not spoken here",
      data: [
        "supported": .array((modern + legacy).map { .string($0) }),
        "requested": .string(DataText.line(wanted, longest: 40)),
      ])
  }
}

/// What a request says of the client that makes it.
struct MCPClient: Sendable, Hashable {
  /// The revision, such as `2026-07-28`.
  let revision: String
  /// What the client calls itself.
  let name: String
  /// Whether it asks a person with a form.
  let asksByForm: Bool
  /// Whether it leads a person to a page.
  let leadsToPages: Bool

  /// Whether each request stands alone.
  var isModern: Bool { MCPRevision.modern.contains(revision) }

  var dialect: ElicitationDialect { ElicitationDialect(revision: revision) }

  private static let prefix = "io.modelcontextprotocol/"

  /// Makes a client of what it said at the beginning, or says with each request.
  ///
  /// - Parameters:
  ///   - revision: the revision that is spoken.
  ///   - info: what the client says of itself.
  ///   - capabilities: what it can do.
  init(revision: String, info: JSONValue?, capabilities: JSONValue?) {
    self.revision = revision
    name = DataText.line(info?["name"]?.string ?? "an agent", longest: 80)
    let elicitation = capabilities?["elicitation"]
    let isNamed = elicitation?["form"] != nil || elicitation?["url"] != nil
    // An empty object has meant forms from the beginning.
    asksByForm = elicitation != nil && (elicitation?["form"] != nil || !isNamed)
    leadsToPages = elicitation?["url"] != nil && revision >= "2025-11-25"
  }

  /// Reads what a request that stands alone says; nil if it says nothing.
  ///
  /// - Throws: ``RPCError`` if it says it incompletely, or a revision that is not spoken.
  init?(meta params: JSONValue) throws(RPCError) {
    let meta = params["_meta"]
    guard let revision = meta?[Self.prefix + "protocolVersion"]?.string else { return nil }
    guard MCPRevision.modern.contains(revision) else {
      throw MCPRevision.unsupported(revision)
    }
    guard case .object? = meta?[Self.prefix + "clientCapabilities"] else {
      throw RPCError(
        .invalidParams, "expected an object as “_meta.\(Self.prefix)clientCapabilities”, got none")
    }
    self.init(
      revision: revision, info: meta?[Self.prefix + "clientInfo"],
      capabilities: meta?[Self.prefix + "clientCapabilities"])
  }
}
