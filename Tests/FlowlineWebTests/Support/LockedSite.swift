import Flowline
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import OwnScreens
import Synchronization

@testable import FlowlineWeb

/// A site with a lock, whose clock stands still until a test moves it.
final class LockedSite: Sendable {
  let lock: WebLock
  private let facts: Facts

  private final class Facts: Sendable {
    let now = Mutex(Date(timeIntervalSince1970: 1_795_176_000))
    let loggedOut = Mutex<[UserID]>([])
  }

  private init(_ lock: WebLock?) {
    let facts = Facts()
    self.facts = facts
    self.lock =
      lock
      ?? WebLock(keptIn: MemoryValueStore(), now: { facts.now.withLock { $0 } }) { user in
        facts.loggedOut.withLock { $0.append(user) }
      }
  }

  /// Who was logged out, in order.
  var loggedOut: [UserID] { facts.loggedOut.withLock { $0 } }

  /// Has so many seconds pass.
  func pass(_ seconds: Int) { facts.now.withLock { $0 += Double(seconds) } }

  /// Runs a test with the browser of a user.
  ///
  /// - Parameters:
  ///   - lock: the lock; one over a store of its own by itself.
  ///   - walk: the flow that is begun; one with screens of its own by itself.
  ///   - typed: keeps what is typed on pages that are left; by itself the store of the lock.
  ///   - body: the test.
  static func test(
    _ lock: WebLock? = nil, of walk: Walk? = nil, keepingTypedIn typed: (any ValueStore)? = nil,
    _ body: @escaping @Sendable (LockedBrowser, LockedSite) async throws -> Void
  ) async throws {
    let site = LockedSite(lock)
    let own = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OwnFlow(), summary: "Kinds of one's own")
      return catalog
    }
    let web = try WebWalk(walk ?? own, lock: site.lock, typed: typed)
    try await web.test { client in try await body(LockedBrowser(client, web, site.lock), site) }
  }
}

/// A browser that keeps the cookie of the lock.
final class LockedBrowser: Sendable {
  let client: WebClient
  let web: WebWalk
  private let lock: WebLock
  private let kept: Mutex<String?>

  init(_ client: WebClient, _ web: WebWalk, _ lock: WebLock, pass: String? = nil) {
    (self.client, self.web, self.lock) = (client, web, lock)
    kept = Mutex(pass)
  }

  var session: String { web.session }

  /// The cookie by which pages are shown.
  var pass: String? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  /// Another browser with the same cookie.
  func copy(_ user: String? = nil) -> LockedBrowser {
    var client = client
    client.user = user ?? client.user
    return LockedBrowser(client, web, lock, pass: pass)
  }

  func forgetPass() { pass = nil }

  // MARK: - Requests

  func get(_ path: String) async throws -> TestResponse { try await send(.get, path) }

  func send(_ method: HTTPRequest.Method, _ path: String) async throws -> TestResponse {
    try await taking { try await client.send(method, path, $0) }
  }

  func post(
    _ path: String, _ fields: [(String, String)], _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    try await taking { pass in
      var headers = headers
      headers[.cookie] = pass[.cookie]
      return try await client.post(path, fields, headers)
    }
  }

  /// Posts what is no form, or one with files.
  func post(_ path: String, _ body: String, of type: String) async throws -> TestResponse {
    try await taking { pass in
      var headers = pass
      headers[.contentType] = type
      return try await client.send(.post, path, headers, body)
    }
  }

  /// The page at an address, or where that leads to.
  func page(_ path: String) async throws -> BrowserPage {
    var (path, reply) = (path, try await get(path))
    while reply.status == .seeOther {
      path = reply.location
      reply = try await get(path)
    }
    return try BrowserPage(reply.text, at: path)
  }

  private func taking(
    _ send: (HTTPFields) async throws -> TestResponse
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    // A store that does not answer says no name, and has shown no page.
    let name = (try? await lock.seal.names().name(.open)) ?? "none"
    if let pass { headers[.cookie] = "\(name)=\(pass)" }
    let reply = try await send(headers)
    for cookie in reply.headers[values: .setCookie] where cookie.hasPrefix("\(name)=") {
      let value = cookie.dropFirst(name.count + 1).prefix { $0 != ";" }
      pass = value.isEmpty ? nil : String(value)
    }
    return reply
  }

  // MARK: - The page of the PIN

  func begin() async throws {
    _ = try await post("/start/\(web.walk.flow)", [("session", session)])
  }

  /// Chooses a first PIN.
  func set(_ pin: String) async throws {
    let reply = try await keep(pin)
    guard reply.location == "/lock?notice=set" else {
      throw WalkFault("the PIN was not set: \(reply.status)")
    }
  }

  func keep(_ new: String, _ current: String = "") async throws -> TestResponse {
    try await post("/lock", [("pin", current), ("new", new), ("do", "keep")])
  }

  func remove(_ current: String) async throws -> TestResponse {
    try await post("/lock", [("removed", current), ("do", "remove")])
  }

  func unlock(_ pin: String, from path: String? = nil) async throws -> TestResponse {
    try await post(
      "/lock", (path.map { [("from", $0)] } ?? []) + [("pin", pin), ("do", "unlock")])
  }

  /// Types the PIN 1234 on the page that a lock has led to.
  func unlock(behind locked: TestResponse) async throws -> TestResponse {
    let page = try await page(locked.location)
    let form = try page.form(with: "do", "unlock")
    let button = BrowserForm.Button(name: "do", value: "unlock")
    return try await post(form.action, form.sent(pressing: button, changing: ["pin": ["1234"]]))
  }

  /// The path of a route, for this session.
  func filled(_ path: String, _ step: String) -> String {
    path.replacing("{session}", with: session).replacing("{flow}", with: "own")
      .replacing("{token}", with: step.split(separator: "/").last.map(String.init) ?? "")
  }
}

/// A store of values that never answers.
final class SilentStore: ValueStore {
  private let count = Mutex(0)

  /// How often it was asked.
  var timesAsked: Int { count.withLock { $0 } }

  private var failure: StoreFailure {
    count.withLock { $0 += 1 }
    return StoreFailure(.unreadable, at: "values", "it does not answer")
  }

  func make(_: KeptValue) async throws(StoreFailure) -> Bool { throw failure }
  func value(named _: String, on _: String) async throws(StoreFailure) -> KeptValue? {
    throw failure
  }
  func values(
    of _: UserID, on _: String, beginning _: String
  ) async throws(StoreFailure) -> [KeptValue] { throw failure }
  func remove(named _: String, on _: String) async throws(StoreFailure) { throw failure }
  func removeValues(
    of _: UserID, on _: String, beginning _: String
  ) async throws(StoreFailure) { throw failure }
  func removeExpired(by _: Date) async throws(StoreFailure) { throw failure }
}
