import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// An application of somebody else's, over a socket: pages and an API below paths of its own, with users of its own.
struct WebAppTests {
  private static let session = "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
  /// The page of the session, as a mail links to it.
  private static let deep = "/tables/session/\(session)"
  private static let paymentsKey = "key-of-the-payment-service"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a request was answered.
  private struct Reply {
    let status: Int
    let headers: HTTPHeaders
    let text: String

    var location: String { headers.first(name: "Location") ?? "" }
  }

  /// Sends requests, and follows none elsewhere.
  private struct Browser {
    let address: String
    /// The cookie of the log-in; nil before it.
    var cookie: String?

    private static let client: HTTPClient = {
      var configuration = HTTPClient.Configuration(
        timeout: .init(connect: .seconds(600), read: .seconds(600)))
      configuration.redirectConfiguration = .disallow
      return HTTPClient(configuration: configuration)
    }()

    func send(
      _ method: HTTPMethod, _ path: String, _ body: String = "",
      _ headers: [(String, String)] = []
    ) async throws -> Reply {
      var request = HTTPClientRequest(url: address + path)
      request.method = method
      for (name, value) in headers { request.headers.add(name: name, value: value) }
      if let cookie { request.headers.add(name: "Cookie", value: cookie) }
      if !body.isEmpty { request.body = .bytes(ByteBuffer(string: body)) }
      let response = try await Self.client.execute(request, timeout: .seconds(600))
      let bytes = try await response.body.collect(upTo: 1 << 24)
      return Reply(
        status: Int(response.status.code), headers: response.headers, text: String(buffer: bytes))
    }

    func get(_ path: String) async throws -> Reply { try await send(.GET, path) }

    /// Posts a form.
    func post(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> Reply {
      let body = fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
      return try await send(
        .POST, path, body, [("Content-Type", "application/x-www-form-urlencoded")])
    }

    private static func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
  }

  /// Serves the application, has something done with the code of a member's, and ends it in order.
  private func serve(_ body: (Browser, _ code: String) async throws -> Void) async throws {
    var program = BuiltProgram("WebApp", folder.file("data"), "0")
    program.environment = [
      "PAYMENTS_KEY": Self.paymentsKey, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    ]
    let running = try program.start()
    let line = await running.line()
    do {
      let told = try #require(line.firstMatch(of: /listening on (\S+), codes: ada (\S+), grace/))
      try await body(Browser(address: String(told.1)), String(told.2))
    } catch {
      running.signal(9)
      _ = try await running.end()
      throw error
    }
    running.signal(15)
    let end = try await running.end()
    #expect(end.status == 0, "\(end.output)\(end.errors)")
  }

  /// Logs in as the member who has the code.
  private func loggedIn(_ browser: Browser, _ code: String) async throws -> Browser {
    let reply = try await browser.post("/tables/log-in", ["name": "ada", "code": code])
    let header = try #require(reply.headers.first(name: "Set-Cookie"))
    #expect(header.contains("HttpOnly") && header.contains("SameSite=Lax"), "\(header)")
    var browser = browser
    browser.cookie = String(header.prefix { $0 != ";" })
    return browser
  }

  @Test func `a link into a session leads through the log-in, and no link leads elsewhere`()
    async throws
  {
    try await serve { browser, code in
      let asked = try await browser.get(Self.deep)
      let logIn = "/tables/log-in?next=%2Ftables%2Fsession%2F\(Self.session)"
      #expect(asked.status == 401 && asked.text.contains("href=\"\(logIn)\""), "\(asked.text)")
      let page = try await browser.get(logIn)
      #expect(page.status == 200 && page.text.contains("Chez Flowline"))
      #expect(page.text.contains("name=\"next\" value=\"\(Self.deep)\""))
      // Another language forgets it as little.
      #expect(page.text.contains("name=\"from\" value=\"\(logIn)\""), "\(page.text)")

      let wrong = try await browser.post(
        "/tables/log-in", ["name": "ada", "code": "0-not-it", "next": Self.deep])
      #expect(wrong.status == 422 && wrong.text.contains("There is a problem"))
      #expect(wrong.text.contains("value=\"ada\"") && !wrong.text.contains("0-not-it"))
      #expect(wrong.headers["Set-Cookie"].isEmpty)
      let right = try await browser.post(
        "/tables/log-in", ["name": "ada", "code": code, "next": Self.deep])
      #expect(right.status == 303 && right.location == Self.deep)
      for elsewhere in ["//evil.example/", "https://evil.example/", "/\\evil.example", ""] {
        let away = try await browser.post(
          "/tables/log-in", ["name": "ada", "code": code, "next": elsewhere])
        #expect(away.status == 303 && away.location == "/tables/", "\(elsewhere)")
      }
    }
  }

