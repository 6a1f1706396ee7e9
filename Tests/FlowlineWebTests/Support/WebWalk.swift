import Flowline
import FlowlineHost
import FlowlineTesting
import FlowlineWeb
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization

/// A host with pages and an API over the flows of a walk.
struct WebWalk {
  let walk: Walk
  let host: SessionHost
  private let reported = Reported()
  private let application: Application<RouterResponder<BasicRequestContext>>

  static let user: UserID = "ada"

  init(
    _ walk: Walk, over store: any JournalStore = MemoryJournalStore(), world: String? = nil,
    lock: WebLock? = nil, typed: (any ValueStore)? = nil, limits: HostLimits = HostLimits(),
    hosts: [String] = ["localhost", "127.0.0.1"], isSecure: Bool = false,
    clock: any FlowClock = SystemFlowClock()
  ) throws {
    let catalog = try walk.catalog()
    let environment = walk.options.environment ?? .current
    self.walk = walk
    let host = SessionHost(
      keeping: store, limits: limits, clock: clock,
      onFault: { [reported] fault, _ in reported.add(fault) }
    ) { _ in HostedWorld(catalog, name: world) }
    self.host = host
    var layout = WebLayout(serviceName: "Test")
    layout.account = { user, page in
      HTML {
        Tag.span { "Log out of \(user)" }
        page.way(to: WebLink(path: ["log-out"])) { "Log out" }
      }
    }
    let router = Router()
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: layout, hosts: hosts, isSecure: isSecure, lock: lock, keepingTypedIn: typed,
      in: { environment }
    ) { request, _ in Self.user(of: request) }
    let api = SessionAPI<BasicRequestContext>(
      host, lock: lock, in: { environment }
    ) { request, _ in Self.user(of: request) }
    router.add(middleware: site.unknownAddresses)
    router.add(middleware: api.unknownAddresses(at: "/api"))
    site.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    application = Application(router: router)
  }

  /// What those who look after the program were told, in order.
  var faults: [HostFault] { reported.faults }

  /// The faults that the host reported.
  private final class Reported: Sendable {
    private let list = Mutex<[HostFault]>([])

    var faults: [HostFault] { list.withLock { $0 } }

    func add(_ fault: HostFault) { list.withLock { $0.append(fault) } }
  }

  private static func user(of request: Request) -> UserID? {
    request.headers[.authorization].map { UserID($0) }
  }

  var session: String { walk.options.session?.uuidString.lowercased() ?? "" }

  var key: SessionKey { SessionKey(Self.user, walk.options.session ?? UUID()) }

  /// Runs a test with the browser of the user, without a socket if it says nothing else.
  func test<Value: Sendable>(
    _ setup: TestingSetup = .router,
    _ body: @escaping @Sendable (WebClient) async throws -> Value
  ) async throws -> Value {
    try await application.test(setup) { client in
      try await body(WebClient(client: client))
    }
  }

  /// The journal that the session has in the end.
  func journal() async throws -> String { try await host.journal(of: key) }
}

/// Sends requests as the browser of a user, or of nobody.
struct WebClient: Sendable {
  let client: any TestClientProtocol
  var user: String? = WebWalk.user.rawValue

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], _ body: String? = nil
  ) async throws -> TestResponse {
    var headers = headers
    headers[.authorization] = user
    return try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
  }

  func get(_ path: String) async throws -> TestResponse { try await send(.get, path) }

  /// Posts a form as a browser does.
  func post(
    _ path: String, _ fields: [(String, String)], _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "application/x-www-form-urlencoded"
    let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }
      .joined(separator: "&")
    return try await send(.post, path, headers, body)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      let hex = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" + hex : hex)
    }.joined()
  }
}

extension TestResponse {
  var text: String { String(buffer: body) }
  var location: String { headers[.location] ?? "" }
  /// Where a page leads on to by itself; the empty text if it stays.
  var onward: String {
    let header = HTTPField.Name("Refresh").flatMap { headers[$0] } ?? ""
    return header.hasPrefix("0; url=") ? String(header.dropFirst("0; url=".count)) : ""
  }
  var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }
}

extension FrontEnd {
  /// What a walk sends over pages.
  static let pages = FrontEnd("pages") { walk in
    let web = try WebWalk(walk)
    let session = web.session
    try await web.test { client in
      var reply = try await client.post("/start/\(walk.flow)", [("session", session)])
      for input in walk.inputs {
        let path = try await client.step(of: session)
        switch input {
        case .answer(_, let answer): reply = try await client.post(path, [("answer", answer.typed)])
        case .page(let fields):
          reply = try await client.post(
            path, fields.map { ("field.\($0.key)", $0.value.typed) })
        case .back: reply = try await client.post(path, [("do", "back")])
        case .cancel:
          reply = try await client.post("/session/\(session)/leave", [("do", "cancel")])
        case .gone: throw WalkFault("a page cannot say that it is gone")
        }
        guard [303, 422].contains(reply.status.code) else {
          throw WalkFault("\(input) was answered \(reply.status)")
        }
      }
      _ = try await client.step(of: session)
    }
    return try await web.journal()
  }

  /// What a walk sends over the API.
  static let api = FrontEnd("API") { walk in
    let web = try WebWalk(walk)
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue?
      ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let name = HTTPField.Name("Prefer") { headers[name] = "wait=60" }
        let reply = try await client.send(method, path, headers, body?.text)
        guard [200, 422].contains(reply.status.code) else {
          throw WalkFault("\(path) was answered \(reply.status): \(reply.text)")
        }
        return reply
      }
      _ = try await call(.put, base, ["start": .string(walk.flow.rawValue)])
      for input in walk.inputs {
        switch input {
        case .answer(_, let answer):
          _ = try await call(.post, base + "/answer", ["answer": answer.member])
        case .page(let fields):
          let members = fields.map { ($0.key.rawValue, $0.value.member) }
          _ = try await call(
            .post, base + "/fill",
            ["fill": .object(Dictionary(uniqueKeysWithValues: members))])
        case .back: _ = try await call(.post, base + "/back", ["back": true])
        case .cancel: _ = try await call(.post, base + "/cancel", ["cancel": true])
        case .gone: throw WalkFault("the API has no way to be gone")
        }
        _ = try await call(.get, base, nil)
      }
    }
    return try await web.journal()
  }
}

extension WebClient {
  /// The address of the question that waits, once one does; the session's end if it has ended.
  func step(of session: String) async throws -> String {
    while true {
      let reply = try await get("/session/\(session)")
      let location = reply.location
      if location.contains("/step/") || location.hasSuffix("/end") { return location }
      await Task.yield()
    }
  }
}

extension Answer {
  /// What a field of a page has.
  fileprivate var typed: String {
    switch self {
    case .text(let text): text
    case .json(.bool(let yes)): yes ? "yes" : "no"
    case .json(.object(let members)) where members["latitude"] != nil:
      // A place, of which a person types the two numbers.
      ["latitude", "longitude"].compactMap { members[$0]?.text }.joined(separator: ", ")
    case .json(let json): json.string ?? json.text
    }
  }

  /// What a member of a request has.
  fileprivate var member: JSONValue {
    switch self {
    case .text(let text): ["text": .string(text)]
    case .json(let json): json
    }
  }
}

extension JSONValue {
  /// The first element; nil if it is no list, or an empty one.
  var first: JSONValue? {
    if case .array(let items) = self { items.first } else { nil }
  }
}
