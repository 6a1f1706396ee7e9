import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import SandboxKit
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// A sandbox of a bookkeeping service whose clock stands still, reached over sockets.
final class TestBooks: Sendable {
  static let noon = "2026-09-20T12:00:00.000Z"

  let sandbox: BooksSandbox
  let address: ServiceAddress
  private let transport = NetworkTransport()

  private init(_ sandbox: BooksSandbox, _ address: ServiceAddress) {
    (self.sandbox, self.address) = (sandbox, address)
  }

  /// Runs a test over a sandbox in a folder, and audits its books.
  static func with<Value>(
    _ folder: TemporaryFolder, configure: (inout BooksSandboxConfiguration) -> Void = { _ in },
    _ body: (TestBooks) async throws -> Value
  ) async throws -> Value {
    var configuration = BooksSandboxConfiguration(folder: folder.file("books"))
    configuration.now = try #require(Timestamp(noon)).date
    // Time passes by the control alone.
    configuration.server.uptime = { .zero }
    configure(&configuration)
    let sandbox = try BooksSandbox(configuration)
    let books = TestBooks(sandbox, try ServiceAddress(try await sandbox.start()))
    let value: Value
    do {
      value = try await body(books)
    } catch {
      await books.transport.close()
      try await sandbox.stop()
      throw error
    }
    await books.transport.close()
    try await sandbox.stop()
    #expect(try sandbox.books.audit() == [])
    return value
  }

  /// A token of a user.
  func token(of user: FreeAgent.Identifier<FreeAgent.User>) throws -> String {
    try sandbox.giveTokens(to: try #require(try sandbox.books.user(user))).access
  }

  /// Sends a request, with the headers that an ordinary client has unless others are given.
  func send(
    _ method: CallRequest.Method, _ path: String, query: [CallRequest.Field] = [],
    token: String? = nil, headers: [CallRequest.Field] = [], body: CallRequest.Body? = nil,
    agent: String? = "tests"
  ) async throws -> CallResponse {
    var headers = headers
    if let token { headers.append(.init("Authorization", "Bearer \(token)")) }
    if let agent { headers.append(.init("User-Agent", agent)) }
    return try await transport.send(
      CallRequest(
        method, path: path.split(separator: "/").map(String.init), query: query, headers: headers,
        body: body), to: address)
  }

  /// Turns a control.
  @discardableResult
  func control(
    _ method: CallRequest.Method, _ path: String, _ body: String = ""
  ) async throws -> CallResponse {
    let answer = try await send(
      method, "control/\(path)",
      body: body.isEmpty ? nil : .init(Data(body.utf8), contentType: "application/json"))
    #expect(answer.status == 200, "\(answer.text)")
    return answer
  }

  /// The service, as a client knows it.
  var service: OAuthService {
    OAuthService(
      address, approvalPath: ["v2", "approve_app"], tokenPath: ["v2", "token_endpoint"],
      client: BasicCredentials(id: sandbox.clientID, secret: sandbox.clientSecret),
      takesChallenges: true, userAgent: "tests")
  }
}

extension CallResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
