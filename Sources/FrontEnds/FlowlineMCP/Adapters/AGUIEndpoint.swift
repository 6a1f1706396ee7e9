import Flowline
import FlowlineWeb
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// The agents of a server over HTTP: `POST ag-ui/<flow>` with a `RunAgentInput`, answered by a run's events
/// as server-sent events.
///
/// Each request carries a bearer token, which the application checks. Requests of other sites' pages, and
/// those that name another host, are refused: the page's own server makes them.
public struct AGUIEndpoint<Context: RequestContext>: Sendable {
  private let flows: AGUIFlows
  private let core: EndpointCore
  private let user: MCPEndpoint<Context>.UserLookup

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - flows: what does the runs.
  ///   - hosts: the names it is reached by, without a port.
  ///   - user: says whose request it is; nil if it has no token that counts.
  public init(
    _ flows: AGUIFlows, hosts: [String] = ["localhost", "127.0.0.1", "[::1]"],
    user: @escaping MCPEndpoint<Context>.UserLookup
  ) {
    self.flows = flows
    core = EndpointCore(
      server: flows.server, requestGuard: RequestGuard(hosts: AllowedHosts(hosts)))
    self.user = user
  }

  /// Adds the route `ag-ui/<flow>`.
  public func addRoutes(to router: some RouterMethods<Context>) {
    router.post("ag-ui/:flow") { request, context in await respond(to: request, context) }
    for method in [HTTPRequest.Method.get, .put, .patch, .delete, .options] {
      router.on("ag-ui/:flow", method: method) { request, _ in
        if let fault = core.fault(of: request) { return refusal(fault.text, status: fault.status) }
        var response = refusal("send runs by POST", status: 405)
        response.headers[.allow] = "POST"
        return response
      }
    }
  }

  private func respond(to request: Request, _ context: Context) async -> Response {
    if let fault = core.fault(of: request) { return refusal(fault.text, status: fault.status) }
    do {
      guard let user = try await user(request, context) else { return unauthorized(request) }
      let input = try await core.body(of: request)
      // It takes as long as its sender likes: the token may have been revoked meanwhile.
      guard try await self.user(request, context) == user else { return unauthorized(request) }
      let flow = FlowID(context.parameters.decoded("flow") ?? "")
      return core.stream(to: request) { [flows] output in
        await flows.run(flow, input, of: user) { await output($0) }
      }
    } catch let error as RPCError {
      return refusal(error.message, status: error.code.status)
    } catch let failure as StoreFailure {
      return core.notAdmitted(failure) { Self.json(of: $0) }
    } catch {
      context.logger.error("a token could not be checked", metadata: ["error": "\(error)"])
      return refusal("it cannot be done now; try again later", status: 503)
    }
  }

  private func unauthorized(_ request: Request) -> Response {
    let challenge = BearerChallenge(to: request)
    var response = refusal(challenge.text, status: 401)
    response.headers[.wwwAuthenticate] = challenge.header()
    return response
  }

  /// A run that does not begin.
  private func refusal(_ message: String, status: Int) -> Response {
    EndpointCore.response(Self.json(of: message), status: status)
  }

  private static func json(of message: String) -> JSONValue {
    ["type": "RUN_ERROR", "message": .string(message), "code": "refused"]
  }
}
