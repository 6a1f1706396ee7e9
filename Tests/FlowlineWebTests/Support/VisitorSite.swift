import Flowline
import FlowlineHost
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import TestSupport

@testable import FlowlineWeb

/// A site whose users are visitors, with a flow that asks for a secret first, as one that logs in does.
struct VisitorSite: Sendable {
  let values = MemoryValueStore()
  let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
  let visitors: Visitors
  /// Of whom access was revoked.
  let revoked = RevokedAccess()
  let host: SessionHost
  /// The session of the flow.
  let session = "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"

  private struct TokenFlow: Flow {
    let id: FlowID = "token"

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(SecretScreen("token", "Your token?", length: 1...20))
      return try await context.run(TextScreen("name", "Your name?"))
    }
  }

  private init(newPerMinute: Int?) {
    visitors = Visitors(
      keptIn: values, newPerMinute: newPerMinute, clock: clock,
      revokingAccessOf: { [revoked] user async throws(StoreFailure) in
        try revoked.note(user)
        await revoked.wait()
      })
    host = SessionHost(keeping: MemoryJournalStore()) { _ in
      var catalog = FlowCatalog()
      catalog.add(TokenFlow(), summary: "A token")
      return HostedWorld(catalog)
    }
  }

  /// Runs a test with a browser that has been at the site.
  ///
  /// - Parameters:
  ///   - user: who a log-in of the application's own says the browser is; nil if it is the visitor's.
  ///   - newPerMinute: how many visitors may be new in a minute, the browser among them; nil for any number.
  ///   - body: the test.
  static func test(
    as user: UserID? = nil, newPerMinute: Int? = nil,
    _ body: @escaping @Sendable (VisitorSite, VisitorBrowser) async throws -> Void
  ) async throws {
    let site = VisitorSite(newPerMinute: newPerMinute)
    let visitors = site.visitors
    let known: FlowlineSite<BasicRequestContext>.UserLookup = { request, _ in
      if let user { return user }
      return try await visitors.user(of: request)
    }
    let pages = FlowlineSite<BasicRequestContext>(
      site.host, layout: WebLayout(serviceName: "Test"), visitors: visitors, user: known)
    let api = SessionAPI<BasicRequestContext>(site.host, visitors: visitors, user: known)
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    router.add(middleware: pages.unknownAddresses)
    pages.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    let name = try await visitors.cookieName()
    try await Application(router: router).test(.router) { client in
      let browser = VisitorBrowser(client, name: name)
      _ = try await browser.get("/")
      try await body(site, browser)
    }
  }
}

/// Notes of whom access was revoked, and fails or takes long as often as it is told.
final class RevokedAccess: Sendable {
  private let state = Mutex<(users: [UserID], failures: Int)>(([], 0))
  private let gates = Mutex<[(reached: Gate<Void>, open: Gate<Void>)?]>([])

  var users: [UserID] { state.withLock { $0.users } }

  /// Has the next ones fail.
  func fail(times: Int) { state.withLock { $0.failures = times } }

  /// Has the second one from now on wait for a gate.
  ///
  /// - Parameters:
  ///   - open: the gate.
  ///   - reached: is opened when it waits.
  func haveSecondWait(for open: Gate<Void>, reaching reached: Gate<Void>) {
    gates.withLock { $0 = [nil, (reached, open)] }
  }

  func wait() async {
    guard let gate = gates.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    gate.reached.open()
    await gate.open.wait()
  }

  func note(_ user: UserID) throws(StoreFailure) {
    let fails = state.withLock { state in
      guard state.failures == 0 else {
        state.failures -= 1
        return true
      }
      state.users.append(user)
      return false
    }
    if fails { throw StoreFailure(.busy, at: "tokens", "not now") }
  }
}

/// A browser that keeps the cookie of a visitor.
final class VisitorBrowser: Sendable {
  /// The cookie's name.
  let name: String
  private let client: any TestClientProtocol
  private let kept: Mutex<String?>
  /// Another cookie that it sends.
  private let other = Mutex<String?>(nil)

  init(_ client: any TestClientProtocol, name: String, cookie: String? = nil) {
    self.client = client
    self.name = name
    kept = Mutex(cookie)
  }

  /// The same browser with another cookie.
  convenience init(_ other: VisitorBrowser, cookie: String) {
    self.init(other.client, name: other.name, cookie: cookie)
  }

  /// The value of the cookie.
  var cookie: String? { kept.withLock { $0 } }

  /// What it sends: the cookie's name and value.
  var pair: String {
    ["\(name)=\(cookie ?? "")", other.withLock { $0 }].compactMap(\.self).joined(separator: "; ")
  }

  /// The visitor.
  var user: UserID { Visitors.user(of: String((cookie ?? "").prefix(32))) }

  /// Another browser with the same cookie.
  func copy() -> VisitorBrowser { VisitorBrowser(client, name: name, cookie: cookie) }

  /// Another browser, which has not been at the site.
  func stranger() -> VisitorBrowser { VisitorBrowser(client, name: name) }

  /// A request of its own.
  var request: Request {
    var head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
    head.headerFields[.cookie] = pair
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  /// Keeps another cookie beside it.
  func keep(besides pair: String) { other.withLock { $0 = pair } }

  /// Keeps another value of the cookie.
  func keep(_ value: String) { kept.withLock { $0 = value } }

  func get(_ path: String) async throws -> TestResponse { try await send(.get, path) }

  /// Posts a form as a browser does.
  ///
  /// - Parameter isLost: whether the reply is thrown away, as that of the first of two presses is.
  func post(
    _ path: String, _ fields: [(String, String)], isLost: Bool = false
  ) async throws -> TestResponse {
    let body = fields.map { "\(WebLink.encoded($0.0))=\(WebLink.encoded($0.1))" }
    return try await send(
      .post, path, [.contentType: "application/x-www-form-urlencoded"],
      body.joined(separator: "&"), isLost: isLost)
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
    _ body: String? = nil, isLost: Bool = false
  ) async throws -> TestResponse {
    var headers = headers
    if cookie != nil { headers[.cookie] = pair }
    let reply = try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    let given = reply.headers[values: .setCookie].filter { $0.hasPrefix("\(name)=") }
    if !isLost, let value = given.last?.dropFirst(name.count + 1).prefix(while: { $0 != ";" }) {
      kept.withLock { $0 = String(value) }
    }
    return reply
  }

  /// Begins the flow of the site; returns the page of its question.
  func begin(at site: VisitorSite) async throws -> BrowserPage {
    let reply = try await post("/start/token", [("session", site.session)])
    return try BrowserPage(await get(reply.location).text, at: reply.location)
  }

  /// Types an answer on a page.
  func answer(
    _ page: BrowserPage, _ text: String, isLost: Bool = false
  ) async throws -> TestResponse {
    guard let form = page.question else { return try await get(page.path) }
    return try await post(
      form.action, form.sent(pressing: nil, changing: ["answer": [text]]), isLost: isLost)
  }
}
