import Days
import FlowTestSupport
import Flowline
import FoundationEssentials
import Testing

@testable import BooksFlows

/// What the program tells the people who use the books.
struct NoticeTests {
  // MARK: - When

  @Test(arguments: [
    ("2026-10-31", 8, false), ("2026-11-01", 8, true), ("2026-11-30", 8, true),
    ("2026-12-01", 8, false), ("2026-11-15", 6, true), ("2026-11-15", 5, false),
    ("2026-11-15", nil, true),
  ])
  func `it is shown from its first to its last day, to those of its level`(
    day: String, level: Int?, isShown: Bool
  ) throws {
    let notice = Notice(
      "trial", kind: .trial, ["en": "x"], from: Day("2026-11-01"), until: Day("2026-11-30"),
      level: 6)
    #expect(notice.isShown(on: try #require(Day(day)), at: level) == isShown)
  }

  @Test func `without days it is always shown, and at most three are`() async throws {
    let notices = (1...5).map { Notice("n\($0)", ["en": "\($0)"], canBeHidden: $0 > 1) }
    let board = NoticeBoard(notices, of: "ada", hiddenIn: MemoryValueStore())
    let day = try #require(Day("2026-11-15"))
    #expect(await board.shown(on: day, at: 0).map(\.id) == ["n1", "n2", "n3"])
    try await board.hide("n2")
    try await board.hide("n2")
    #expect(await board.shown(on: day, at: 0).map(\.id) == ["n1", "n3", "n4"])
  }

  @Test func `a notice stays hidden for the person who hid it, and nobody else`() async throws {
    let values = MemoryValueStore()
    let day = try #require(Day("2026-11-15"))
    func board(_ user: UserID) -> NoticeBoard {
      NoticeBoard([Notice("a", ["en": "A"])], of: user, hiddenIn: values)
    }
    try await board("ada").hide("a")
    #expect(await board("ada").shown(on: day, at: 8).isEmpty)
    #expect(await board("eve").shown(on: day, at: 8).count == 1)
  }

  @Test func `if nobody can tell what is hidden, only what cannot be is shown`() async throws {
    let board = NoticeBoard(
      [Notice("a", ["en": "A"]), Notice("b", ["en": "B"], canBeHidden: false)], of: "ada",
      hiddenIn: BrokenValues())
    #expect(await board.shown(on: try #require(Day("2026-11-15")), at: 8).map(\.id) == ["b"])
  }

  @Test(arguments: [
    ("en", ["en": "E", "ru": "R"], "E"), ("ru", ["en": "E", "ru": "R"], "R"),
    ("ru", ["en": "E"], "E"), ("ru", ["de": "D", "fr": "F"], "D"),
  ])
  func `it speaks the language, English, or what there is`(
    language: String, texts: [String: String], text: String
  ) {
    #expect(Notice("a", texts).text(in: language) == text)
  }

  // MARK: - In the flow

