import Flowline
import FlowlineHost
import FlowlineWeb
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// What an endpoint does with a request whose user is known.
struct EndpointCore: Sendable {
  let server: MCPServer
  let requestGuard: RequestGuard
  /// The connections that clients of revisions before 2026-07-28 have begun.
  private let connections: ConnectionTable

  /// How many bytes a message may have.
  static let limit = 1 << 20

  init(server: MCPServer, requestGuard: RequestGuard) {
    self.server = server
    self.requestGuard = requestGuard
    connections = ConnectionTable(clock: server.host.clock)
  }

  /// Why a request is not answered at all.
  enum Fault {
    /// It names another host.
    case otherHost
    /// It is of another site's page.
    case otherSite

    var text: String {
      switch self {
      case .otherHost: "the request names a host that this is not"
      case .otherSite: "another site's page made the request"
      }
    }

    var status: Int { if case .otherHost = self { 421 } else { 403 } }
  }

  /// Why a request is not answered at all; nil if it is.
  func fault(of request: Request) -> Fault? {
    switch requestGuard.fault(of: request) {
    case .otherHost?: .otherHost
    case .otherSite?: .otherSite
    // Reading is refused, too: what is read here is nobody else's.
    case nil: requestGuard.isOfOtherSite(request) ? .otherSite : nil
    }
  }

  /// Answers a request without a message.
  func respond(to request: Request, of user: UserID) -> Response {
    guard request.method == .delete else { return Self.wrongMethod }
    if let error = EnvelopeHeaders.unsupported(in: request) {
      return Self.response(error.response(to: nil), status: error.code.status)
    }
    guard let name = Self.connection(of: request), connections.remove(name, of: user) else {
      return Self.refusal("there is no such connection; begin one with initialize", status: 404)
    }
    return Response(status: .noContent)
  }

  /// The connection that a request names; nil if it names none.
  private static func connection(of request: Request) -> String? {
    request.headers.value(of: "Mcp-Session-Id")
  }

  /// That messages are sent by other methods.
  static var wrongMethod: Response {
    var response = refusal("send messages by POST", status: 405)
    response.headers[.allow] = "POST, DELETE"
    return response
  }

  /// Answers a message.
  ///
  /// - Parameters:
  ///   - message: what was posted, see ``message(of:)``.
  ///   - request: the request that it came with.
  ///   - user: whose it is, as was asked once all of it had arrived.
  func respond(to message: RPCMessage, of request: Request, of user: UserID) async -> Response {
    if case .request(_, _, let params) = message, EnvelopeHeaders.isModern(request, params) {
      return await modern(message, request, of: user)
    }
    // The revision is agreed on here: what the client knows is in the message.
    if case .request(_, "initialize", _) = message { return await initialize(message, of: user) }
    if let error = EnvelopeHeaders.unsupported(in: request) {
      return Self.response(error.response(to: message.requestID), status: error.code.status)
    }
    if case .notification = message, EnvelopeHeaders.isModern(request, [:]) {
      return Response(status: .accepted)
    }
    guard let name = Self.connection(of: request) else {
      return Self.refusal(
        "expected the header Mcp-Session-Id of a connection, or a revision; begin with initialize",
        status: 400)
    }
    guard let connection = connections.find(name, of: user) else {
      return Self.refusal("there is no such connection; begin one with initialize", status: 404)
    }
    return await reply(to: message, of: request, on: connection)
  }

  /// The message that a request posts.
  ///
  /// - Throws: ``RPCError`` if it is none, or too long.
  func message(of request: Request) async throws(RPCError) -> RPCMessage {
    try RPCMessage(parsing: try await text(of: request))
  }

  /// The JSON of a request.
  ///
  /// - Throws: ``RPCError`` if it is none, or too long.
  func body(of request: Request) async throws(RPCError) -> JSONValue {
    try RPCMessage.json(of: try await text(of: request))
  }

