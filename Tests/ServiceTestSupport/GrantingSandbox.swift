import FoundationEssentials
package import SandboxKit
package import ServiceBasics
package import ServiceCalls

/// A sandbox on loopback that lets people allow access by OAuth, and tells who they are.
package final class GrantingSandbox: Sendable {
  /// The program that asks for access.
  package static let program = BasicCredentials(id: "program", secret: "the-secret-of-the-program")

  /// The address.
  package let address: ServiceAddress
  /// Who allowed what.
  package let oauth: OAuthServer
  /// Its clock, its faults, and what came.
  package let world: SandboxWorld
  private let transport = NetworkTransport()

  private init(_ address: ServiceAddress, _ oauth: OAuthServer, _ world: SandboxWorld) {
    (self.address, self.oauth, self.world) = (address, oauth, world)
  }

  /// Runs a test over a new sandbox in a folder, which may have the log-ins of an earlier one.
  package static func with<Value>(
    _ folder: String, server: ServerSettings = ServerSettings(),
    configure: (inout OAuthSettings) -> Void = { _ in },
    _ body: (GrantingSandbox) async throws -> Value
  ) async throws -> Value {
    let world = SandboxWorld(now: nil, uptime: { .zero })
    var settings = OAuthSettings(
      title: "Things",
      programs: [OAuthProgram(id: program.id, name: "Tests & co", secrets: [program.secret])])
    configure(&settings)
    let oauth = try OAuthServer(
      file: "\(folder)/log-ins.sqlite", settings: settings, clock: world.clock,
      people: {
        [
          OAuthPerson(id: "1", name: "Ada", detail: "may do everything"),
          OAuthPerson(id: "2", name: "<b>Bob</b>", detail: "may do little"),
        ]
      })
    let server = try SandboxServer(
      server, world: world, api: GrantingAPI(oauth: oauth), controls: GrantingControls(oauth: oauth)
    )
    let sandbox = GrantingSandbox(try ServiceAddress(try await server.start()), oauth, world)
    do {
      let value = try await body(sandbox)
      await sandbox.transport.close()
      try await server.stop()
      return value
    } catch {
      await sandbox.transport.close()
      try await server.stop()
      throw error
    }
  }

  /// The service, as a client knows it.
  package func service(takesChallenges: Bool = true) -> OAuthService {
    OAuthService(
      address, approvalPath: ["oauth", "authorize"], tokenPath: ["oauth", "token"],
      client: Self.program, takesChallenges: takesChallenges, userAgent: "tests")
  }

  /// Sends a request.
  package func send(
    _ method: CallRequest.Method, _ path: String, query: [CallRequest.Field] = [],
    headers: [CallRequest.Field] = [], body: CallRequest.Body? = nil
  ) async throws -> CallResponse {
    try await transport.send(
      CallRequest(
        method, path: path.split(separator: "/").map(String.init), query: query, headers: headers,
        body: body), to: address)
  }

  /// Asks for tokens, with the program's credentials in the header unless a form has them.
  package func tokens(
    _ fields: [CallRequest.Field], authorization: String? = program.header
  ) async throws -> CallResponse {
    try await send(
      .post, "oauth/token", headers: authorization.map { [.init("Authorization", $0)] } ?? [],
      body: .form(fields))
  }

  /// Answers the page at an address as a person would: with a form.
  ///
  /// - Returns: where the browser is led.
  package func approve(
    _ page: String, as person: String? = "1", decision: String = "allow"
  ) async throws -> String? {
    let query = page.split(separator: "?", maxSplits: 1).last ?? ""
    var fields = FormItem.items(in: query).map { CallRequest.Field($0.name, $0.value) }
    if let person { fields.append(.init("person", person)) }
    fields.append(.init("decision", decision))
    return try await send(.post, "oauth/authorize", body: .form(fields)).header("Location")
  }

  /// How often tokens were asked for.
  package var tokenRequests: Int {
    world.requests.entries.count { $0.path == "/oauth/token" }
  }
}

/// Tells who somebody is, at any path.
private struct GrantingAPI: ProviderAPI {
  enum Admission: Sendable {
    case oauth(OAuthServer.Operation)
    case person(String)
  }

  let oauth: OAuthServer

  func admit(_ head: IncomingHead) -> Admitted<Admission> {
    switch oauth.admit(head) {
    case .admitted(let operation, let limit):
      return .admitted(.oauth(operation), bodyLimit: limit)
    case .refused(let reply): return .refused(reply)
    case nil: break
    }
    guard case .token(let token) = BearerHeader(head.authorization),
      let bearer = try? oauth.bearer(token), case .person(let person) = bearer
    else { return .refused(refusal("who are you?", status: 401)) }
    return .admitted(.person(person), bodyLimit: 1024)
  }

  func reply(to call: IncomingCall, _ admission: Admission) async -> WrittenReply {
    do {
      switch admission {
      case .oauth(let operation): return try await oauth.reply(to: call, operation)
      case .person(let person): return try WrittenReply(json: [person])
      }
    } catch {
      return WrittenReply(status: 500)
    }
  }

  func refusal(_ code: String, status: Int) -> WrittenReply {
    WrittenReply(status: status, contentType: "text/plain", body: Data(code.utf8))
  }
}

private struct GrantingControls: ProviderControls {
  let oauth: OAuthServer

  func reply(to call: IncomingCall) async throws -> WrittenReply? {
    try await oauth.controlReply(to: call)
  }
}