  @Test func `a table is booked once its deposit is paid, and a member logs out`() async throws {
    try await serve { browser, code in
      let ada = try await loggedIn(browser, code)
      let begun = try await ada.post("/tables/start/table", ["session": Self.session])
      #expect(begun.status == 303 && begun.location.hasPrefix(Self.deep), "\(begun.text)")
      for answer in ["4", "Ada"] {
        let step = try await place("/step/", ada)
        #expect(try await ada.post(step, ["answer": answer]).status == 303)
      }
      let waiting = try await ada.get(try await place("/working", ada))
      #expect(waiting.text.contains("Waiting for the deposit, in the name of Ada"))
      let paid = report("ada", "r-1")
      #expect(try await pay(browser, paid, key: "another").status == 401)
      #expect(try await pay(browser, report("grace", "r-1")).status == 404)
      #expect(try await pay(browser, paid).status == 200)
      let end = try await ada.get(try await place("/end", ada))
      #expect(end.text.contains("A table for 4, in the name of Ada. Receipt r-1."), "\(end.text)")
      // Reported again it changes nothing, and what comes too late is not sent for ever.
      for late in [paid, report("ada", "r-2")] {
        #expect(try await pay(browser, late).status == 200)
      }
      // The same session over the API, by the same cookie.
      #expect(try await ada.get("/api/sessions/\(Self.session)").text.contains("r-1"))
      #expect(try await browser.get("/api/sessions/\(Self.session)").status == 401)

      #expect(try await ada.get("/tables/log-out").text.contains("action=\"/tables/log-out\""))
      let out = try await ada.post("/tables/log-out", [:])
      #expect(out.status == 303 && out.location == "/tables/log-in")
      #expect(try await ada.get("/tables/").status == 401)
    }
  }

  /// Where the session is, once it is at such a place.
  private func place(_ part: String, _ browser: Browser) async throws -> String {
    while true {
      let reply = try await browser.get(Self.deep)
      if reply.location.contains(part) { return reply.location }
      try #require(reply.status == 303, "\(reply.text)")
    }
  }

  /// Has the payment service report something, by its own key or another.
  private func pay(
    _ browser: Browser, _ report: String, key: String = Self.paymentsKey
  ) async throws -> Reply {
    try await browser.send(
      .POST, "/payments", report,
      [("Authorization", "Bearer \(key)"), ("Content-Type", "application/json")])
  }

  /// What the payment service reports of the session.
  private func report(_ member: String, _ receipt: String) -> String {
    #"{"member":"\#(member)","session":"\#(Self.session)","receipt":"\#(receipt)"}"#
  }

  @Test func `what nothing takes has a page, and what is its own is its own`() async throws {
    try await serve { browser, code in
      let ada = try await loggedIn(browser, code)
      #expect(try await ada.get("/menu").text.contains("Soup"))
      #expect(try await ada.get("/nothing").text.isEmpty)
      let nothing = try await ada.get("/tables/nothing")
      #expect(nothing.status == 404 && nothing.text.contains("There is no such page"))
      let wrong = try await ada.send(.PUT, "/tables/log-in")
      #expect(wrong.status == 405 && wrong.headers.first(name: "Allow") == "GET, HEAD, POST")
      let other = try await ada.send(.GET, "/tables/", "", [("Host", "other.example")])
      #expect(other.status == 421)
      let site = [("Origin", "https://evil.example")]
      #expect(try await ada.send(.POST, "/tables/log-out", "", site).status == 403)
    }
  }

  @Test(arguments: ["main", "HostService", "BookTable", "Members"])
  func `is in the article, word for word`(file: String) throws {
    let project = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let source = try String(
      contentsOf: project.appending(path: "Samples/WebApp/\(file).swift"), encoding: .utf8)
    let article = try String(
      contentsOf: project.appending(
        path: "Sources/FrontEnds/FlowlineWeb/FlowlineWeb.docc/MountingFlows.md"), encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```"))
  }
}
