import ServiceBasics
import Testing

struct AddressTextTests {
  @Test(arguments: [
    ("::1", "[::1]"), ("[::1]", "[::1]"), ("127.0.0.1", "127.0.0.1"), ("localhost", "localhost"),
  ])
  func `an address of IPv6 is in brackets, and bound without them`(host: String, written: String) {
    #expect(AddressText.host(host) == written)
    #expect(AddressText.host(AddressText.bareHost(host)) == written)
    #expect(!AddressText.bareHost(host).contains("["))
  }

  @Test(arguments: [
    ("https://bank.example", "https://bank.example"),
    ("https://ada:secretpw@bank.example/x", "https://…@bank.example/x"),
    ("https://ada:secret@pw@bank.example", "https://…@bank.example"),
    ("https://ada:secret/pw@bank.example", "https://…@bank.example"),
    ("ada:secretpw@bank.example", "…@bank.example"), ("secretpw@", "…@"),
    ("ada:pw@bank.example//x@y", "…@y"), ("", ""),
  ])
  func `a message shows no name and no password of an address`(text: String, shown: String) {
    #expect(AddressText.withoutUser(text) == shown)
  }
}
