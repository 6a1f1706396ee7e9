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
    var learnt: [(words: [String], code: NominalCode)] = []
    var habits = CategoryHabits()
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        words.randomElement(using: &random)
      }
      let code = try #require(codes.randomElement(using: &random))
      learnt.append((text, code))
      habits.learn(
        text.joined(separator: " "), was: code, isOut: true, on: try Self.november(1))
      let asked = words.shuffled(using: &random).prefix(2)
      let found = habits.suggestions(
        for: asked.joined(separator: " "), Self.out, among: Self.known)
      let same = learnt.filter { $0.words == Array(asked) }
      for suggestion in found where suggestion.word == nil {
        #expect(suggestion.uses == same.filter { $0.code == suggestion.category }.count)
      }
      for suggestion in found {
        guard let word = suggestion.word else { continue }
        #expect(same.isEmpty)
        let with = learnt.filter { $0.words.contains(word) }
        #expect(suggestion.uses == with.filter { $0.code == suggestion.category }.count)
        #expect(with.count >= 2)
      }
      if let first = found.first {
        let all = learnt.filter {
          first.word.map($0.words.contains) ?? ($0.words == Array(asked))
        }
        #expect(first.uses * 100 >= all.count * 60)
      }
    }
  }
}
