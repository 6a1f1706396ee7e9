import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Forms that are left half filled in by a button or a link of the frame: to lock, to log out, to the first page.
///
/// The browser of these tests has no script.
struct TypedTests {
  /// Asks for a way, and then for a form with a secret and a file, or for a name and a number at once.
  private struct TripFlow: Flow {
    let id: FlowID = "trip"

    func run(_ context: FlowContext) async throws -> String {
      let way = try await context.run(TextScreen("way", "Which way?"))
      guard way != "both" else {
        let (name, count) = try await context.all(
          TextScreen("name", "For whom?"), NumberScreen("count", "How many?", in: 1...9))
        return "\(count) for \(name)"
      }
      guard way == "sea" else {
        return try await context.run(TextScreen("end", Text(verbatim: "By \(way)?")))
      }
      return try await context.run(
        Form<String>("trip", "Where do you go?") { page in
          let place = page.ask(TextScreen("place", "Place?"))
          let code = page.ask(SecretScreen("code", "Code?", length: 4...20).optional())
          let ticket = page.ask(FileScreen("ticket", "Ticket?", accepting: [.text]).optional())
          guard let place, code != nil, ticket != nil else { return nil }
          return place
        })
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  private static let walk = Walk("trip", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(TripFlow(), summary: "A trip")
    return catalog
  }

  private static let answer = BrowserForm.Button(name: "do", value: "answer")
  private static let typed = ["field.place": ["Oslo"]]

  /// A browser with a PIN at the second question of a session.
  private func begun(
    _ way: String = "sea", keepingTypedIn values: (any ValueStore)? = nil,
    _ body: @escaping @Sendable (LockedBrowser, BrowserPage) async throws -> Void
  ) async throws {
    try await LockedSite.test(of: Self.walk, keepingTypedIn: values) { browser, _ in
      try await browser.begin()
      let first = try await browser.client.step(of: browser.session)
      _ = try await browser.post(first, [("answer", way)])
      try await browser.set("1234")
      try await body(browser, try await browser.page("/session/\(browser.session)"))
    }
  }

  /// Presses a button outside of the form of a page, with what is typed.
  private static func press(
    _ page: BrowserPage, _ changes: [String: [String]] = TypedTests.typed,
    in browser: LockedBrowser, with headers: HTTPFields = [:],
    _ isWanted: (BrowserElement) -> Bool
  ) async throws -> TestResponse {
    let (form, path) = try page.way(isWanted)
    return try await browser.post(path, form.sent(pressing: nil, changing: changes), headers)
  }

  private static func isLock(_ button: BrowserElement) -> Bool { button["data-locks"] != nil }

  private static func isWay(_ path: String) -> (BrowserElement) -> Bool {
    { $0["data-way"] == path }
  }

  private static func value(_ name: String, on page: BrowserPage) -> String? {
    page.question?.fields(named: name).first?.value
  }

  // MARK: - Locking

  @Test func `what was typed comes back behind the PIN, and a secret is asked for again`()
    async throws
  {
    try await begun { browser, page in
      let changes = ["field.place": ["Oslo"], "field.code": ["hunter2"]]
      let locked = try await Self.press(page, changes, in: browser, Self.isLock)
      #expect(locked.status == .seeOther && browser.pass == nil)
      let lock = try await browser.get(locked.location)
      #expect(lock.text.contains("Test is locked") && !lock.text.contains("Oslo"))
      #expect(lock.text.contains("data-locked"), "it tells other tabs")
      let unlocked = try await browser.unlock("1234", from: page.path)
      // It is there however often the page is loaded.
      for _ in 0..<2 {
        let again = try await browser.page(unlocked.location)
        #expect(again.path == page.path && Self.value("field.place", on: again) == "Oslo")
        #expect(Self.value("field.code", on: again) == "" && !"\(again.root)".contains("hunter2"))
        #expect(again.text.contains("What you typed before you left this page is filled in again"))
        #expect(again.text.contains("For your safety this was not saved. Type it again."))
      }
      // Once it is answered nothing is kept any more.
      let again = try await browser.page(page.path)
      let form = try #require(again.question)
      let end = try await browser.post(form.action, form.sent(pressing: Self.answer))
      #expect(try await browser.page(end.location).text.contains("Oslo"))
    }
  }

  @Test func `an answer takes the place of what was kept for its question alone`() async throws {
    let values = MemoryValueStore()
    try await begun("both", keepingTypedIn: values) { browser, page in
      #expect(page.text.contains("For whom?"))
      let form = try #require(page.forms.first { $0.has("do", "answer") })
      let names = form.fields.map(\.name).filter { $0.hasSuffix(".answer") }
      #expect(names.count == 2)
      let changes = [names[0]: ["Ada"], names[1]: ["12"]]
      _ = try await Self.press(page, changes, in: browser, Self.isLock)
      _ = try await browser.unlock("1234")
      let again = try await browser.page(page.path)
      let shown = try #require(again.forms.first { $0.has("do", "answer") })
      #expect(names.map { shown.fields(named: $0).map(\.value) } == [["Ada"], ["12"]])
      #expect(try await values.values(of: "ada", on: "typed", beginning: "").count == 1)
      // The page from before says nothing of what is kept.
      let step = try #require(
        page.root.all("div").compactMap { $0["data-question"] }.first { !$0.isEmpty })
      let sent = form.sent(pressing: Self.answer, changing: [names[0]: ["Bea"]])
      _ = try await browser.post(step, sent)
      let left = try await browser.page("/session/\(browser.session)")
      #expect(Self.value("answer", on: left) == "12" && left.text.contains("How many?"))
      let last = try #require(left.question)
      let end = try await browser.post(
        last.action, last.sent(pressing: Self.answer, changing: ["answer": ["3"]]))
      #expect(try await browser.page(end.location).text.contains("3 for Bea"))
      #expect(try await values.values(of: "ada", on: "typed", beginning: "").isEmpty)
    }
  }

