import Flowline
import FlowlineHost
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import FlowlineWeb

/// One person at one computer is one visitor, by whichever of its names the browser comes.
struct LoopbackAddressTests {
  private let address = LoopbackAddress { "http://127.0.0.1:8080" }

  private func request(
    _ host: String?, _ path: String = "/", _ method: HTTPRequest.Method = .get,
    _ headers: [String: String] = [:]
  ) throws -> Request {
    var head = HTTPRequest(method: method, scheme: nil, authority: host, path: path)
    for (name, value) in headers { head.headerFields[try #require(HTTPField.Name(name))] = value }
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  @Test(arguments: ["localhost:8080", "LOCALHOST:8080", "localhost.:8080", "[::1]:8080"])
  func `a page that is asked for by another name is led to the address`(_ host: String) throws {
    for path in [
      "/", "/session/1/step/2?locale=ru", "/books/returned?code=a%2Fb", "//evil.example",
    ] {
      #expect(
        try address.location(for: request(host, path)) == "http://127.0.0.1:8080\(path)", "\(path)")
    }
    #expect(try address.location(for: request(host, "/", .head)) != nil)
    #expect(
      try address.location(for: request(host, "/", .get, ["Sec-Fetch-Mode": "navigate"])) != nil)
  }

  @Test(arguments: [
    "127.0.0.1:8080", "localhost", "localhost:9000", "[::1]", "savings.example:8080",
    "192.168.0.2:8080", "localhost:8080:8080", "localhost:", "",
  ])
  func `the address itself, other ports and other names are led nowhere`(_ host: String) throws {
    #expect(try address.location(for: request(host)) == nil)
  }

  @Test func `what is no page is answered by either name`() throws {
    let host = "localhost:8080"
    for path in ["/api/sessions", "/api", "/api?x", "/assets/site.css", "*", ""] {
      #expect(try address.location(for: request(host, path)) == nil, "\(path)")
    }
    #expect(try address.location(for: request(host, "/apiary")) != nil)
    for method in [.post, .put, .delete, .options] as [HTTPRequest.Method] {
      #expect(try address.location(for: request(host, "/", method)) == nil, "\(method)")
    }
    let tools = LoopbackAddress({ "http://127.0.0.1:8080" }, besides: ["mcp"])
    #expect(try tools.location(for: request(host, "/mcp")) == nil)
    #expect(try address.location(for: request(nil)) == nil)
  }

  @Test(arguments: [
    ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Mode", "same-origin"), ("Host", "savings.example"),
    ("Forwarded", "host=savings.example"), ("X-Forwarded-For", "192.0.2.1"),
    ("X-Forwarded-Host", "savings.example"), ("X-Forwarded-Proto", "https"),
  ])
  func `what a script asks for or a proxy passes on is led nowhere`(
    _ name: String, _ value: String
  ) throws {
    let request = try request("localhost:8080", "/", .get, [name: value])
    #expect(address.location(for: request) == nil)
  }

  @Test(arguments: [
    "https://127.0.0.1:8080", "http://savings.example:8080", "http://192.168.0.2:8080", "",
  ])
  func `an address that is not this computer's own leads nobody`(_ text: String) throws {
    let address = LoopbackAddress { text }
    #expect(try address.location(for: request("localhost:8080")) == nil)
  }

  @Test func `a port that is not said is that of the scheme`() throws {
    let address = LoopbackAddress { "http://[::1]" }
    #expect(try address.location(for: request("localhost", "/a")) == "http://[::1]/a")
    #expect(try address.location(for: request("127.0.0.1:80", "/a")) == "http://[::1]/a")
    #expect(try address.location(for: request("localhost:8080", "/a")) == nil)
  }

  @Test func `what is told to one who began elsewhere are the other names that people type`() {
    let path = "/books/returned?code=a%2Fb&state=c"
    for (address, others) in [
      ("http://127.0.0.1:8080", ["http://localhost:8080"]),
      ("http://localhost:8080/mcp", ["http://127.0.0.1:8080"]),
      ("http://[::1]:8080", ["http://localhost:8080", "http://127.0.0.1:8080"]),
      ("https://127.0.0.1:8080", []), ("http://savings.example:8080", []), ("", []),
    ] as [(String, [String])] {
      let ways = LoopbackAddress { address }.others(path).map(\.text)
      #expect(ways == others.map { $0 + path }, "\(address)")
    }
    #expect(address.others("/books/returned?\"<a>").isEmpty)
  }

  @Test func `a page that belongs to another name of this computer has a link there`()
    async throws
  {
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in HostedWorld(FlowCatalog()) }
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: "Test")
    ) { _, _ in "ada" }
    let router = Router()
    let addresses = ["here": "http://127.0.0.1:8080", "there": "https://savings.example"]
    for (path, address) in addresses {
      site.addPage(at: path, to: router) { call in
        .page(title: "Returned", call.elsewhere(than: LoopbackAddress { address }))
      }
    }
    try await Application(router: router).test(.router) { client in
      let here = try await client.execute(uri: "/here?code=1&state=2", method: .get) { $0 }.text
      #expect(here.contains("href=\"http://localhost:8080/here?code=1&amp;state=2\""))
      #expect(here.contains(">http://localhost:8080/here</a>"))
      let there = try await client.execute(uri: "/there?code=1", method: .get) { $0 }.text
      #expect(!there.contains("another address of this computer"))
    }
  }

  @Test func `who has logged out stays at a name, and is told so there`() async throws {
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
    let visitors = Visitors(keptIn: MemoryValueStore(), clock: clock)
    let router = Router()
    router.add(
      middleware: visitors.middleware(
        for: BasicRequestContext.self, leadingTo: LoopbackAddress { "http://127.0.0.1" }))
    router.get("page") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: ResponseBody(byteBuffer: ByteBuffer()))
    }
    let cookie = visitors.cookie(try await visitors.newCookie())
    try await visitors.end(Visitors.user(of: String(cookie.value.prefix(32))))
    clock.advance(to: clock.now.addingTimeInterval(61))
    let mark = try await visitors.seal.names().name(.loggedOut)
    try await Application(router: router).test(.router) { client in
      let sent: HTTPFields = [.cookie: "\(cookie.name)=\(cookie.value)"]
      let reply = try await client.execute(uri: "/page", method: .get, headers: sent) { $0 }
      #expect(reply.status == .ok)
      let given = reply.headers[values: .setCookie]
      #expect(given.contains { $0.hasPrefix("\(mark)=yes") } && given.count == 2)
    }
  }

  @Test func `who is not known is led before a cookie is given, and who is stays`() async throws {
    let visitors = Visitors(keptIn: MemoryValueStore())
    // A test's requests name localhost.
    let router = Router()
    router.add(
      middleware: visitors.middleware(
        for: BasicRequestContext.self, leadingTo: LoopbackAddress { "http://127.0.0.1" }))
    for path in ["page", "api/sessions"] as [RouterPath] {
      router.get(path) { _, _ in "answered" }
    }
    try await Application(router: router).test(.router) { client in
      let led = try await client.execute(uri: "/page?x=1", method: .get) { $0 }
      #expect(led.status == .temporaryRedirect)
      #expect(led.headers[.location] == "http://127.0.0.1/page?x=1")
      #expect(led.headers[.setCookie] == nil && led.headers[.cacheControl] == "no-store")
      // A program keeps its cookie by either name, and so does who had one before.
      let api = try await client.execute(uri: "/api/sessions", method: .get) { $0 }
      #expect(api.status == .ok)
      let cookie = try #require(api.headers[.setCookie]).prefix { $0 != ";" }
      let known = try await client.execute(
        uri: "/page", method: .get, headers: [.cookie: String(cookie)]
      ) { $0 }
      #expect(known.status == .ok)
    }
  }
}
