import Testing

@testable import FlowlineTerminal

struct HiddenLineTests {
  private static func line(_ keys: String) -> HiddenLine {
    var line = HiddenLine()
    for scalar in keys.unicodeScalars { _ = line.take(.character(scalar), limit: 100) }
    return line
  }

  @Test(arguments: [
    ("пи\u{306}к", 3), ("a👍🏽🇬🇧", 3), ("a👩‍👩‍👧\u{7F}", 1), ("аи\u{306}\u{8}", 1), ("ab\u{15}c", 1),
  ])
  func `characters are those a person counts`(keys: String, count: Int) {
    #expect(Self.line(keys).count == count)
  }

  @Test func `enter gives the text and escape leads back`() {
    var line = Self.line("пи\u{306}к")
    #expect(line.take(.editor(.escape), limit: 100) == .back(text: ""))
    #expect(line.take(.editor(.wordLeft), limit: 100) == nil)
    #expect(line.take(.paste("x\ny\n"), limit: 100) == nil)
    #expect(line.take(.character("\r"), limit: 100) == .line("пи\u{306}кx y"))
  }
}
