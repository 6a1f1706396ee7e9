import Flowline
import FlowlineLock
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// How often a request has the store asked whose it is and whether there is a PIN, and that each one asks anew.
struct VisitorArrivalTests {
  private static let json: HTTPFields = [.contentType: "application/json"]

  private func path(_ site: CountedSite, _ rest: String = "") -> String {
    "/api/sessions/\(site.session)\(rest)"
  }

  /// Gives an answer through the API.
  private func answer(
    _ site: CountedSite, _ browser: VisitorBrowser, _ text: String = "Ada"
  ) async throws -> TestResponse {
    try await browser.send(.post, path(site, "/answer"), Self.json, "{\"answer\":\"\(text)\"}")
  }

  private func start(_ site: CountedSite, _ browser: VisitorBrowser) async throws -> TestResponse {
    try await browser.send(.put, path(site), Self.json, "{\"start\":\"place\"}")
  }

  // MARK: - Counting

  @Test func `a call of the API asks once for the cookie and once for the PIN`() async throws {
    try await CountedSite.test { site, browser in
      let once = Reads(cookies: 1, pins: 1)
      let (started, starting) = try await site.reads { try await start(site, browser) }
      #expect(started.status == .ok && starting == once)
      let (read, reading) = try await site.reads { try await browser.get(path(site)) }
      #expect(read.status == .ok && reading == once)
      let (taken, answering) = try await site.reads { try await answer(site, browser) }
      #expect(taken.status == .ok && answering == once)
      let (faulty, failing) = try await site.reads {
        try await browser.send(.post, path(site, "/answer"), [:], "x")
      }
      #expect(faulty.status == .unsupportedMediaType && failing == once)
      let (gone, forgetting) = try await site.reads {
        try await browser.send(.delete, path(site))
      }
      #expect(gone.status == .noContent && forgetting == once)
    }
  }

  @Test func `what is posted to a page asks once, and a page once more before it keeps the cookie`()
    async throws
  {
    try await CountedSite.test { site, browser in
      let (once, page) = (Reads(cookies: 1, pins: 1), Reads(cookies: 2, pins: 1))
      let (home, looking) = try await site.reads { try await browser.get("/") }
      #expect(home.status == .ok && looking == page)
      let (led, starting) = try await site.reads {
        try await browser.post("/start/place", [("session", site.session)])
      }
      #expect(led.status == .seeOther && starting == once)
      let (asked, asking) = try await site.reads { try await browser.get(led.location) }
      #expect(asked.status == .ok && asking == page)
      let question = try BrowserPage(asked.text, at: led.location)
      let (taken, answering) = try await site.reads { try await browser.answer(question, "Ada") }
      #expect(taken.status == .seeOther && answering == once)
      let next = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      let (refused, refusing) = try await site.reads { try await browser.answer(next, "") }
      #expect(refused.status == .unprocessableContent && refusing == page)
    }
  }

  @Test func `the cookie of a new browser is asked for by nobody`() async throws {
    try await CountedSite.test { site, browser in
      let none = Reads(cookies: 0, pins: 1)
      let (asks, calls) = (browser.stranger(), browser.stranger())
      let (page, looking) = try await site.reads { try await asks.get("/") }
      #expect(page.headers[.setCookie] != nil && looking == none)
      let (started, starting) = try await site.reads { try await start(site, calls) }
      #expect(started.headers[.setCookie] != nil && starting == none)
    }
  }

