import FoundationEssentials
import Testing

@testable import ServiceCalls

/// A secret that a server sends back.
struct RedactionTests {
  private let redaction = Redaction(secret: "secret-abcdefgh")

  @Test(arguments: [
    ("", ""), ("nothing of it", "nothing of it"), ("secret-abcdefgh", "[redacted]"),
    ("secret-abcdefg", "secret-abcdefg"), ("se", "se"), ("sesecret-abcdefgh", "se[redacted]"),
    ("a secret-abcdefghsecret-abcdefgh é", "a [redacted][redacted] é"),
  ])
  func `bytes lose it wherever it is`(text: String, redacted: String) {
    #expect(redaction.redact(Data(text.utf8)) == Data(redacted.utf8))
    #expect(Redaction(nil).redact(Data(text.utf8)) == Data(text.utf8))
  }

  @Test func `bytes are counted from where a part of others begins`() {
    let part = Data("0123secret-abcdefgh456".utf8)[2...]
    #expect(redaction.redact(part) == Data("23[redacted]456".utf8))
    #expect(redaction.redact(part[..<18]) == Data("23secret-abcdefg".utf8))
  }
}
