public import Flowline
public import FlowlineHost
import FoundationEssentials

/// The flows of a host as tools of the Model Context Protocol, for agents that ask a person.
///
/// Both ways of the protocol are spoken: that of 2026-07-28, in which each request stands alone, and that
/// of 2025-11-25 and before, in which the server asks its client. What carries messages is beside it:
/// ``MCPStream`` for standard input and output, ``MCPEndpoint`` for HTTP.
public struct MCPServer: Sendable {
  let host: SessionHost
  let settings: MCPSettings
  let tools: SessionTools
  private let environment: @Sendable () -> FlowEnvironment

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - host: keeps the sessions.
  ///   - settings: how tools behave, and where a person answers what no form may ask.
  ///   - environment: the world of the sessions that are started.
  public init(
    _ host: SessionHost, settings: MCPSettings = MCPSettings(),
    in environment: @escaping @Sendable () -> FlowEnvironment = { .current }
  ) {
    self.host = host
    self.settings = settings
    self.environment = environment
    tools = SessionTools(host, settings, in: environment)
  }

  private var words: MCPWords { MCPWords(environment()) }

  var info: JSONValue {
    ["name": .string(settings.name), "version": .string(settings.version)]
  }

  private var capabilities: JSONValue { ["tools": [:], "resources": [:]] }

  /// The server's instructions to an agent, for all tools together.
  private var instructions: JSONValue { .string(words("server.instructions")) }

  /// The answer to the first request of a connection.
  func initialized(_ revision: String) -> JSONValue {
    [
      "protocolVersion": .string(revision), "capabilities": capabilities, "serverInfo": info,
      "instructions": instructions,
    ]
  }

  /// Answers a request but for calls of tools.
  ///
  /// - Throws: ``RPCError``.
  func answer(
    _ method: String, _ params: JSONValue, of user: UserID, _ client: AgentClient
  ) async throws(RPCError) -> JSONValue {
    do {
      switch method {
      case "server/discover" where client.isModern:
        let versions = MCPRevision.modern + MCPRevision.legacy
        return listing(
          [
            "supportedVersions": .array(versions.map { .string($0) }),
            "capabilities": capabilities, "instructions": instructions,
          ], client, lifetime: 3_600_000)
      case "ping" where !client.isModern: return [:]
      case "tools/list":
        return listing(["tools": try await tools.list(of: user)], client, lifetime: 60_000)
      case "resources/list": return listing(try await resources(of: user, params), client)
      case "resources/templates/list":
        return listing(["resourceTemplates": SessionResource.templates(words)], client)
      case "resources/read": return listing(try await read(params, of: user, client), client)
      default:
        throw RPCError(
          .methodNotFound, "there is no method “\(DataText.line(method, longest: 80))” here")
      }
    } catch let error as RPCError {
      throw error
    } catch let fault as HostFault {
      throw RPCError(fault, tools.text(of: fault, words))
    } catch {
      throw RPCError(.internal, "it cannot be done now; try again later")
    }
  }

  /// A result that may be kept for a while, by its user alone.
  private func listing(
    _ members: [String: JSONValue], _ client: AgentClient, lifetime: Int64 = 0
  ) -> JSONValue {
    guard client.isModern else { return .object(members) }
    let own: [String: JSONValue] = [
      "resultType": "complete", "ttlMs": .integer(lifetime), "cacheScope": "private",
      "_meta": ["io.modelcontextprotocol/serverInfo": info],
    ]
    return .object(members.merging(own) { $1 })
  }

  // MARK: - Resources

  private func resources(
    of user: UserID, _ params: JSONValue
  ) async throws -> [String: JSONValue] {
    let page: SessionPage
    do throws(HostFault) {
      page = try await host.list(
        SessionQuery(of: user, limit: 50, after: params["cursor"]?.string))
    } catch {
      guard error.code == .unknownPage else { throw error }
      throw RPCError(.invalidParams, "expected a “cursor” of the page before, got another text")
    }
    var members: [String: JSONValue] = [
      "resources": .array(
        page.items.flatMap { SessionResource.all(of: $0.session, words) })
    ]
    members["nextCursor"] = page.next.map { .string($0) }
    return members
  }

  private func read(
    _ params: JSONValue, of user: UserID, _ client: AgentClient
  ) async throws -> [String: JSONValue] {
    let address = params["uri"]?.string ?? ""
    let missing = RPCError(
      client.isModern ? .invalidParams : .resourceNotFound,
      "there is no resource “\(DataText.line(address, longest: 120))”; see resources/list",
      data: ["uri": .string(String(address.prefix(SessionResource.longestAddress)))])
    guard let resource = SessionResource(address) else { throw missing }
    do {
      let contents = try await contents(
        of: resource, SessionKey(user, resource.session), client)
      return ["contents": [.object(contents.merging(["uri": .string(address)]) { $1 })]]
    } catch let fault as HostFault where fault.code == .notFound {
      throw missing
    }
  }

  private func contents(
    of resource: SessionResource, _ key: SessionKey, _ client: AgentClient
  ) async throws -> [String: JSONValue] {
    let text: String
    switch resource.contents {
    case .text(.journal): text = try await host.journal(of: key)
    case .text(.result):
      let state = try await host.state(of: key)
      text = StateReply(state: state, client: client).reply.words
    case .file(let digest):
      let contents = try await host.file(digest, of: key)
      try checkSize(contents.bytes.count, atMost: SessionResource.longestFile)
      return [
        "mimeType": .string(contents.file.type.rawValue),
        "blob": .string(Data(contents.bytes).base64EncodedString()),
      ]
    }
    try checkSize(text.utf8.count, atMost: SessionResource.longest)
    return ["mimeType": "text/plain", "text": .string(text)]
  }

  private func checkSize(_ size: Int, atMost limit: Int) throws(RPCError) {
    guard size > limit else { return }
    throw RPCError(
      .internal, "the resource has \(size) bytes, of which \(limit) can be sent")
  }
}
