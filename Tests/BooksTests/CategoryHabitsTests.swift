import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

@testable import Books

/// What is suggested for a transaction, and why.
struct CategoryHabitsTests {
  private static let known = Set(["250", "285", "269", "365"].compactMap { NominalCode($0) })
  private static let out = Money(minorUnits: -1_00, currency: .gbp)

  private static func november(_ number: Int) throws -> Day {
    try day("2026-11-\(number < 10 ? "0" : "")\(number)")
  }

  private func habits(_ learnt: (String, String, Int)...) throws -> CategoryHabits {
    var habits = CategoryHabits()
    for (text, code, day) in learnt {
      habits.learn(
        text, was: try #require(NominalCode(code)), isOut: true,
        on: try Self.november(day))
    }
    return habits
  }

  private func suggested(_ habits: CategoryHabits, _ text: String) -> [String] {
    habits.suggestions(for: text, Self.out, among: Self.known)
      .map { "\($0.category) \($0.uses) \($0.word ?? "=")" }
  }

  @Test func `the same text is enough once`() throws {
    let habits = try habits(("HILTON HOTELS 4411", "285", 1))
    #expect(suggested(habits, "Hilton  Hotels, 0007") == ["285 1 ="])
    #expect(suggested(habits, "Hilton") == [], "a word alone needs two uses")
  }

  @Test func `a word needs two uses and most of them`() throws {
    let habits = try habits(
      ("Hilton Leeds", "285", 1), ("Hilton York", "285", 2), ("Hilton Bath", "365", 3))
    #expect(suggested(habits, "Hilton Hotels") == ["285 2 hilton", "365 1 hilton"])
    let split = try self.habits(
      ("Hilton Leeds", "285", 1), ("Hilton York", "365", 2))
    #expect(suggested(split, "Hilton Hotels") == [], "none has sixty per cent")
  }

  @Test func `the word that was seen most seldom tells`() throws {
    let habits = try habits(
      ("Adobe Cloud", "269", 1), ("Adobe Cloud Plus", "269", 2), ("Azure Cloud", "250", 3),
      ("Google Cloud", "250", 4), ("Cloud Nine", "250", 5))
    #expect(suggested(habits, "Adobe Cloud Pro") == ["269 2 adobe"])
  }

  @Test func `money that came says nothing about money that went`() throws {
    var habits = CategoryHabits()
    for day in 1...3 {
      habits.learn(
        "Trainline", was: try #require(NominalCode("365")), isOut: false,
        on: try Self.november(day))
    }
    #expect(suggested(habits, "Trainline") == [])
  }

  @Test func `a category that is gone is not suggested, and nothing is for no words or no money`()
    throws
  {
    let habits = try habits(("Tea", "299", 1), ("Tea", "299", 2), ("4711", "285", 1))
    #expect(suggested(habits, "Tea") == [])
    #expect(suggested(habits, "4711 · 08") == [])
    #expect(
      try self.habits(("Tea", "285", 1)).suggestions(
        for: "Tea", .zero(.gbp), among: Self.known) == [])
  }

  @Test func `of equals the one used last comes first, then the lower code`() throws {
    let habits = try habits(
      ("Tea", "285", 1), ("Tea", "285", 2), ("Tea", "285", 2), ("Tea", "365", 3), ("Tea", "250", 3))
    #expect(suggested(habits, "tea") == ["285 3 =", "250 1 =", "365 1 ="])
  }

  /// Against a model that looks at everything each time, with random words.
  @Test(arguments: 1...20) func `it agrees with a model that counts anew`(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let words = ["hilton", "adobe", "tea", "leeds", "cloud", "pro", "nine"]
    let codes = Array(Self.known).sorted { $0.number < $1.number }
    var learnt: Learnt = []
    var answers: Set<String> = []
    var habits = CategoryHabits()
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        words.randomElement(using: &random)
      }
      let code = try #require(codes.randomElement(using: &random))
      learnt.append((text, code))
      habits.learn(
        text.joined(separator: " "), was: code, isOut: true, on: try Self.november(1))
      let count = Int.random(in: 1...2, using: &random)
      let asked = Array(words.shuffled(using: &random).prefix(count))
      let found = suggested(habits, asked.joined(separator: " "))
      #expect(found == Self.expected(learnt, asked), "\(asked) after \(learnt)")
      answers.formUnion(found)
    }
    #expect(answers.count > 1, "too little is suggested to compare")
  }

  private typealias Learnt = [(words: [String], code: NominalCode)]

  /// What is to be suggested, by looking at everything that was learnt.
  private static func expected(_ learnt: Learnt, _ asked: [String]) -> [String] {
    let same = learnt.filter { $0.words == asked }
    guard same.isEmpty else { return ranked(same, least: 1, "=") }
    let telling = asked.map { word in (word, learnt.filter { $0.words.contains(word) }) }
      .filter { $0.1.count >= 2 }
    guard let (word, uses) = telling.min(by: { $0.1.count < $1.1.count }) else { return [] }
    return ranked(uses, least: 2, word)
  }

  private static func ranked(_ uses: Learnt, least: Int, _ reason: String) -> [String] {
    let counts = Dictionary(grouping: uses, by: \.code).mapValues(\.count)
      .sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }
    guard let first = counts.first?.value, first >= least, first * 100 >= uses.count * 60 else {
      return []
    }
    return counts.prefix(3).map { "\($0.key) \($0.value) \(reason)" }
  }
}
