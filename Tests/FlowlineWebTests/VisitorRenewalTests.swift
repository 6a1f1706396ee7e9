import Flowline
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import FlowlineWeb

/// Cookies that are renewed before a log-in and worth nothing after a log-out.
struct VisitorRenewalTests {
  @Test func `who knew the cookie before a secret was sent is out before it is taken`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let (other, before) = (browser.copy(), browser.cookie)
      let reply = try await browser.answer(page, "s3cret")
      #expect(reply.status == .seeOther)
      let identity = try #require(before).prefix(32)
      #expect(browser.cookie != before && browser.cookie?.hasPrefix(identity) == true)
      #expect(try await browser.get(reply.location).text.contains("Your name?"))
      for path in ["/", page.path, reply.location, "/session/\(site.session)/events"] {
        let seen = try await other.get(path)
        #expect(seen.status == .unauthorized && !seen.text.contains("Your name?"), "\(path)")
        #expect(seen.headers[.setCookie] == nil, "\(path)")
      }
      #expect(try await other.get("/api/sessions/\(site.session)").status == .unauthorized)
      // Another server over the same store says the same.
      let elsewhere = Visitors(keptIn: site.values, clock: site.clock)
      #expect(await !elsewhere.stillCount([other.pair]))
      #expect(await elsewhere.stillCount([browser.pair]))
    }
  }

  @Test func `a secret that is refused renews it as well, and other answers do not`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let before = browser.cookie
      let refused = try await browser.answer(page, String(repeating: "x", count: 21))
      #expect(refused.status == .unprocessableContent && browser.cookie != before)
      let taken = try await browser.answer(BrowserPage(refused.text, at: page.path), "s3cret")
      let after = browser.cookie
      let name = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      #expect(try await browser.answer(name, "Ada").status == .seeOther)
      #expect(browser.cookie == after)
    }
  }

  @Test func `a form that is sent twice gets the same cookie, and no other form does`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let other = browser.copy()
      _ = try await browser.answer(page, "s3cret", isLost: true)
      let guessed = try await other.answer(page, "guess")
      #expect(guessed.status == .unauthorized && guessed.headers[.setCookie] == nil)
      let again = try await browser.answer(page, "s3cret")
      #expect(again.status == .seeOther && browser.cookie != other.cookie)
      #expect(try await browser.get(again.location).text.contains("Your name?"))
      // What was typed is in no store.
      for shelf in ["visitor-renewals", "seal"] {
        let user = Visitors.user(of: String((browser.cookie ?? "").prefix(32)))
        for value in try await site.values.values(of: user, on: shelf, beginning: "") {
          #expect(!String(decoding: value.bytes, as: UTF8.self).contains("s3cret"))
        }
      }
    }
  }

  @Test func `the second of two presses gets the same cookie at any server`() async throws {
    try await VisitorSite.test { site, browser in
      let typed = Array("s3cret".utf8)
      let there = Visitors(keptIn: site.values, clock: site.clock)
      let request = browser.request
      let first = try await site.visitors.renewal(of: request, by: typed)
      guard case .made(let cookie) = first else {
        Issue.record("it was not renewed: \(first)")
        return
      }
      #expect(cookie.number == 1)
      #expect(try await there.renewal(of: request, by: typed) == first)
      // Nobody gets it with anything else, at no server.
      for visitors in [site.visitors, there] {
        #expect(try await visitors.renewal(of: request, by: Array("guess".utf8)) == .overtaken)
      }
      site.clock.advance(to: site.clock.now.addingTimeInterval(60))
      #expect(try await there.renewal(of: request, by: typed) == .overtaken)
    }
  }

  @Test func `what another tab asks for meanwhile waits for the reply with the next cookie`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let tab = browser.copy()
      let cookie = try #require(
        VisitorCookie(tab.cookie ?? "", named: try await site.visitors.seal.names()))
      // The cookie is renewed, and the reply is not there yet.
      let (reached, open) = (Gate<Void>(), Gate<Void>())
      site.revoked.haveSecondWait(for: open, reaching: reached)
      async let taken = browser.answer(page, "s3cret")
      await reached.wait()
      async let asked = tab.get("/?from=here")
      while site.visitors.underWay.waiting(for: cookie) == 0 { await Task.yield() }
      // Events are for scripts, which ask again by themselves.
      #expect(
        try await tab.get("/session/\(site.session)/events").status == .unauthorized)
      open.open()
      let reply = try await asked
      #expect(reply.status == .seeOther && reply.location == "/?from=here")
      #expect(reply.headers[.setCookie] == nil)
      #expect(try await taken.status == .seeOther)
      // Who has the old cookie alone is led there once.
      #expect(try await tab.get("/?from=here").status == .unauthorized)
      #expect(try await browser.get("/?from=here").status == .ok)
    }
  }

  @Test func `a renewal counts until all its requests have ended, in whatever way`() async throws {
    try await VisitorSite.test { site, browser in
      let cookie = try #require(
        VisitorCookie(browser.cookie ?? "", named: try await site.visitors.seal.names()))
      let all = site.visitors.underWay
      #expect(await !all.haveEnded(cookie))
      let first = all.begin(cookie)
      var second: RenewalUnderWay? = all.begin(cookie)
      async let ended = all.haveEnded(cookie)
      while all.waiting(for: cookie) == 0 { await Task.yield() }
      first.end()
      first.end()
      #expect(all.waiting(for: cookie) == 1 && second != nil)
      // Nobody has it any more.
      second = nil
      #expect(await ended)
      #expect(await !all.haveEnded(cookie))
    }
  }

  @Test func `no cookie counts again, however often it was renewed, nor after a log-out`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      var earlier: [String] = []
      for number in 1...6 {
        let before = browser.pair
        let reply = try await site.visitors.renewal(of: browser.request, by: [UInt8(number)])
        guard case .made(let cookie) = reply else {
          Issue.record("it was not renewed: \(reply)")
          return
        }
        earlier.append(before)
        browser.keep(cookie.text)
        for pair in earlier { #expect(await !site.visitors.stillCount([pair]), "\(pair)") }
        #expect(await site.visitors.stillCount([browser.pair]))
      }
      try await site.visitors.end(browser.user)
      for pair in earlier + [browser.pair] {
        #expect(await !site.visitors.stillCount([pair]), "\(pair)")
      }
    }
  }

  @Test func `after all of a user was erased and ended no cookie counts`() async throws {
    try await VisitorSite.test { site, browser in
      var pairs = [browser.pair]
      for number in 1...3 {
        let reply = try await site.visitors.renewal(of: browser.request, by: [UInt8(number)])
        guard case .made(let cookie) = reply else {
          Issue.record("it was not renewed: \(reply)")
          return
        }
        browser.keep(cookie.text)
        pairs.append(browser.pair)
      }
      try await site.values.removeValues(
        of: browser.user, on: "visitor-renewals", beginning: "")
      try await site.visitors.end(browser.user)
      for pair in pairs { #expect(await !site.visitors.stillCount([pair]), "\(pair)") }
    }
  }

  @Test func `other access is revoked before the first log-in and after a log-out`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      #expect(site.revoked.users.isEmpty)
      // If it fails, nothing is taken; the form that is sent again revokes as well.
      site.revoked.fail(times: 1)
      #expect(try await browser.answer(page, "s3cret").status.code >= 500)
      #expect(site.revoked.users.isEmpty)
      let taken = try await browser.answer(page, "s3cret")
      #expect(taken.status == .seeOther && Set(site.revoked.users) == [browser.user])
      let revocations = site.revoked.users.count
      // Whoever has the next cookie is the person alone, whose tokens stay.
      let next = try await site.visitors.renewal(of: browser.request, by: [1])
      #expect(next != .overtaken && site.revoked.users.count == revocations)
      func renewals() async throws -> Int {
        try await site.values.values(of: browser.user, on: "visitor-renewals", beginning: "").count
      }
      site.revoked.fail(times: 1)
      await #expect(throws: StoreFailure.self) { try await site.visitors.end(browser.user) }
      // No cookie has ended yet.
      #expect(try await renewals() == 2)
      try await site.visitors.end(browser.user)
      #expect(try await renewals() == 3)
      #expect(site.revoked.users.count > revocations)
    }
  }

  @Test func `a log-out that failed is finished by itself, or before anything else is done`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let (left, stays) = (VisitorBrowser(browser, cookie: "x"), browser)
      _ = try await left.get("/")
      for visitor in [left, stays] {
        site.revoked.fail(times: 1)
        await #expect(throws: StoreFailure.self) { try await site.visitors.end(visitor.user) }
      }
      // The one asks for a page, which the person is not shown any more.
      // Neither who gives cookies nor who asks whose it is can tell.
      site.revoked.fail(times: 2)
      #expect(try await stays.get("/").status.code >= 500)
      #expect(try await stays.get("/").location == "/?notice=logged-out")
      // The other does not come back, and somebody who has the cookie finds another server.
      let elsewhere = Visitors(keptIn: site.values, clock: site.clock)
      #expect(await elsewhere.stillCount([left.pair]))
      site.revoked.fail(times: 1)
      await site.visitors.endRest()
      #expect(await elsewhere.stillCount([left.pair]), "it failed once more")
      await site.visitors.endRest()
      #expect(await !elsewhere.stillCount([left.pair]))
      // Nothing is left to do.
      let revocations = site.revoked.users.count
      await site.visitors.endRest()
      #expect(site.revoked.users.count == revocations)
    }
  }

  @Test func `a log-out that failed ends nobody who has logged in again since, at another server`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let elsewhere = Visitors(keptIn: site.values, clock: site.clock)
      func logIn(_ visitor: VisitorBrowser) async throws {
        let reply = try await elsewhere.renewal(of: visitor.request, by: [1])
        guard case .made(let cookie) = reply else { throw WalkFault("not renewed: \(reply)") }
        visitor.keep(cookie.text)
      }
      let others = ["x", "y"].map { VisitorBrowser(browser, cookie: $0) }
      for other in others { _ = try await other.get("/") }
      let (left, asks) = (others[0], others[1])
      // A log-in within the second of the log-out counts as one before it.
      try await logIn(left)
      for visitor in [browser, left, asks] {
        site.revoked.fail(times: 1)
        await #expect(throws: StoreFailure.self) { try await site.visitors.end(visitor.user) }
      }
      site.clock.advance(to: site.clock.now.addingTimeInterval(1))
      try await logIn(browser)
      try await logIn(asks)
      // The next try for somebody who is to end fails once more.
      site.revoked.fail(times: 1)
      let revocations = site.revoked.users
      #expect(try await asks.get("/").status == .ok, "looked at before the others are ended")
      await site.visitors.endRest()
      await site.visitors.endRest()
      for visitor in [browser, asks] {
        #expect(await site.visitors.stillCount([visitor.pair]))
        #expect(await elsewhere.stillCount([visitor.pair]))
      }
      #expect(await !elsewhere.stillCount([left.pair]))
      // Nothing that was made since is revoked.
      #expect(Set(site.revoked.users.dropFirst(revocations.count)) == [left.user])
    }
  }

  @Test(arguments: ["back", "cancel", "refresh", "language"])
  func `what answers nothing renews no cookie, though a secret is typed`(action: String)
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let form = try #require(page.question)
      var sent = form.sent(pressing: nil, changing: ["answer": ["s3cret"]])
      sent.removeAll { $0.0 == "do" }
      sent.append(action == "language" ? ("language", "ru") : ("do", action))
      let before = browser.cookie
      _ = try await browser.post(form.action, sent)
      #expect(browser.cookie == before)
      let kept = try await site.values.values(
        of: browser.user, on: "visitor-renewals", beginning: "")
      #expect(kept.isEmpty)
    }
  }

  @Test func `what is secret is said by the question, and by no field`() async throws {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let form = try #require(page.question)
      let typed = form.sent(pressing: nil, changing: ["answer": ["s3cret"]])
      let before = browser.cookie
      let nowhere = form.action.replacing(
        site.session, with: "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3f")
      #expect(try await browser.post(nowhere, typed).status == .notFound)
      #expect(browser.cookie == before)
      let taken = try await browser.post(form.action, typed.filter { $0.0 != "sensitive" })
      #expect(taken.status == .seeOther && browser.cookie != before)
      let renewed = browser.cookie
      let name = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      let asked = try #require(name.question)
      let marked =
        asked.sent(pressing: nil, changing: ["answer": ["Ada"]]) + [("sensitive", "answer")]
      #expect(try await browser.post(asked.action, marked).status == .seeOther)
      #expect(browser.cookie == renewed)
    }
  }

  @Test func `users of another log-in stay who they are, and their cookies as they are`()
    async throws
  {
    try await VisitorSite.test(as: "ada") { site, browser in
      let page = try await browser.begin(at: site)
      let before = browser.cookie
      let taken = try await browser.answer(page, "s3cret")
      #expect(taken.status == .seeOther && browser.cookie == before)
      #expect(try await browser.get(taken.location).text.contains("Your name?"))
      #expect(site.revoked.users.isEmpty)
    }
  }

  @Test func `a tab with the cookie from before loads again by itself and loses nothing`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let tab = browser.copy()
      let taken = try await browser.answer(page, "s3cret")
      let refresh = try #require(HTTPField.Name("Refresh"))
      let early = try await tab.get(taken.location)
      #expect(early.status == .unauthorized && early.headers[refresh] == "2")
      let name = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      let sent = try await tab.answer(name, "Ada Lovelace")
      #expect(sent.status == .unauthorized && sent.headers[refresh] == nil)
      #expect(sent.text.contains("value=\"Ada Lovelace\""))
      // Once the next cookie cannot be on its way any more, it is another visitor's browser.
      site.clock.advance(to: site.clock.now.addingTimeInterval(60))
      let late = try await tab.get(taken.location)
      #expect(late.status == .notFound && tab.cookie?.prefix(32) != browser.cookie?.prefix(32))
      #expect(try await browser.get(taken.location).status == .ok)
    }
  }

  @Test func `after a log-out the browser begins anew, and nothing that was begun is there`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let taken = try await browser.answer(page, "s3cret")
      let name = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      let (tab, ended) = (browser.copy(), browser.cookie)
      try await site.visitors.end(Visitors.user(of: String((ended ?? "").prefix(32))))
      // What was typed in another tab is nobody's, and can be copied.
      let sent = try await tab.answer(name, "Ada Lovelace")
      #expect(sent.status == .unauthorized && sent.text.contains("You are logged out"))
      #expect(sent.text.contains("Ada Lovelace") && sent.headers[.setCookie] == nil)
      let led = try await browser.get(taken.location)
      #expect(led.status == .seeOther && led.location == "/?notice=logged-out")
      #expect(browser.cookie?.prefix(32) != ended?.prefix(32))
      let home = try await browser.get(led.location)
      #expect(home.text.contains("You are logged out.") && !home.text.contains(site.session))
      #expect(try await browser.get(taken.location).status == .notFound)
      #expect(try await browser.get("/api/sessions").json["sessions"] == [])
      #expect(try await tab.get("/api/sessions").status == .unauthorized)
    }
  }

  @Test func `other tabs say that somebody has logged out, and not whose a page was`() async throws
  {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let taken = try await browser.answer(page, "s3cret")
      let asked = try BrowserPage(await browser.get(taken.location).text, at: taken.location)
      let tab = browser.copy()
      let strange = taken.location.replacing(
        site.session, with: "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3f")
      try await site.visitors.end(browser.user)
      let names = try await site.visitors.seal.names()
      let mark = "\(names.name(.loggedOut))=yes"
      let led = try await browser.get(taken.location)
      #expect(led.headers[values: .setCookie].contains { $0.hasPrefix("\(mark);") })
      let begun = browser.copy()
      // The tabs share what the browser has by now.
      begun.keep(besides: mark)
      let (own, other) = (try await begun.get(taken.location), try await begun.get(strange))
      for reply in [own, other] {
        #expect(reply.status == .notFound && reply.text.contains("You logged out in this browser"))
        #expect(reply.text.contains("href=\"/\""))
      }
      let ids = [site.session, "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3f"]
      let alike = zip([own.text, other.text], ids).map { $0.replacing($1, with: "") }
      #expect(alike[0] == alike[1])
      // What was typed in one of them can be copied.
      let sent = try await begun.answer(asked, "Ada Lovelace")
      #expect(sent.status == .notFound && sent.text.contains("Ada Lovelace"))
      // The page says so at a session’s address alone, in a browser in which somebody has logged out.
      let stranger = try await VisitorBrowser(browser, cookie: "x").get(taken.location)
      #expect(stranger.status == .notFound && !stranger.text.contains("You logged out"))
      #expect(try await !begun.get("/nowhere").text.contains("You logged out"))
      // A tab that comes a minute later is told so at once, and has the mark from then on.
      site.clock.advance(to: site.clock.now.addingTimeInterval(60))
      let late = try await tab.get(taken.location)
      #expect(late.status == .notFound && late.text.contains("You logged out in this browser"))
      #expect(late.headers[values: .setCookie].contains { $0.hasPrefix("\(mark);") })
    }
  }

  @Test func `a secret that comes with no cookie renews none, and is in no store`() async throws {
    try await VisitorSite.test { site, browser in
      let page = try await browser.begin(at: site)
      let form = try #require(page.question)
      let stranger = VisitorBrowser(browser, cookie: "x")
      let sent = form.sent(pressing: nil, changing: ["answer": ["s3cret"]])
      #expect(try await stranger.post(form.action, sent).status == .notFound)
      #expect(stranger.cookie?.split(separator: ".").dropFirst().first == "0")
      let user = Visitors.user(of: String((stranger.cookie ?? "").prefix(32)))
      let kept = try await site.values.values(of: user, on: "visitor-renewals", beginning: "")
      #expect(kept.isEmpty)
    }
  }

  @Test func `two cookies are nobody's, and the page says what to do`() async throws {
    try await VisitorSite.test { site, browser in
      let two = "\(browser.cookie ?? ""); \(browser.name)=x"
      let both = VisitorBrowser(browser, cookie: two)
      let reply = try await both.get("/")
      #expect(reply.status == .badRequest && reply.headers[.setCookie] == nil)
      #expect(reply.text.contains("Delete this site’s cookies"))
      #expect(!reply.text.contains("Log in"))
      #expect(try await both.get("/api/sessions").status == .unauthorized)
    }
  }

  @Test func `a call of a browser renews the cookie with a secret, and one of a program does not`()
    async throws
  {
    try await VisitorSite.test { site, browser in
      _ = try await browser.begin(at: site)
      let path = "/api/sessions/\(site.session)/answer"
      let json: HTTPFields = [.contentType: "application/json"]
      let before = browser.cookie
      var own = json
      own[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
      let long = "{\"answer\":\"\(String(repeating: "x", count: 21))\"}"
      #expect(try await browser.send(.post, path, json, long).status == .unprocessableContent)
      #expect(browser.cookie == before)
      #expect(try await browser.send(.post, path, own, long).status == .unprocessableContent)
      #expect(browser.cookie != before)
      let renewed = browser.cookie
      let taken = try await browser.send(.post, path, own, "{\"answer\":\"s3cret\"}")
      #expect(taken.status == .ok && browser.cookie != renewed)
      let last = browser.cookie
      #expect(try await browser.send(.post, path, own, "{\"answer\":\"Ada\"}").status == .ok)
      #expect(browser.cookie == last)
    }
  }
}
