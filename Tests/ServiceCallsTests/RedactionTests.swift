import Testing

@testable import ServiceCalls

/// A secret that a server sends back.
struct RedactionTests {
  @Test(arguments: [
    ("", ""), ("nothing of it", "nothing of it"), ("secret-abcdefgh", "[redacted]"),
    ("secret-abcd", "[redacted]"), ("secret-abcde", "[redacted]"), ("se", "se"),
    ("sent: secr", "sent: [redacted]"),
    ("sesecret-abcdefgh", "se[redacted]"), ("et-abcdefgh", "et-abcdefgh"),
    ("ecret-abcd", "ecret-abcd"),
    ("a secret-abcdefghsecret-abcdefgh é", "a [redacted][redacted] é"),
  ])
  func `a text loses it, and each longer part of it`(text: String, redacted: String) {
    #expect(Redaction(secret: "secret-abcdefgh").redact(text) == redacted)
    #expect(Redaction(nil).redact(text) == text)
  }

  @Test(arguments: [("", ""), ("4 of 14", "[redacted] of 1[redacted]"), ("3", "3")])
  func `a short secret is looked for as a whole`(text: String, redacted: String) {
    #expect(Redaction(secret: "4").redact(text) == redacted)
  }
}