  private func text(of request: Request) async throws(RPCError) -> String {
    guard request.headers.sayJSON else {
      throw RPCError(.invalidRequest, "expected the type application/json")
    }
    var held = 0
    defer { server.host.forgetBody(of: held) }
    do {
      let body = try await request.bytes(upTo: Self.limit, at: server.host, holding: &held)
      guard let text = String(validating: body, as: UTF8.self) else {
        throw RPCError(.parse, "expected UTF-8, got other bytes")
      }
      return text
    } catch let error as RPCError {
      throw error
    } catch let fault as HostFault {
      throw RPCError(fault, "too much is sent to the server at once; send it again in a moment")
    } catch {
      throw RPCError(.invalidRequest, "a message may have \(Self.limit) bytes; send less")
    }
  }

  // MARK: - Requests that stand alone

  private func modern(_ message: RPCMessage, _ request: Request, of user: UserID) async -> Response
  {
    guard case .request(let id, let method, let params) = message else {
      return Response(status: .accepted)
    }
    if let error = EnvelopeHeaders.fault(of: request, method, params) {
      return Self.response(error.response(to: id), status: error.code.status)
    }
    let connection = MCPConnection(to: server, of: user)
    if method == "tools/call", params["_meta"]?["progressToken"] != nil {
      return stream(message, of: request, on: connection)
    }
    return await answer(to: message, on: connection)
  }

  // MARK: - Connections

  private func initialize(_ message: RPCMessage, of user: UserID) async -> Response {
    let connection = MCPConnection(to: server, of: user)
    var response = await answer(to: message, on: connection)
    guard connection.isInitialized else { return response }
    if let header = HTTPField.Name("Mcp-Session-Id") {
      response.headers[header] = connections.add(connection)
    }
    return response
  }

  private func reply(
    to message: RPCMessage, of request: Request, on connection: MCPConnection
  ) async -> Response {
    guard case .request(_, let method, _) = message else {
      await connection.receive(message) { _ in }
      return Response(status: .accepted)
    }
    return method == "tools/call"
      ? stream(message, of: request, on: connection) : await answer(to: message, on: connection)
  }

  // MARK: - Responses

  /// The one answer to a request.
  private func answer(to message: RPCMessage, on connection: MCPConnection) async -> Response {
    let (answers, continuation) = AsyncStream.makeStream(of: JSONValue.self)
    await connection.receive(message) { continuation.yield($0) }
    continuation.finish()
    var last: JSONValue = [:]
    for await answer in answers { last = answer }
    var status = 200
    if case .integer(let number)? = last["error"]?["code"],
      let code = RPCError.Code(rawValue: number)
    {
      status = code.status
    }
    return Self.response(last, status: status)
  }

  /// What belongs to a message, as server-sent events.
  private func stream(
    _ message: RPCMessage, of request: Request, on connection: MCPConnection
  ) -> Response {
    stream(to: request) { output in await connection.receive(message, output: output) }
  }

  /// The messages of work, as server-sent events; a client that closes the connection stops it.
  ///
  /// - Parameters:
  ///   - request: what they answer, as the server read it: see `Response.events(to:_:)`.
  ///   - work: sends the messages.
  func stream(
    to request: Request,
    _ work: @escaping @Sendable (@escaping MCPConnection.Output) async -> Void
  ) -> Response {
    Response.events(to: request) { [clock = server.host.clock] in
      let events = MessageEvents(clock: clock, work)
      return (texts: events.texts, stop: events.stop)
    }
  }

  static func response(_ json: JSONValue, status: Int) -> Response {
    var response = Response(
      status: .init(code: status), headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: json.text)))
    response.headers[.cacheControl] = "no-store"
    if let name = HTTPField.Name("x-content-type-options") { response.headers[name] = "nosniff" }
    return response
  }

  /// A token could not be checked, as what keeps them failed.
  ///
  /// - Parameter json: makes the body of a message.
  func notAdmitted(_ failure: StoreFailure, _ json: (String) -> JSONValue) -> Response {
    let fault = server.host.notAdmitted(failure)
    var response = Self.response(json("it cannot be done now; try again later"), status: 503)
    response.headers[.retryAfter] = fault.retrySeconds.map { "\($0)" }
    return response
  }

  static func refusal(_ fault: Fault) -> Response {
    refusal(fault.text, status: fault.status)
  }

  private static func refusal(_ text: String, status: Int) -> Response {
    response(RPCError(.invalidRequest, text).response(to: nil), status: status)
  }
}
