import Testing

@testable import FlowlineTerminal

struct PromptTextTests {
  @Test(arguments: [
    (PromptText(""), ""), (PromptText("name>"), "name> "), (PromptText("name> "), "name> "),
    (PromptText("имя>", style: "1"), "имя> "), (PromptText("и\u{306}\n\u{1B}д"), "и\u{306}д "),
  ])
  func `a space stands behind it, and no control character in it`(prompt: PromptText, plain: String)
  {
    #expect(prompt.plainText.unicodeScalars.elementsEqual(plain.unicodeScalars))
  }
}
