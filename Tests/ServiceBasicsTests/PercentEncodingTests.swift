import ServiceBasics
import TestSupport
import Testing

struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("a-b._~9", "a-b._~9"), ("a b+c", "a%20b%2Bc"), ("2022/23", "2022%2F23"),
    ("Zoë & Co", "Zo%C3%AB%20%26%20Co"), ("%", "%25"), ("\n\u{0}", "%0A%00"), ("🧾", "%F0%9F%A7%BE"),
  ])
  func `a text is encoded and decoded`(text: String, encoded: String) {
    #expect(PercentEncoding.encoded(text) == encoded)
    #expect(PercentEncoding.decoded(encoded) == text)
    #expect(PercentEncoding.decoded(encoded.lowercased(), isForm: true) == text.lowercased())
  }

  @Test func `a plus is a space in a form alone`() {
    #expect(PercentEncoding.decoded("a+b%2B", isForm: true) == "a b+")
    #expect(PercentEncoding.decoded("a+b%2B") == "a+b+")
  }

  @Test(arguments: ["%", "%4", "a%", "%G0", "%0x", "%+1", "%ff", "%C3", "%C3("])
  func `what is cut off, or no UTF-8, is nothing`(text: String) {
    #expect(PercentEncoding.decoded(text) == nil)
  }

  @Test func `any text comes back`() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<500 {
      let text = String(
        String.UnicodeScalarView(
          (0..<8).compactMap { _ in Unicode.Scalar(UInt32(random.below(0x11_0000))) }))
      #expect(PercentEncoding.decoded(PercentEncoding.encoded(text)) == text)
    }
  }
}
