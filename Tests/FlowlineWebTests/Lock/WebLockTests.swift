import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import OwnScreens
import Synchronization
import Testing

@testable import FlowlineWeb

/// Pages behind a PIN.
struct WebLockTests {
  @Test func `who has no PIN sees a link to set one, and nothing else changes`() async throws {
    try await LockedSite.test { browser, _ in
      let home = try await browser.get("/")
      #expect(home.status == .ok && home.headers[.setCookie] == nil)
      #expect(home.text.contains("Set a PIN") && !home.text.contains("data-lock=\""))
      #expect(try await browser.get("/lock").text.contains("New PIN"))
      // There is nothing to lock or to unlock.
      for action in ["lock", "unlock", "stay", "remove"] {
        #expect(try await browser.post("/lock", [("do", action)]).status == .seeOther)
      }
      #expect(try await browser.get("/").status == .ok)
    }
  }

  @Test func `a PIN is typed once, can be looked at, and is of 4 to 64 characters`() async throws {
    try await LockedSite.test { browser, _ in
      let page = try BrowserPage(await browser.get("/lock").text, at: "/lock")
      let secrets = page.root.all("input").filter { $0["type"] == "password" }
      #expect(secrets.map { $0["name"] } == ["new"])
      #expect(secrets.map { $0["autocomplete"] } == ["new-password"])
      #expect(secrets.map { $0["data-show"] } == ["Show"])
      for new in ["", "123", String(repeating: "1", count: 65)] {
        let reply = try await browser.keep(new)
        #expect(reply.status == .unprocessableContent)
        #expect(reply.text.contains("A PIN has 4 to 64 characters."))
        #expect(reply.text.contains("<title>Error: "))
        #expect(!reply.text.contains("value=\"\(new)\""))
      }
      // The system hashes no more than 511 bytes.
      let families = try await browser.keep(String(repeating: "👨‍👩‍👧‍👦", count: 21))
      #expect(families.status == .unprocessableContent)
      #expect(families.text.contains("This PIN cannot be used."))
      let set = try await browser.keep("1234")
      #expect(set.status == .seeOther && set.location == "/lock?notice=set")
      // Loaded again it says the same, and sends nothing.
      for _ in 0..<2 {
        let shown = try await browser.get(set.location)
        #expect(shown.status == .ok && shown.text.contains("The PIN is set."))
      }
      #expect(try await browser.get("/").text.contains("data-lock=\"600\""))
    }
  }

  @Test func `a locked browser sees no page but that of the PIN`() async throws {
    try await LockedSite.test { browser, _ in
      try await browser.begin()
      let step = try await browser.client.step(of: browser.session)
      try await browser.set("1234")
      #expect(try await browser.post("/lock", [("do", "lock")]).location == "/lock")
      for route in SiteRoute.all where !route.worksLocked {
        let path = "/" + browser.filled(route.path, step)
        guard route.method == .get else {
          let reply = try await browser.post(path, [("answer", "GB33"), ("do", "answer")])
          #expect(reply.status.code == 423, "\(path)")
          // What was typed can be sent again.
          #expect(reply.text.contains("value=\"GB33\"") && reply.text.contains("/lock?from="))
          continue
        }
        let reply = try await browser.get(path + "?notice=revised")
        #expect(reply.status == .seeOther, "\(path)")
        let page = try await browser.get(reply.location)
        #expect(page.text.contains("Test is locked") && page.text.contains("data-locked"))
        #expect(!page.text.contains(browser.session) || path.contains(browser.session))
        #expect(!page.text.contains("Log out of ada"))
      }
      for (method, path) in [(.get, ""), (.post, "/answer")] as [(HTTPRequest.Method, String)] {
        let reply = try await browser.send(method, "/api/sessions/\(browser.session)\(path)")
        #expect(reply.status.code == 423 && reply.json["code"]?.string == "locked")
      }
      // The language is nobody's secret, but the session's is not touched.
      let speak = [("language", "ru"), ("session", browser.session)]
      #expect(try await browser.post("/language", speak).status == .seeOther)
      #expect(try await browser.web.host.state(of: browser.web.key).environment.language == "en")
      // It leads on to where one was.
      let reply = try await browser.unlock("1234", from: step)
      #expect(reply.location == step)
      #expect(try await browser.get(step).status == .ok)
    }
  }

