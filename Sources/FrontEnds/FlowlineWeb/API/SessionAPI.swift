public import Flowline
public import FlowlineHost
public import Hummingbird
import Logging

/// The sessions of a host as JSON over HTTP, for programs.
///
///     let api = SessionAPI<BasicRequestContext>(host) { request, _ in
///       try await user(of: request)
///     }
///     api.addRoutes(to: router.group("api"))
///
/// Requests and states are those of lines of JSON, one for each operation; errors are RFC 9457; the `ETag`
/// of a state names its question, by its token, and all that it tells: it is the `If-Match` of an answer. The
/// OpenAPI document is made from the operations themselves, see
/// ``document(title:version:server:visitorCookie:)``.
public struct SessionAPI<Context: RequestContext>: Sendable {
  /// Whose request it is; nil if nobody's, which is answered 401.
  public typealias UserLookup = @Sendable (Request, Context) async throws -> UserID?

  private let service: SessionService
  private let requestGuard: RequestGuard
  private let user: UserLookup
  private let lock: WebLock?
  private let visitors: Visitors?

  /// Makes an API.
  ///
  /// - Parameters:
  ///   - host: keeps the sessions.
  ///   - hosts: the names the API is reached by, without a port. Requests that name another are refused.
  ///   - lock: the lock of the pages, if browsers send the requests; those of a locked one are answered 423.
  ///   - visitors: the rule that `user` goes by: for the document, and so that the cookie of a browser is renewed
  ///     before a person logs in; nil if it goes by another.
  ///   - environment: the world of a session whose start does not say.
  ///   - user: says whose request it is. Sessions of others do not exist for it.
  public init(
    _ host: SessionHost, hosts: [String] = ["localhost", "127.0.0.1", "[::1]"],
    lock: WebLock? = nil, visitors: Visitors? = nil,
    in environment: @escaping @Sendable () -> FlowEnvironment = { .current },
    user: @escaping UserLookup
  ) {
    self.lock = lock
    self.visitors = visitors
    service = SessionService(host: host, environment: environment)
    requestGuard = RequestGuard(hosts: AllowedHosts(hosts))
    self.user = user
  }

  /// Adds the routes of all operations, and of the document that describes them.
  ///
  /// - Parameter router: the group that they are below.
  public func addRoutes(to router: some RouterMethods<Context>) {
    for operation in Operation.all {
      router.on(RouterPath(operation.path), method: operation.method) { request, context in
        await respond(to: request, context, with: operation)
      }
    }
    router.get("openapi.json") { [visitors, service] _, _ -> Response in
      do throws(StoreFailure) {
        let name = try await visitors?.cookieName()
        return Response(json: Self.document(visitorCookie: name), status: 200)
      } catch {
        return Response(Problem(service.host.notAdmitted(error)))
      }
    }
  }

  private func respond(
    to request: Request, _ context: Context, with operation: Operation
  ) async -> Response {
    // A refusal has it as well.
    var renewed: Cookie?
    var response = await reply(to: request, context, with: operation, keeping: &renewed)
    response.keep(renewed)
    return response
  }

  /// Whose request it is now, whether or not the browser is locked.
  ///
  /// - Throws: a ``Problem`` or a `HostFault` if it is nobody's.
  private func owner(of request: Request, _ context: Context) async throws -> UserID {
    guard let user = try await user(request, context) else {
      if let fault = visitors?.crowding { throw fault }
      throw Problem.unauthorized
    }
    return user
  }

  /// Whose request it is now.
  ///
  /// - Throws: a ``Problem`` or a `HostFault` if it is nobody's, or the browser is locked.
  private func sender(of request: Request, _ context: Context) async throws -> UserID {
    let user = try await owner(of: request, context)
    if try await lock?.standing(of: user, cookies: request.headers[values: .cookie]) == .locked {
      throw Problem.locked
    }
    return user
  }

  /// Whose request it is before its body is read; nil if none is.
  ///
  /// The store is asked of those who send a file, which is long. Of others it is asked once, when all is here.
  private func senderBeforeBody(
    of request: Request, _ context: Context, with operation: Operation
  ) async throws -> UserID? {
    switch operation.body {
    case .none: return nil
    case .json:
      Visitors.arrival?.awaitBody()
      return try await owner(of: request, context)
    case .file: return try await sender(of: request, context)
    }
  }

  private func reply(
    to request: Request, _ context: Context, with operation: Operation,
    keeping renewed: inout Cookie?
  ) async -> Response {
    var held = 0
    defer { service.host.forgetBody(of: held) }
    do {
      switch requestGuard.fault(of: request) {
      case .otherHost?: return Response(.otherHost)
      case .otherSite?: return Response(.otherSite)
      case nil: break
      }
      let first = try await senderBeforeBody(of: request, context, with: operation)
      let body: Result<APIBody, any Error>
      do {
        body = .success(
          try await APIBody(of: request, for: operation, at: service.host, holding: &held))
      } catch {
        // It is said to the one whose request it is.
        body = .failure(error)
      }
      // A body takes as long as its sender likes: somebody may have logged in or out meanwhile.
      let counted = await Visitors.arrival?.settled(request) ?? request
      let user = try await sender(of: counted, context)
      // A browser that begins anew is the visitor of the cookie that the reply has.
      if let first, first != user, Visitors.arrival?.asked?.given?.user != user {
        return Response(.unauthorized)
      }
      let cookies = counted.headers[values: .cookie]
      let call = try await APICall(
        counted, of: operation, by: user, parameters: context.parameters, with: try body.get(),
        at: service.host)
      if let visitors, try await service.mayLogIn(call, by: operation, counted),
        try await visitors.know(user, by: counted)
      {
        switch try await visitors.renewal(of: counted, by: call.secrets) {
        case .none: break
        case .made(let cookie): renewed = visitors.cookie(cookie)
        case .overtaken: return Response(.unauthorized)
        }
      }
      let reply = try await operation.perform(call, service)
      return reply.response(to: request) { [visitors] in
        await visitors?.stillCount(cookies) ?? true
      }
    } catch let problem as Problem {
      return Response(problem)
    } catch let failure as StoreFailure {
      return Response(Problem(service.host.notAdmitted(failure)))
    } catch let fault as HostFault {
      return Response(Problem(fault, in: service.environment()))
    } catch let fault as RequestFailure {
      return Response(Problem(fault))
    } catch let error as any HTTPResponseError {
      return Response(Problem(status: Int(error.status.code), code: "http", "\(error.status)"))
    } catch {
      context.logger.error("an operation of the API failed", metadata: ["error": "\(error)"])
      return Response(Problem(status: 500, code: "internal", "the operation failed"))
    }
  }
}

extension SessionAPI {
  /// Answers addresses of the API that no operation has with a problem that says so.
  ///
  /// It belongs to the router that the API is in, before all routes.
  ///
  /// - Parameter path: the path that the operations are below, `/api` for example.
  public func unknownAddresses(at path: String) -> some RouterMiddleware<Context> {
    Unrouted<Context>(
      routes: KnownRoutes(Operation.all.map { ($0.method, $0.path) } + [(.get, "openapi.json")]),
      base: path.split(separator: "/").map(String.init)
    ) { [requestGuard] request, allowed in
      if requestGuard.fault(of: request) == .otherHost { return Response(.otherHost) }
      return Response(allowed.isEmpty ? .unknownAddress : .wrongMethod)
    }
  }
}

/// What the operations work with.
struct SessionService: Sendable {
  let host: SessionHost
  let environment: @Sendable () -> FlowEnvironment
}
