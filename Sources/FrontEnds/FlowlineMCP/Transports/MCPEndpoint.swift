public import Flowline
import FlowlineWeb
import FoundationEssentials
import HTTPTypes
public import Hummingbird
import Logging

/// The tools of a server over Streamable HTTP, at one address.
///
///     let endpoint = MCPEndpoint<BasicRequestContext>(
///       server, hosts: hosts, authorization: { .init(resource: "https://bank.example/mcp") }
///     ) { request, _ in
///       try await tokens.user(of: request)
///     }
///     endpoint.addRoutes(to: router)
///
/// It is a resource server in the sense of OAuth 2.1: each request carries a bearer token, which the
/// application checks; what it is for is told as RFC 9728 says. Requests of other sites' pages, and those
/// that name another host, are refused.
public struct MCPEndpoint<Context: RequestContext>: Sendable {
  /// Whose request it is; nil if it has no token that counts.
  public typealias UserLookup = @Sendable (Request, Context) async throws -> UserID?

  /// The metadata that tells clients how to get a token.
  public struct Authorization: Sendable {
    /// The address of the endpoint as clients know it, such as `https://bank.example/mcp`.
    public var resource: String
    /// The servers that give tokens for it; empty if people get them from the application itself.
    public var servers: [String]
    /// A page for people that says how to get a token; nil if there is none.
    public var documentation: String?

    /// Makes what clients are told.
    public init(resource: String, servers: [String] = [], documentation: String? = nil) {
      (self.resource, self.servers, self.documentation) = (resource, servers, documentation)
    }
  }

  private let core: EndpointCore
  private let authorization: @Sendable () -> Authorization
  private let user: UserLookup

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - server: what answers.
  ///   - hosts: the names it is reached by, without a port.
  ///   - authorization: the metadata that tells clients how to get a token; called for each reply with it.
  ///   - user: says whose request it is.
  public init(
    _ server: MCPServer, hosts: [String] = ["localhost", "127.0.0.1", "[::1]"],
    authorization: @escaping @Sendable () -> Authorization, user: @escaping UserLookup
  ) {
    core = EndpointCore(server: server, requestGuard: RequestGuard(hosts: AllowedHosts(hosts)))
    self.authorization = authorization
    self.user = user
  }

  /// Adds the routes: `mcp`, and what RFC 9728 has beside it.
  ///
  /// - Parameter router: the group that they are below; it is to be at the root for the second one.
  public func addRoutes(to router: some RouterMethods<Context>) {
    for path in ["mcp", ".well-known/oauth-protected-resource", Self.metadata] {
      let isMetadata = path != "mcp"
      for method in isMetadata ? [HTTPRequest.Method.get] : [.post, .get, .delete] {
        router.on(RouterPath(path), method: method) { request, context in
          isMetadata ? describe(request) : await respond(to: request, context)
        }
      }
    }
    for method in [HTTPRequest.Method.put, .patch, .options] {
      router.on("mcp", method: method) { request, _ in
        if let fault = core.fault(of: request) { return EndpointCore.refusal(fault) }
        return EndpointCore.wrongMethod
      }
    }
  }

  private static var metadata: String { ".well-known/oauth-protected-resource/mcp" }

  private func describe(_ request: Request) -> Response {
    if let fault = core.fault(of: request) { return EndpointCore.refusal(fault) }
    let told = authorization()
    var members: [String: JSONValue] = [
      "resource": .string(told.resource), "bearer_methods_supported": ["header"],
      "resource_name": .string(core.server.settings.name),
    ]
    if !told.servers.isEmpty {
      members["authorization_servers"] = .array(told.servers.map { .string($0) })
    }
    members["resource_documentation"] = told.documentation.map { .string($0) }
    return EndpointCore.response(.object(members), status: 200)
  }

  private func respond(to request: Request, _ context: Context) async -> Response {
    if let fault = core.fault(of: request) { return EndpointCore.refusal(fault) }
    do {
      guard let user = try await user(request, context) else { return unauthorized(request) }
      guard request.method == .post else { return core.respond(to: request, of: user) }
      let message = try await core.message(of: request)
      // A message takes as long as its sender likes: the token may have been revoked meanwhile.
      guard try await self.user(request, context) == user else { return unauthorized(request) }
      return await core.respond(to: message, of: request, of: user)
    } catch let error as RPCError {
      return EndpointCore.response(error.response(to: nil), status: error.code.status)
    } catch let failure as StoreFailure {
      return core.notAdmitted(failure) { message in
        RPCError(.internal, message).response(to: nil)
      }
    } catch {
      context.logger.error("a token could not be checked", metadata: ["error": "\(error)"])
      return EndpointCore.response(
        RPCError(.internal, "it cannot be done now; try again later").response(to: nil), status: 503
      )
    }
  }

  private func unauthorized(_ request: Request) -> Response {
    let told = authorization()
    let challenge = BearerChallenge(to: request)
    let error = RPCError(.invalidRequest, challenge.text)
    var response = EndpointCore.response(error.response(to: nil), status: 401)
    let base = told.resource.hasSuffix("/mcp") ? String(told.resource.dropLast(4)) : told.resource
    response.headers[.wwwAuthenticate] = challenge.header(
      (name: "resource_metadata", value: "\(base)/\(Self.metadata)"))
    return response
  }
}
