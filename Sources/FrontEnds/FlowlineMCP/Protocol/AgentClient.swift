import Flowline

/// What is known of the client of an agent that makes a request.
struct AgentClient: Sendable, Hashable {
  /// How a client is asked.
  enum Pace: Sendable, Hashable {
    /// It calls again with each answer, and gives up after some.
    case limited
    /// It is asked by the connection, and waits for the outcome.
    case live
    /// It calls again with each answer, as often as there is something to ask.
    case open
  }

  /// What the client calls itself.
  let name: String
  let pace: Pace
  /// Whether it asks a person with a form.
  let asksByForm: Bool
  /// Whether it leads a person to a page.
  let leadsToPages: Bool
  let dialect: ElicitationDialect
  /// Whether it can call the tools that go on with sessions.
  let hasTools: Bool

  /// Makes a client that knows flows and no tools.
  ///
  /// - Parameters:
  ///   - name: what it calls itself.
  ///   - pace: how it is asked.
  ///   - asksByForm: whether it asks a person with a form.
  ///   - leadsToPages: whether it leads a person to a page.
  init(name: String, pace: Pace, asksByForm: Bool = true, leadsToPages: Bool = true) {
    self.name = DataText.line(name, longest: 80)
    self.pace = pace
    self.asksByForm = asksByForm
    self.leadsToPages = leadsToPages
    dialect = .titled
    hasTools = false
  }
}

// MARK: - The Model Context Protocol

extension AgentClient {
  /// Whether each request stands alone.
  var isModern: Bool { pace == .limited }

  private static let prefix = "io.modelcontextprotocol/"

  /// The revision that a request says it is of, as one that stands alone does; nil if it says none.
  static func revision(of params: JSONValue) -> String? {
    params["_meta"]?[prefix + "protocolVersion"]?.string
  }

  /// Makes a client of what it said at the beginning, or says with each request.
  ///
  /// - Parameters:
  ///   - revision: the revision that is spoken.
  ///   - info: what the client says of itself.
  ///   - capabilities: what it can do.
  init(revision: String, info: JSONValue?, capabilities: JSONValue?) {
    name = DataText.line(info?["name"]?.string ?? "an agent", longest: 80)
    let elicitation = capabilities?["elicitation"]
    let isNamed = elicitation?["form"] != nil || elicitation?["url"] != nil
    // An empty object has meant forms from the beginning.
    asksByForm = elicitation != nil && (elicitation?["form"] != nil || !isNamed)
    leadsToPages = elicitation?["url"] != nil && revision >= "2025-11-25"
    pace = MCPRevision.modern.contains(revision) ? .limited : .live
    dialect = ElicitationDialect(revision: revision)
    hasTools = true
  }

  /// Reads what a request that stands alone says; nil if it says nothing.
  ///
  /// - Throws: ``RPCError`` if it says it incompletely, or a revision that is not spoken.
  init?(meta params: JSONValue) throws(RPCError) {
    let meta = params["_meta"]
    guard let revision = Self.revision(of: params) else { return nil }
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
