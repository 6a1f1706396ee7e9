import AsyncHTTPClient
import Bank
import BankDocuments
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import NIOCore
import NIOHTTP1
import SandboxKit
import SandboxTestSupport
import ServiceBasics
import Synchronization
import TestSupport
import Testing

@testable import BankSandbox

/// A sandbox with the sample at a moment that stands still, reached over sockets.
///
/// Whatever it answers is held against the project's document of the API, and against the bank's own if
/// `FLOWLINE_BANK_DOCUMENT` names it.
final class TestSandbox: Sendable {
  static let noon = "2026-11-20T12:00:00.000Z"
  static let token = "token-for-everything"
  static let tokens: [SandboxToken] = [
    SandboxToken(token),
    SandboxToken("token-for-reading", scopes: ["balance:read", "account:read"]),
    SandboxToken("token-for-an-hour", expiresAt: Timestamp("2026-11-20T13:00:00Z")),
    SandboxToken("token-of-another", holder: "somebody else"),
  ]

  let sandbox: Sandbox
  let address: String
  private let exercised = Mutex<Set<String>>([])

  /// The first account of the sample, its main category and its goal.
  let account = uuid(1, "a")
  let category = uuid(1, "c")
  let goal = uuid(1, "d")

  private init(_ sandbox: Sandbox, at address: String) {
    (self.sandbox, self.address) = (sandbox, address)
  }

  /// Runs a test over a new sandbox, or over one that continues with a folder's data.
  static func with<Value>(
    folder: String? = nil, tokens: [SandboxToken]? = TestSandbox.tokens,
    configure: (inout SandboxConfiguration) throws -> Void = { _ in },
    _ body: (TestSandbox) async throws -> Value
  ) async throws -> Value {
    let temporary = try TemporaryFolder()
    var configuration = SandboxConfiguration(folder: folder ?? temporary.path)
    configuration.tokens = tokens
    configuration.now = try #require(Timestamp(noon)).date
    try configure(&configuration)
    let now = try #require(configuration.now)
    let seed: (EmbeddedBank) throws -> Void = { bank in
      try SampleData.seed(
        into: bank, now: now, locale: Locale(identifier: "en_GB"), timeZone: .gmt,
        withUndocumentedStatus: false)
    }
    return try await Sandbox.serving(configuration, seed: seed) { sandbox, address in
      try await body(TestSandbox(sandbox, at: address))
    }
  }

  /// What was asked for with success, as `GET /api/v2/…` with the document's names in braces.
  var exercisedOperations: Set<String> { exercised.withLock { $0 } }

  /// Sends a request of the API, with an `Authorization` header unless that is nil.
  func send(
    _ method: String, _ path: String, _ body: String? = nil,
    authorization: String? = "Bearer \(TestSandbox.token)", headers: [(String, String)] = [],
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Answer {
    let answer = try await request(
      method, "/api/v2\(path)", body, authorization: authorization, headers: headers)
    let plain = "/api/v2\(path)".prefix { $0 != "?" }
    guard method != "HEAD" else { return answer }
    let own = try #require(Documents.own, "the project's document cannot be read")
    if Documents.namesBank {
      _ = try #require(Documents.bank, "the bank's document cannot be read")
    }
    for document in [own, Documents.bank].compactMap({ $0 }) {
      let faults = document.faults(
        method: method, path: plain, status: answer.status, body: answer.body)
      #expect(faults == [], "\(method) \(path)", sourceLocation: location)
    }
    if answer.status < 300, let template = own.template(of: plain) {
      exercised.withLock { _ = $0.insert("\(method) \(template)") }
    }
    return answer
  }

  /// What is in the goal of the sample, in pence.
  func saved() async throws -> Int64? {
    let answer = try await send("GET", "/account/\(account)/savings-goals/\(goal)")
    return try answer.json["totalSaved"]?["minorUnits"]?.integer
  }

  /// Sends a request to the controls, which must succeed.
  @discardableResult
  func control(
    _ method: String, _ path: String, _ body: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Answer {
    let answer = try await request(method, "/control/\(path)", body, authorization: nil)
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
    return answer
  }

  /// Waits until so many requests of the API have come.
  func waitForRequests(_ count: Int = 1) async throws {
    try await eventually("a request") {
      try await control("GET", "requests").json["requests"]?.elements.count ?? 0 >= count
    }
  }

  func request(
    _ method: String, _ path: String, _ body: String? = nil, authorization: String?,
    headers: [(String, String)] = []
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "\(address)\(path)")
    request.method = HTTPMethod(rawValue: method)
    if let authorization { request.headers.add(name: "Authorization", value: authorization) }
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
    let bytes = try await response.body.collect(upTo: 64 * 1_048_576)
    return Answer(
      status: Int(response.status.code),
      headers: Dictionary(
        response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
      body: Data(bytes.readableBytesView))
  }
}