  @Test func `a file is to be chosen again, and whatever cannot be read, the browser is locked`()
    async throws
  {
    try await begun { browser, page in
      let (form, path) = try page.way(Self.isLock)
      let parts = form.sent(pressing: nil, changing: Self.typed).map { name, value in
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      }
      let head = "--b\r\nContent-Disposition: form-data; name=\"field.ticket\"; filename=\"a.txt\""
      let type = "multipart/form-data; boundary=b"
      // The second one is cut off.
      for end in ["lunch\r\n--b--\r\n", "lun"] {
        let body = parts.joined() + head + "\r\n\r\n" + end
        let locked = try await browser.post(path, body, of: type)
        #expect(locked.status == .seeOther && browser.pass == nil)
        let unlocked = try await browser.unlock(behind: locked)
        // What could not be read is missed behind the PIN.
        let isWhole = end.hasSuffix("--\r\n")
        #expect(unlocked.location == page.path + (isWhole ? "" : "?notice=partly"))
        let again = try await browser.page(unlocked.location)
        #expect(again.text.contains("part of this page could not be read") == !isWhole)
        #expect(Self.value("field.place", on: again) == "Oslo")
        #expect(again.text.contains("The file that you chose did not arrive. Choose it again."))
      }
      for body in ["", "--b\r\nx"] {
        #expect(try await browser.post(path, body, of: type).status == .seeOther)
        #expect(browser.pass == nil)
        _ = try await browser.unlock("1234")
      }
    }
  }

  @Test func `a page on which nothing was typed is not kept`() async throws {
    let values = MemoryValueStore()
    try await begun(keepingTypedIn: values) { browser, page in
      #expect(try await Self.press(page, [:], in: browser, Self.isLock).status == .seeOther)
      _ = try await browser.unlock("1234")
      #expect(try await Self.press(page, [:], in: browser, Self.isWay("/")).onward == "/")
      #expect(try await values.values(of: "ada", on: "typed", beginning: "").isEmpty)
      // What came back and was deleted does not come back once more.
      _ = try await Self.press(page, in: browser, Self.isWay("/"))
      let again = try await browser.page(page.path)
      let emptied = ["field.place": [""]]
      _ = try await Self.press(again, emptied, in: browser, Self.isWay("/"))
      #expect(Self.value("field.place", on: try await browser.page(page.path)) == "")
    }
  }

