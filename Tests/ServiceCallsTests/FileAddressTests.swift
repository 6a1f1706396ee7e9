import ServiceCalls
import Testing

/// Addresses of files, as services hand them out.
struct FileAddressTests {
  @Test(arguments: [
    (
      "https://files.example.org/a/b.pdf?X-Amz-Signature=0aF%2F%2B%3D&x=1",
      "https://files.example.org", "/a/b.pdf?X-Amz-Signature=0aF%2F%2B%3D&x=1"
    ),
    ("https://files.example.org:8443/a%20b/%2Fc", "https://files.example.org:8443", "/a%20b/%2Fc"),
    ("https://files.example.org", "https://files.example.org", ""),
    ("http://127.0.0.1:8080/v2/x?e=1", "http://127.0.0.1:8080", "/v2/x?e=1"),
    ("https://[2001:db8::1]/x", "https://[2001:db8::1]", "/x"),
    ("https://files.example.org/x?b=2&a=1&a=", "https://files.example.org", "/x?b=2&a=1&a="),
    (
      "https://files.example.org/%D1%87%D0%B5%D0%BA.pdf", "https://files.example.org",
      "/%D1%87%D0%B5%D0%BA.pdf"
    ),
  ])
  func `server and request are told apart, byte for byte`(
    text: String, server: String, target: String
  ) throws {
    let file = try FileAddress(text)
    #expect(file.address.text == server)
    #expect(file.request.target == target)
    #expect(file.address.isEncrypted == text.hasPrefix("https:"))
  }

  @Test(arguments: [
    "", "x", "/v2/x", "ftp://files.example.org/x", "http://files.example.org/x",
    "https://user:secret@files.example.org/x", "file:///etc/passwd", "https:///x",
  ])
  func `what leads nowhere safe is none`(text: String) {
    #expect(throws: ServiceAddress.Problem.self) { try FileAddress(text) }
  }
}