  @Test func `notices stand above the overview, and one is hidden for good`() throws {
    let values = MemoryValueStore()
    func world(_ locale: String = "en_GB") throws -> BooksWorld {
      let board = NoticeBoard(
        [
          Notice(
            "trial", kind: .trial,
            ["en": "Your trial ends soon.", "ru": "Пробный период скоро закончится."],
            link: "https://example.com/plans", canBeHidden: false),
          Notice("bank-feed", kind: .warning, ["en": "The feed of your bank is late."]),
        ], of: "ada", hiddenIn: values)
      return try BooksWorld(locale: locale, notices: board)
    }
    let first = try world()
    try first.walk("books")
    let page = try #require(first.controller.prompt?.page)
    #expect(page.prefix(2).map { $0.heading?.text } == ["Your trial", "Needs your attention"])
    #expect(
      page[0].rows.map(\.label.text) == ["Your trial ends soon.", "https://example.com/plans"])
    let choices = try #require(first.controller.prompt?.kind.choices)
    #expect(choices.filter { $0.key.hasPrefix("hide-") }.map(\.key) == ["hide-bank-feed"])
    #expect(
      choices.contains { $0.label.text == "Hide “The feed of your bank is late.”" })
    first.answer("hide-bank-feed")
    #expect(first.controller.prompt?.page.first?.heading?.text == "Your trial")
    #expect(first.controller.prompt?.page[1].heading?.text == "Cash flow since 1 Sep 2026")
    first.answer("done")
    try first.expectOrder()
    let second = try world("ru_RU")
    try second.walk("books")
    #expect(second.controller.prompt?.page.first?.heading?.text == "Пробный период")
    #expect(
      second.controller.prompt?.page.first?.rows.first?.label.text
        == "Пробный период скоро закончится.")
    #expect(second.controller.prompt?.kind.choices.contains { $0.key.hasPrefix("hide-") } == false)
    try second.expectOrder()
  }

  @Test func `without any nothing is read for them`() throws {
    let world = try BooksWorld()
    try world.walk("books")
    #expect(!world.controller.journal.text.contains("notices"))
    try world.expectOrder()
  }

  // MARK: - Files

  @Test func `a file has them with all there is to say, or with the least`() throws {
    let notices = try Notice.list(
      """
      [{"id": "trial", "kind": "trial", "level": 6, "text": {"en": "E", "ru": "R"},
        "from": "2026-11-01", "until": "2026-11-30", "link": "https://example.com/plans",
        "canBeHidden": false},
       {"id": "a-1", "text": {"en": "A"}}]
      """)
    #expect(
      notices == [
        Notice(
          "trial", kind: .trial, ["en": "E", "ru": "R"], from: Day("2026-11-01"),
          until: Day("2026-11-30"), level: 6, link: "https://example.com/plans", canBeHidden: false),
        Notice("a-1", ["en": "A"]),
      ])
    #expect(try Notice.list("[]") == [])
  }

  @Test(arguments: [
    ("{}", nil, "expected a list"), ("[", nil, "expected a list in JSON"),
    ("[1]", 1, "expected an object, got 1"),
    (#"[{"text": {"en": "A"}}]"#, 1, "“id” is missing"),
    (#"[{"id": "A", "text": {"en": "A"}}]"#, 1, "“id”: expected small letters"),
    (#"[{"id": "a"}]"#, 1, "“text” is missing"),
    (#"[{"id": "a", "text": {}}]"#, 1, "“text”: expected texts by languages"),
    (#"[{"id": "a", "text": {"en": 1}}]"#, 1, "“text”: expected texts by languages"),
    (#"[{"id": "a", "text": {"en": "A"}, "level": 9}]"#, 1, "“level”: expected a whole number"),
    (#"[{"id": "a", "text": {"en": "A"}, "from": "1/11"}]"#, 1, "“from”: expected a day"),
    (#"[{"id": "a", "text": {"en": "A"}, "link": "javascript:x"}]"#, 1, "“link”: expected"),
    (#"[{"id": "a", "text": {"en": "A"}, "kind": "news"}]"#, 1, "information, trial, warning"),
    (#"[{"id": "a", "text": {"en": "A"}, "titel": 1}]"#, 1, "“titel” is nothing of a notice"),
    (#"[{"id": "a", "text": {"en": "A"}}, {"id": "a", "text": {"en": "B"}}]"#, 2, "called “a”"),
  ])
  func `what is wrong in a file is told with its place`(
    text: String, number: Int?, reason: String
  ) {
    do {
      let notices = try Notice.list(text)
      Issue.record("it was read: \(notices)")
    } catch {
      #expect(error.number == number)
      #expect(error.reason.contains(reason), "\(error)")
    }
  }
}

/// Small things that cannot be read.
private struct BrokenValues: ValueStore {
  private static var failure: StoreFailure {
    StoreFailure(.unreadable, at: "nowhere", "it is broken")
  }

  func make(_ value: KeptValue) async throws(StoreFailure) -> Bool { throw Self.failure }
  func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    throw Self.failure
  }
  func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] { throw Self.failure }
  func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    throw Self.failure
  }
  func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) { throw Self.failure }
  func removeExpired(by moment: Date) async throws(StoreFailure) { throw Self.failure }
}