  @Test func `another site locks nothing and keeps nothing, and a locked browser keeps nothing`()
    async throws
  {
    let values = MemoryValueStore()
    try await begun(keepingTypedIn: values) { browser, page in
      let evil: HTTPFields = [.origin: "https://evil.example"]
      let refused = try await Self.press(page, in: browser, with: evil, Self.isLock)
      #expect(refused.status == .forbidden && browser.pass != nil)
      // It comes back to be returned to, not to be sent as an answer.
      #expect(refused.text.contains("Back to the question") && refused.text.contains("Oslo"))
      browser.forgetPass()
      for way in [Self.isLock, Self.isWay("/")] {
        let locked = try await Self.press(page, in: browser, way)
        #expect(locked.status.code == 423 && locked.text.contains("value=\"Oslo\""))
      }
      #expect(try await values.values(of: "ada", on: "typed", beginning: "").isEmpty)
      // What such a page has can be sent once the browser is open.
      let locked = try await Self.press(page, in: browser, Self.isLock)
      let kept = try #require(
        try BrowserPage(locked.text, at: page.path).forms.first { !$0.fields(named: "do").isEmpty })
      _ = try await browser.unlock("1234")
      let shown = try await browser.post(kept.action, kept.sent(pressing: nil))
      #expect(shown.status == .ok)
      #expect(Self.value("field.place", on: try BrowserPage(shown.text, at: "/")) == "Oslo")
    }
  }

  @Test func `what cannot be kept is on the page that says so, and the browser is locked`()
    async throws
  {
    try await begun(keepingTypedIn: FullStore()) { browser, page in
      let refused = try await Self.press(page, in: browser, Self.isLock)
      #expect(refused.status == .serviceUnavailable && browser.pass == nil)
      #expect(refused.text.contains("value=\"Oslo\"") && refused.text.contains("data-locked"))
      #expect(refused.text.contains("Back to the question"))
      #expect(try await browser.get("/").status == .seeOther)
    }
  }

  @Test func `what is too large to be kept is on the page that says so, and nothing else is lost`()
    async throws
  {
    try await begun { browser, page in
      _ = try await Self.press(page, in: browser, Self.isLock)
      _ = try await browser.unlock("1234")
      let long = String(repeating: "x", count: 900_000)
      let pages = ["a", "b"].flatMap { key in
        [("step", "other"), ("token", "1-\(key)"), ("answer", long)]
          .map { ("page.\(key).\($0.0)", $0.1) }
      }
      func sent(_ form: BrowserForm) -> String {
        let fields = form.sent(pressing: nil, changing: ["field.place": [long]]) + pages
        return fields.map { name, value in
          "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }.joined() + "--b--\r\n"
      }
      let type = "multipart/form-data; boundary=b"
      for isWanted in [Self.isWay("/"), Self.isLock] {
        let (form, path) = try page.way(isWanted)
        let refused = try await browser.post(path, sent(form), of: type)
        #expect(refused.status == .contentTooLarge && refused.onward.isEmpty)
        #expect(refused.text.contains("This is too much to save"))
        #expect(refused.text.contains("At most 2\u{A0}MB of what you typed"))
        #expect(refused.text.contains(long) && refused.text.contains("Back to the question"))
      }
      #expect(browser.pass == nil, "it is locked nevertheless")
      _ = try await browser.unlock("1234")
      let again = try await browser.page(page.path)
      #expect(Self.value("field.place", on: again) == "Oslo")
    }
  }

  // MARK: - Other ways

  @Test
  func `a log-out and the way to the first page keep what was typed, for the same user alone`()
    async throws
  {
    try await begun { browser, page in
      for path in ["/log-out", "/"] {
        let left = try await Self.press(page, in: browser, Self.isWay(path))
        // A redirect would be a part of the form's sending, which may not lead to another site.
        #expect(left.status == .ok && left.onward == path && left.location.isEmpty)
        #expect(try BrowserPage(left.text, at: path).link(to: path) == path)
        // Another browser of the same user has it as well, and nobody else has the session.
        let other = browser.copy()
        let again = try await other.page("/session/\(browser.session)")
        #expect(Self.value("field.place", on: again) == "Oslo")
        let eve = try await browser.copy("eve").get("/session/\(browser.session)")
        #expect(eve.status == .notFound && !eve.text.contains("Oslo"))
      }
    }
  }

  @Test(arguments: ["https://evil.example/", "//evil.example/", "javascript:x", ""])
  func `a way leads to no other server`(path: String) async throws {
    try await begun { browser, page in
      let form = try #require(page.question)
      let encoded = WebLink.encoded(path)
      let reply = try await browser.post(
        "\(form.action)?do=keep&to=\(encoded)", form.sent(pressing: nil, changing: Self.typed))
      #expect(reply.status == .ok && reply.onward == "/" && !reply.text.contains("evil.example"))
    }
  }

  @Test func `ways within the session show it again, and what was not typed takes no post`()
    async throws
  {
    try await begun { browser, page in
      for name in ["answers", "leave"] {
        let path = "/session/\(browser.session)/\(name)"
        let untouched = try await Self.press(page, [:], in: browser, Self.isWay(path))
        #expect(untouched.status == .seeOther && untouched.location == path)
        let shown = try await Self.press(page, in: browser, Self.isWay(path))
        #expect(shown.status == .ok)
        // From there the first page is reached with it as well.
        let there = try BrowserPage(shown.text, at: path)
        let left = try await Self.press(there, [:], in: browser, Self.isWay("/"))
        #expect(left.status == .ok && left.onward == "/")
        let again = try await browser.page("/session/\(browser.session)")
        #expect(Self.value("field.place", on: again) == "Oslo")
      }
    }
  }

  @Test func `a question that is gone meanwhile leaves what was typed to be copied`() async throws {
    try await begun { browser, page in
      _ = try await Self.press(page, in: browser, Self.isLock)
      _ = try await browser.unlock("1234")
      // In another tab the first answer is changed.
      let answers = try await browser.page("/session/\(browser.session)/answers")
      let earlier = try #require(
        answers.root.all("a").compactMap { $0["href"] }.first { $0.contains("/step/") })
      _ = try await browser.post(earlier, [("answer", "land")])
      let late = try await browser.page(page.path)
      #expect(late.text.contains("By land?"))
      #expect(late.root.all("textarea").map { $0.rawText.trimmingPrefix("\n") } == ["Oslo"])
    }
  }