  @Test func `a cookie that was renewed and a PIN that is set take two statements a look`()
    async throws
  {
    try await CountedSite.test { site, browser in
      let renewal = try await site.visitors.renewal(of: browser.request, by: [1])
      guard case .made(let cookie) = renewal else {
        Issue.record("it was not renewed: \(renewal)")
        return
      }
      browser.keep(cookie.text)
      #expect(try await start(site, browser).status == .ok)
      let (_, before) = try await site.reads { try await answer(site, browser) }
      #expect(before == Reads(cookies: 2, pins: 1))
      let set = try await browser.post("/lock", [("new", "1234"), ("do", "keep")])
      let open = try await site.lock.seal.names().name(.open)
      let pass = try #require(
        set.headers[values: .setCookie].first { $0.hasPrefix("\(open)=") })
      browser.keep(besides: String(pass.prefix { $0 != ";" }))
      let (taken, after) = try await site.reads { try await answer(site, browser) }
      #expect(taken.status == .ok && after == Reads(cookies: 2, pins: 2))
      // A page has the browser stay open by the PIN as it is then.
      let (page, looking) = try await site.reads { try await browser.get("/") }
      #expect(page.status == .ok && looking == Reads(cookies: 4, pins: 4))
    }
  }

  // MARK: - Other servers

  @Test func `a log-out at another server counts from the next request on`() async throws {
    try await CountedSite.test { site, browser in
      #expect(try await start(site, browser).status == .ok)
      let elsewhere = Visitors(keptIn: site.values, clock: site.clock)
      try await elsewhere.end(browser.user)
      #expect(try await answer(site, browser).status == .unauthorized)
      #expect(try await browser.copy().get(path(site)).status == .unauthorized)
      let posted = try await browser.copy().post("/start/place", [("session", site.session)])
      #expect(posted.status == .unauthorized)
    }
  }

  @Test func `a PIN that is set or removed at another server counts from the next request on`()
    async throws
  {
    try await CountedSite.test { site, browser in
      #expect(try await start(site, browser).status == .ok)
      let elsewhere = WebLock(keptIn: site.values)
      let pin = try #require(HashedPIN(of: "1234"))
      let first = try await elsewhere.pins.link(of: browser.user)
      #expect(try await elsewhere.pins.keep(pin, of: browser.user, behind: first))
      #expect(try await answer(site, browser).status.code == 423)
      #expect(try await browser.get("/").location == "/lock?from=%2F")
      let posted = try await browser.post("/start/place", [("session", site.session)])
      #expect(posted.status.code == 423)
      try await elsewhere.forgetPIN(of: browser.user)
      #expect(try await answer(site, browser).status == .ok)
    }
  }

  // MARK: - Slow bodies

  @Test func `whose a request is counts when its body is here, and not when it began`()
    async throws
  {
    try await CountedSite.test { site, browser in
      let arrival = try await VisitorArrival(of: browser.request, at: site.visitors)
      let cookie = try #require(
        VisitorCookie(browser.cookie ?? "", named: try await site.visitors.seal.names()))
      arrival.awaitBody()
      let (first, before) = try await site.reads { try await arrival.standing() }
      #expect(first == .known(cookie) && before == Reads())
      // The person logs out while it is sent.
      try await site.visitors.end(browser.user)
      let (_, settling) = try await site.reads { await arrival.settled(browser.request) }
      let (last, after) = try await site.reads { try await arrival.standing() }
      #expect(settling == Reads(cookies: 1, pins: 0) && after == Reads())
      guard case .outdated(cookie, by: _) = last else {
        Issue.record("it still counts: \(last)")
        return
      }
      // One that began anew before its body was here does not begin anew once more.
      site.clock.advance(to: site.clock.now.addingTimeInterval(60))
      let late = try await VisitorArrival(of: browser.request, at: site.visitors)
      let new = try await late.visit()
      #expect(new.isNewcomer && new.given?.identity != cookie.identity)
      let sent = await late.settled(browser.request)
      #expect(sent.headers[values: .cookie] == new.cookies)
      #expect(try await late.standing() == new.standing)
      late.end()
    }
  }

  @Test func `a request that was overtaken asks once more`() async throws {
    try await CountedSite.test { site, browser in
      let arrival = try await VisitorArrival(of: browser.request, at: site.visitors)
      _ = await arrival.settled(browser.request)
      try await site.visitors.end(browser.user)
      let (known, none) = try await site.reads { try await arrival.standing() }
      arrival.askAnew()
      let (overtaken, once) = try await site.reads { try await arrival.standing() }
      #expect(none == Reads() && once == Reads(cookies: 1, pins: 0) && known != overtaken)
    }
  }
}
