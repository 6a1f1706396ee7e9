import Testing

@testable import FlowlineTerminal

struct WordPlaceTests {
  @Test(arguments: [
    ("один два", 3, 3), ("один два  ", 5, 5), ("12.50", 2, 5), ("a-b", 1, 3), ("к 👍🏽", 1, 1),
    ("да мои\u{306}", 3, 3), ("snake_case", 10, 10), ("(да)", 3, 4), ("...", 3, 3), ("", 0, 0),
    ("한국 日本", 2, 2),
  ])
  func `the word before`(text: String, letters: Int, unspaced: Int) {
    let characters = text.map(String.init)
    #expect(WordPlace.countBefore(characters, .letters) == letters)
    #expect(WordPlace.countBefore(characters, .unspaced) == unspaced)
  }

  @Test(arguments: [("один два", 4), (" два", 4), ("-a b", 2), ("🇬🇧 да", 1), ("", 0)])
  func `the word after`(text: String, letters: Int) {
    #expect(WordPlace.countAfter(text.map(String.init), .letters) == letters)
  }
}