  @Test func `a session that ended meanwhile leaves what was typed to be copied`() async throws {
    try await begun { browser, page in
      _ = try await browser.post(page.path, Self.typed.map { ($0.key, "Rome") })
      let path = "/session/\(browser.session)/answers"
      let late = try await Self.press(page, in: browser, Self.isWay(path))
      #expect(late.status == .conflict && late.text.contains("had ended before you sent this"))
      #expect(late.text.contains("Oslo"))
      // Its ways keep that, with a script as well, and nothing leads round in circles.
      let there = try BrowserPage(late.text, at: path)
      let form = try #require(there.root.all("form").first { $0["id"] == "unsent" })
      #expect(form["data-keeps"] != nil && form["data-typed"] != nil && form["data-carries"] == nil)
      let session = "/session/\(browser.session)"
      let seen = try await Self.press(there, [:], in: browser, Self.isWay(session))
      #expect(seen.status == .seeOther && seen.location == session)
      #expect(try await browser.page(seen.location).isEnd)
      let again = try await browser.page(page.path)
      #expect(again.root.all("textarea").map { $0.rawText.trimmingPrefix("\n") } == ["Oslo"])
    }
  }

  // MARK: - Keys

  @Test func `Enter in a field presses none of the frame’s buttons`() throws {
    for locale in ["en_GB", "ru_RU"] {
      for item in try Gallery(locale).items {
        let text = String(decoding: item.page.document(in: item.context), as: UTF8.self)
        let page = try BrowserPage(text, at: "/")
        for form in page.root.all("form") where form.all("input").contains(where: \.isTyped) {
          let own = form.all("button")
          // The first button in the order of the page is what Enter presses.
          let first = page.root.elements.first { element in
            guard element.tag == "button" else { return false }
            let isInside = own.contains { $0.attributes == element.attributes }
            return element["form"].map { $0 == form["id"] } ?? isInside
          }
          let isOfFrame = first?["data-way"] != nil || first?["data-locks"] != nil
          #expect(first != nil && !isOfFrame && first?["value"] != "back", "\(item.name)")
        }
      }
    }
  }
}

/// A store that keeps nothing new.
private struct FullStore: ValueStore {
  func make(_: KeptValue) async throws(StoreFailure) -> Bool {
    throw StoreFailure(.noSpace, at: "values", "it is full")
  }
  func value(named _: String, on _: String) async throws(StoreFailure) -> KeptValue? { nil }
  func values(
    of _: UserID, on _: String, beginning _: String
  ) async throws(StoreFailure) -> [KeptValue] { [] }
  func remove(named _: String, on _: String) async throws(StoreFailure) {}
  func removeValues(
    of _: UserID, on _: String, beginning _: String
  ) async throws(StoreFailure) {}
  func removeExpired(by _: Date) async throws(StoreFailure) {}
}

extension BrowserElement {
  /// Whether something is typed in it, so that Enter sends its form.
  fileprivate var isTyped: Bool {
    ["text", "password", "radio", "checkbox"].contains(self["type"] ?? "text")
  }
}
