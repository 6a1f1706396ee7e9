import Testing

@testable import FlowlineTerminal

struct HistorySearchTests {
  private static let entries = ["перевод Ане", "цель Отпуск", "перевод Боре", "отпуск в мае"]

  @Test func `letters narrow the search from the newest line on`() {
    var search = HistorySearch(in: Self.entries, from: "x")
    #expect(search.text == "x")
    #expect(search.add("пер") == true)
    #expect(search.text == "перевод Боре")
    #expect(search.add("евод А") == true)
    #expect(search.text == "перевод Ане")
    #expect(search.add("z") == false)
    #expect(search.text == "перевод Ане")
  }

  @Test func `case does not matter`() {
    var search = HistorySearch(in: Self.entries, from: "")
    #expect(search.add("ОТПУСК") == true)
    #expect(search.text == "отпуск в мае")
    #expect(search.goOlder() == true)
    #expect(search.text == "цель Отпуск")
    #expect(search.goOlder() == false)
    #expect(search.goNewer() == true)
    #expect(search.text == "отпуск в мае")
    #expect(search.goNewer() == false)
  }

  @Test func `erasing looks from the newest line again`() {
    var search = HistorySearch(in: Self.entries, from: "x")
    #expect(search.add("перевод А") == true)
    #expect(search.erase() == true)
    #expect(search.text == "перевод Боре")
    for _ in 0..<8 { #expect(search.erase() == true) }
    #expect(search.text == "x")
    #expect(search.erase() == false)
  }

  @Test func `the same line again is not another one`() {
    var search = HistorySearch(in: ["a1", "b", "a2", "b", "a2"], from: "")
    #expect(search.add("a") == true)
    #expect(search.goOlder() == true)
    #expect(search.text == "a1")
  }

  @Test func `a search without a pattern finds nothing`() {
    var search = HistorySearch(in: Self.entries, from: "")
    #expect(search.goOlder() == false)
    search.look(for: "цель")
    #expect(search.goOlder() == true)
    #expect(search.text == "цель Отпуск")
  }
}
