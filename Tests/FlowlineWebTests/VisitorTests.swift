import Flowline
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import FlowlineWeb

/// Browsers that are known by a cookie.
struct VisitorTests {
  private let values = MemoryValueStore()
  private let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))

  private var visitors: Visitors { Visitors(keptIn: values, clock: clock) }

  /// The cookie's name.
  private var name: String { get async throws { try await visitors.cookieName() } }

  /// The cookie that a request is given; nil if it is given none.
  private func given(
    _ method: HTTPRequest.Method, _ headers: HTTPFields, isPage: Bool = false,
    by visitors: Visitors? = nil
  ) async throws -> String? {
    try await reply(
      method, headers, [.contentType: isPage ? "text/html; charset=utf-8" : "application/json"],
      by: visitors
    ).headers[.setCookie]
  }

  /// A reply, whose body is the user.
  private func reply(
    _ method: HTTPRequest.Method, _ headers: HTTPFields, _ own: HTTPFields,
    by visitors: Visitors? = nil
  ) async throws -> TestResponse {
    let visitors = visitors ?? self.visitors
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    router.on("", method: method) { request, _ in
      let user = try await visitors.user(of: request)?.rawValue ?? ""
      return Response(
        status: .ok, headers: own,
        body: ResponseBody(byteBuffer: ByteBuffer(string: user)))
    }
    return try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: method, headers: headers) { $0 }
    }
  }

  private func pair(_ cookie: String?) -> String { String((cookie ?? "").prefix { $0 != ";" }) }

  @Test func `what any cache may keep has no cookie, and what has one is kept by none`()
    async throws
  {
    let shared = try await reply(.get, [:], Response(Asset.styleSheet).headers).headers
    #expect(shared[.setCookie] == nil && shared[.cacheControl]?.hasPrefix("public") == true)
    for caching in [nil, "max-age=60", "private", "no-store"] as [String?] {
      var own: HTTPFields = [.contentType: "text/html; charset=utf-8"]
      own[.cacheControl] = caching
      let kept = try await reply(.get, [:], own).headers
      #expect(kept[.setCookie] != nil)
      #expect(kept[.cacheControl] == (caching == "private" ? "private" : "no-store"))
    }
  }

  @Test func `a browser is given a cookie once`() async throws {
    let cookie = try #require(try await given(.get, [:]))
    let name = try await self.name
    #expect(cookie.hasPrefix("\(name)=") && cookie.contains("HttpOnly; SameSite=Lax"))
    #expect(try await given(.get, [.cookie: pair(cookie)]) == nil)
    #expect(try await given(.post, [:]) != nil)
  }

  @Test func `each page keeps the cookie for another lifetime`() async throws {
    let cookie = try #require(try await given(.get, [:], isPage: true))
    #expect(try await given(.get, [.cookie: pair(cookie)], isPage: true) == cookie)
  }

  /// A browser sends none of ours with a form of another site, and would replace it with a new one.
  @Test func `a form of another site takes no browser its cookie`() async throws {
    let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
    #expect(try await given(.post, [site: "cross-site"]) == nil)
    #expect(try await given(.post, [.origin: "https://evil.example"]) == nil)
    // A link of another site leads here.
    #expect(try await given(.get, [site: "cross-site"]) != nil)
  }

  @Test func `a cookie that no server made is replaced`() async throws {
    let cookie = pair(try await given(.get, [:]))
    let name = try await self.name
    let parts = cookie.dropFirst(name.count + 1).split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    let other = String(repeating: "a", count: 32)
    let forged = [
      other, "\(other).0.\(parts[2])", "\(parts[0]).1.\(parts[2])", "\(parts[0]).00.\(parts[2])",
      "\(parts[0]).0.", "\(parts[0]).0", parts[0], "\(parts[0].uppercased()).0.\(parts[2])",
      "\(parts[0]).-1.\(parts[2])", "\(parts[0]).0.\(parts[2]).x", "",
    ]
    for text in forged {
      let given = pair(try await given(.get, [.cookie: "\(name)=\(text)"]))
      #expect(given.hasPrefix("\(name)=") && given != cookie, "\(text)")
    }
    // Another server over the same store knows it, and one over another does not.
    #expect(try await given(.get, [.cookie: cookie], by: Visitors(keptIn: values)) == nil)
    let elsewhere = Visitors(keptIn: MemoryValueStore())
    #expect(try await given(.get, [.cookie: cookie], by: elsewhere) != nil)
  }

  @Test func `only so many are new in a minute, and who is known stays so`() async throws {
    let visitors = Visitors(keptIn: values, newPerMinute: 2, clock: clock)
    let known = pair(try await given(.get, [:], by: visitors))
    // What any cache may keep makes nobody a visitor.
    for _ in 0..<5 {
      let style = try await reply(.get, [:], Response(Asset.styleSheet).headers, by: visitors)
      #expect(style.headers[.setCookie] == nil)
    }
    #expect(try await given(.post, [:], by: visitors) != nil)
    for method in [.get, .post, .put] as [HTTPRequest.Method] {
      let reply = try await reply(method, [:], [.contentType: "text/html"], by: visitors)
      #expect(reply.headers[.setCookie] == nil)
      #expect(String(buffer: reply.body).isEmpty, "it is nobody's")
    }
    let own = try await reply(.get, [.cookie: known], [:], by: visitors)
    #expect(String(buffer: own.body).hasPrefix("visitor-"))
    clock.advance(to: clock.now + 60)
    #expect(try await given(.get, [:], by: visitors) != nil)
  }

  @Test func `a site and its API refuse those who are too many, with when to try again`()
    async throws
  {
    try await VisitorSite.test(newPerMinute: 1) { site, browser in
      let start = #"{"start":"token"}"#
      let path = "/api/sessions/6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
      let stranger = browser.stranger()
      let call = try await stranger.send(.put, path, [.contentType: "application/json"], start)
      #expect(call.status == .tooManyRequests && call.json["code"] == "busy")
      let page = try await stranger.get("/")
      let form = try await stranger.post("/start/token", [("session", site.session)])
      for reply in [call, page, form] {
        #expect(reply.status == .tooManyRequests)
        #expect(reply.headers[.retryAfter] == "60", "the clock stands at a full minute")
        #expect(reply.headers[.setCookie] == nil)
      }
      #expect(page.text.contains("<h1"))
      #expect(try await browser.get("/").status == .ok)
      site.clock.advance(to: site.clock.now + 60)
      #expect(try await stranger.get("/").status == .ok)
      #expect(stranger.cookie != nil)
    }
  }

  @Test func `a visitor who never logs in is in no store`() async throws {
    let cookie = try #require(try await given(.get, [:]))
    let reply = try await reply(.get, [.cookie: pair(cookie)], [:])
    let user = UserID(String(buffer: reply.body))
    #expect(user.rawValue.hasPrefix("visitor-"))
    let kept = try await values.values(of: user, on: "visitor-renewals", beginning: "")
    #expect(kept.isEmpty)
  }

  @Test func `a cookie of an earlier version counts for users of whom something is kept`()
    async throws
  {
    let (known, unknown) = (Visitors.makeSecret(), Visitors.makeSecret())
    let visitors = Visitors(
      keptIn: values, clock: clock,
      takingEarlierOf: { user async throws(StoreFailure) in user == Visitors.user(of: known) })
    let name = try await self.name
    let kept = try await reply(.get, [.cookie: "flowline=\(known)"], [:], by: visitors)
    #expect(String(buffer: kept.body) == Visitors.user(of: known).rawValue)
    // It gets one of the same user beside it at once, which counts alone from then on.
    let cookie = pair(kept.headers[.setCookie])
    #expect(cookie.hasPrefix("\(name)=\(known).0."))
    for both in [cookie, "flowline=\(known); \(cookie)", "\(cookie); flowline=\(unknown)"] {
      let again = try await reply(.get, [.cookie: both], [:], by: visitors)
      #expect(String(buffer: again.body) == Visitors.user(of: known).rawValue, "\(both)")
      #expect(again.headers[.setCookie] == nil, "\(both)")
    }
    let other = try await reply(.get, [.cookie: "flowline=\(unknown)"], [:], by: visitors)
    #expect(String(buffer: other.body) != Visitors.user(of: unknown).rawValue)
    // A server of that version keeps its cookie: none of its name is set or taken away.
    for given in [kept, other] {
      #expect(given.headers[values: .setCookie].allSatisfy { $0.hasPrefix("\(name)=") })
    }
    let two = "flowline=\(known); flowline=\(unknown)"
    let several = try await reply(.get, [.cookie: two], [:], by: visitors)
    #expect(String(buffer: several.body).isEmpty && several.headers[.setCookie] == nil)
    // After a log-out the earlier one is worth nothing any more.
    try await visitors.end(Visitors.user(of: known))
    let late = try await reply(.get, [.cookie: "flowline=\(known)"], [:], by: visitors)
    #expect(String(buffer: late.body).isEmpty)
  }

  @Test func `servers of different stores on one host leave each other's visitors alone`()
    async throws
  {
    let here = pair(try await given(.get, [:]))
    let elsewhere = Visitors(keptIn: MemoryValueStore(), clock: clock)
    let there = pair(try await given(.get, [.cookie: here], by: elsewhere))
    let (name, other) = (try await self.name, try await elsewhere.cookieName())
    #expect(there.hasPrefix("\(other)=") && other != name)
    let both = "\(here); \(there)"
    #expect(try await given(.get, [.cookie: both]) == nil)
    #expect(try await given(.get, [.cookie: both], by: elsewhere) == nil)
  }

  @Test func `no cookie of a site is without the digits of its store`() async throws {
    let purposes: [CookieNames.Purpose] = [
      .visitor, .open, .language, .loggedOut, .page("agent"),
    ]
    let lock = WebLock(keptIn: values)
    let (here, there) = (
      try await visitors.seal.names(),
      try await Visitors(keptIn: MemoryValueStore()).seal.names()
    )
    #expect(try await lock.seal.names() == here, "one store has one name")
    for purpose in purposes {
      let name = here.name(purpose)
      #expect(name.wholeMatch(of: /flowline-[a-z-]+-[0-9a-f]{8}/) != nil, "\(name)")
      #expect(there.name(purpose) != name)
      let cookie = here.cookie(purpose, "x", lifetime: 60)
      #expect(cookie.headers == ["\(name)=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax"])
      #expect(there.value(of: purpose, in: ["\(name)=x"]) == nil)
    }
    #expect(Set(purposes.map { here.name($0) }).count == purposes.count)
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `whose a form is asked for when it has come, and whose a page is when it is asked for`(
    method: HTTPRequest.Method
  ) async throws {
    let visitors = self.visitors
    let cookie = pair(try await given(.get, [:]))
    let user = UserID(String(buffer: try await reply(.get, [.cookie: cookie], [:]).body))
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    router.on("", method: method) { request, _ -> String in
      // The person logs out while the request is on its way.
      try await visitors.end(user)
      return try await visitors.user(of: request)?.rawValue ?? "nobody"
    }
    let text = try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: method, headers: [.cookie: cookie]) {
        String(buffer: $0.body)
      }
    }
    #expect(text == (method == .get ? user.rawValue : "nobody"))
  }

  @Test func `a visitor who has ended is another one after a minute`() async throws {
    let cookie = pair(try await given(.get, [:]))
    let user = UserID(String(buffer: try await reply(.get, [.cookie: cookie], [:]).body))
    try await visitors.end(user)
    try await visitors.end(user)
    let early = try await reply(.get, [.cookie: cookie], [:])
    #expect(String(buffer: early.body).isEmpty && early.headers[.setCookie] == nil)
    clock.advance(to: clock.now.addingTimeInterval(60))
    let late = try await reply(.get, [.cookie: cookie], [:])
    #expect(late.headers[.setCookie] != nil)
    #expect(![user.rawValue, ""].contains(String(buffer: late.body)))
  }

  @Test func `a browser that has proved whose it is comes back to a visitor who has ended`()
    async throws
  {
    let identity = Visitors.makeSecret()
    let user = Visitors.user(of: identity)
    let first = try await visitors.cookie(of: identity)
    #expect(try await visitors.cookie(of: identity) == first, "a second browser has the same")
    try await visitors.end(user)
    let second = try await visitors.cookie(of: identity)
    let header = "\(second.name)=\(second.value)"
    #expect(String(buffer: try await reply(.get, [.cookie: header], [:]).body) == user.rawValue)
    let old = "\(first.name)=\(first.value)"
    #expect(String(buffer: try await reply(.get, [.cookie: old], [:]).body).isEmpty)
  }

  @Test func `no cookie of a long chain counts but its last`() async throws {
    let identity = Visitors.makeSecret()
    let user = Visitors.user(of: identity)
    var earlier: [String] = []
    for _ in 0..<10 {
      let cookie = try await visitors.cookie(of: identity)
      let pair = "\(cookie.name)=\(cookie.value)"
      #expect(await visitors.stillCount([pair]))
      earlier.append(pair)
      try await visitors.end(user)
      for pair in earlier { #expect(await !visitors.stillCount([pair]), "\(pair)") }
    }
  }
}