  @Test func `the page of the PIN leads to no other server`() async throws {
    try await LockedSite.test { browser, _ in
      try await browser.set("1234")
      for from in ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:x"] {
        browser.forgetPass()
        #expect(try await browser.unlock("1234", from: from).location == "/")
      }
    }
  }

  @Test func `a browser locks itself when nobody asks for anything`() async throws {
    try await LockedSite.test { browser, site in
      try await browser.begin()
      try await browser.set("1234")
      for _ in 0..<3 {
        site.pass(599)
        #expect(try await browser.get("/").status == .ok)
      }
      // What a page asks for by itself does not count.
      let automatic = SiteRoute.all.filter { !$0.isOfPerson && $0.method == .get }.map(\.path)
      #expect(automatic.count == 3)
      site.pass(300)
      for path in automatic where !path.hasSuffix("events") {
        _ = try await browser.get("/" + browser.filled(path, ""))
      }
      let page = try await browser.get("/lock")
      #expect(page.text.contains("data-lock=\"300\""))
      // Somebody types.
      #expect(try await browser.post("/lock", [("do", "stay")]).status == .seeOther)
      site.pass(599)
      #expect(try await browser.get("/lock").text.contains("Your PIN"))
      site.pass(1)
      #expect(try await browser.get("/").location == "/lock?from=%2F")
      #expect(try await browser.post("/lock", [("do", "stay")]).headers[.setCookie] == nil)
      #expect(try await browser.get("/").location == "/lock?from=%2F")
    }
  }

  @Test func `five wrong PINs log out, and none counts until later`() async throws {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      browser.forgetPass()
      for left in [4, 3, 2, 1] {
        let reply = try await browser.unlock("0000")
        #expect(reply.status == .unprocessableContent)
        #expect(reply.text.contains("You can try \(left) more time"))
      }
      #expect(site.loggedOut.isEmpty)
      let last = try await browser.unlock("0000")
      #expect(last.status == .tooManyRequests && last.text.contains("You are logged out."))
      #expect(site.loggedOut == ["ada"])
      #expect(try await browser.unlock("1234").status == .tooManyRequests)
      site.pass(900)
      #expect(try await browser.unlock("1234").location == "/")
      #expect(try await browser.get("/").status == .ok)
      #expect(site.loggedOut == ["ada"])
    }
  }

  @Test func `an empty PIN is asked for, however often it is sent`() async throws {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      let emptied = [
        try await browser.remove(""), try await browser.keep("5678", ""),
        try await browser.unlock(""),
      ]
      #expect(emptied.map(\.status.code) == [422, 422, 303], "it is open, so nothing to unlock")
      browser.forgetPass()
      for _ in 0..<6 {
        let reply = try await browser.unlock("")
        #expect(reply.status == .unprocessableContent)
        let link = "<a href=\"#pin\">Type your PIN. It has 4 to 64 characters.</a>"
        #expect(reply.text.contains(link))
      }
      #expect(site.loggedOut.isEmpty)
      #expect(try await browser.unlock("1234").location == "/")
    }
  }

  @Test func `a PIN is changed and removed by who knows it, and a wrong one counts there as well`()
    async throws
  {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      let other = browser.copy()
      #expect(try await browser.keep("5678", "9999").status == .unprocessableContent)
      #expect(try await browser.keep("5678", "1234").location == "/lock?notice=set")
      #expect(try await browser.get("/").status == .ok)
      // Other browsers of the user type the new one.
      #expect(try await other.get("/").status == .seeOther)
      #expect(try await other.unlock("1234").status == .unprocessableContent)
      #expect(try await other.unlock("5678").status == .seeOther)
      #expect(try await browser.remove("0000").status == .unprocessableContent)
      let removed = try await browser.remove("5678")
      #expect(removed.status == .seeOther && removed.location == "/lock?notice=removed")
      let shown = try await browser.get(removed.location)
      #expect(shown.text.contains("There is no PIN any more."))
      // What was done before is not said of what is so now.
      #expect(try await !browser.get("/lock?notice=set").text.contains("The PIN is set."))
      browser.forgetPass()
      #expect(try await browser.get("/").status == .ok)
      #expect(try await other.get("/").status == .ok)
      // Too many wrong ones lock the browser that typed them.
      try await browser.set("1234")
      for _ in 0..<4 { _ = try await browser.remove("0000") }
      let last = try await browser.remove("0000")
      #expect(last.status == .tooManyRequests && last.text.contains("Test is locked"))
      #expect(try await browser.get("/").status == .seeOther)
      #expect(site.loggedOut == ["ada"])
    }
  }

  @Test func `a pass is its user’s, for its time, and nobody makes one`() async throws {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      let pass = browser.pass ?? ""
      let parts = pass.split(separator: ".")
      let eve = browser.copy("eve")
      try await eve.set("1234")
      for forged in [
        "", ".", "x", "\(parts[0]).", "\(parts[0]).AAAA", "9\(pass)", "\(parts[0]).\(parts[0])",
        "-1.\(parts[1])", "\(pass).", eve.pass ?? "",
      ] {
        browser.pass = forged
        #expect(try await browser.get("/").status == .seeOther, "\(forged)")
      }
      browser.pass = pass
      #expect(try await browser.get("/").status == .ok)
      eve.pass = pass
      #expect(try await eve.get("/").status == .seeOther)
    }
  }

  @Test func `a PIN that is set by a double press is set, and the browser is open`() async throws {
    try await LockedSite.test { browser, _ in
      let fields = [("new", "1234"), ("do", "keep")]
      try #require(try await browser.post("/lock", fields).location == "/lock?notice=set")
      // The browser has thrown the first reply away, with what it had it keep.
      browser.forgetPass()
      #expect(try await browser.post("/lock", fields).location == "/lock?notice=set")
      #expect(try await browser.get("/").status == .ok)
      browser.forgetPass()
      let other = [("new", "5678"), ("do", "keep")]
      // Another one is a try, and the page says so.
      let tried = try await browser.post("/lock", other)
      #expect(tried.status == .unprocessableContent && tried.headers[.setCookie] == nil)
      #expect(tried.text.contains("Test is locked") && tried.text.contains("You can try 4 more"))
      #expect(try await browser.get("/").status == .seeOther)
      // What is no PIN is none.
      let short = try await browser.post("/lock", [("new", "56"), ("do", "keep")])
      #expect(short.status == .seeOther && short.location == "/lock")
    }
  }

  @Test func `the page that changes the PIN counts tries once it is locked, and says so`()
    async throws
  {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      browser.forgetPass()
      for left in [4, 3, 2, 1] {
        let reply = try await browser.keep("5678", "1234")
        #expect(reply.text.contains("You can try \(left) more time"))
      }
      let last = try await browser.keep("5678", "1234")
      #expect(last.status == .tooManyRequests && last.text.contains("You are logged out."))
      #expect(site.loggedOut == ["ada"])
      #expect(try await browser.keep("5678", "1234").status == .tooManyRequests)
    }
  }

  // MARK: - Versions and faults

  @Test func `a pass of the earlier version shows pages, and locking takes it away as well`()
    async throws
  {
    try await LockedSite.test { browser, _ in
      try await browser.set("1234")
      let headers: HTTPFields = [.cookie: "flowline-open=\(browser.pass ?? "")"]
      #expect(try await browser.client.send(.get, "/", headers).status == .ok)
      let locked = try await browser.client.post("/lock", [("do", "lock")], headers)
      let names = locked.headers[values: .setCookie].map { String($0.prefix { $0 != "=" }) }
      #expect(names.count == 2 && names.contains("flowline-open"))
      #expect(names.contains { $0.hasPrefix("flowline-open-") })
    }
  }

  @Test func `a browser is locked though the store has not answered since the server started`()
    async throws
  {
    let values = MemoryValueStore()
    let name = try await WebLock(keptIn: values).seal.names().name(.open)
    let sent = "flowline-visitor-0a1b2c3d=x; \(name)=1.x"
    let silent = SilentStore()
    try await LockedSite.test(WebLock(keptIn: silent)) { browser, _ in
      let path = "/session/\(browser.session)/step/1?do=lock"
      let reply = try await browser.client.post(path, [("answer", "Oslo")], [.cookie: sent])
      #expect(reply.status == .serviceUnavailable && reply.text.contains("data-locked"))
      let cookies = reply.headers[values: .setCookie]
      #expect(cookies.count == 1)
      #expect(cookies.allSatisfy { $0.hasPrefix("flowline-open-") && $0.contains("Max-Age=0") })
      // Each time it may take as long as it has to answer.
      #expect(silent.timesAsked == 1)
    }
  }

  @Test func `both of two presses at once find the PIN set`() async throws {
    try await LockedSite.test { browser, _ in
      async let first = browser.copy().keep("1234")
      async let second = browser.copy().keep("1234")
      for reply in [try await first, try await second] {
        #expect(reply.status == .seeOther && reply.location == "/lock?notice=set")
        #expect(reply.headers[.setCookie] != nil, "either reply may be the one that is kept")
      }
    }
  }

  @Test func `a PIN that is changed or removed by a double press is`() async throws {
    try await LockedSite.test { browser, _ in
      try await browser.set("1234")
      let again = browser.copy()
      #expect(try await browser.keep("5678", "1234").location == "/lock?notice=set")
      #expect(try await again.keep("5678", "1234").location == "/lock?notice=set")
      #expect(try await again.get("/").status == .ok)
      for press in [browser, again] {
        #expect(try await press.remove("5678").location == "/lock?notice=removed")
      }
    }
  }

  @Test func `one button of the page that manages the PIN stands out`() async throws {
    try await LockedSite.test { browser, _ in
      try await browser.set("1234")
      let page = try await browser.page("/lock")
      let buttons = page.root.all("main").flatMap { $0.all("button") }
      #expect(
        buttons.map { $0["class"] } == ["button", "button secondary", "button secondary"])
    }
  }

  @Test func `a user who has proved another way who it is has no PIN any more`() async throws {
    try await LockedSite.test { browser, site in
      try await browser.set("1234")
      browser.forgetPass()
      try await site.lock.forgetPIN(of: "ada")
      #expect(try await browser.get("/").status == .ok)
      try await site.lock.forgetPIN(of: "ada")
    }
  }

  @Test func `a store that does not answer shows nothing`() async throws {
    let lock = WebLock(keptIn: SilentStore())
    try await LockedSite.test(lock) { browser, _ in
      let reply = try await browser.get("/")
      #expect(reply.status == .serviceUnavailable && !reply.text.contains("data-flow"))
      #expect(reply.headers[.retryAfter] == "2" && reply.text.contains("2 seconds"))
      let call = try await browser.send(.get, "/api/sessions")
      #expect(call.status == .serviceUnavailable && call.json["code"]?.string == "store")
      #expect(call.headers[.retryAfter] == "2")
      // Those who look after the program are told why, and callers are not.
      #expect(browser.web.faults.map(\.code) == [.store, .store])
      #expect(browser.web.faults.allSatisfy { $0.reason.contains("it does not answer") })
      #expect(!reply.text.contains("does not answer") && !call.text.contains("does not answer"))
    }
  }
}
