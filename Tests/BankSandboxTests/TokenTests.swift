import Bank
import SandboxKit
import ServiceBasics
import Testing

@testable import BankSandbox

struct TokenTests {
  @Test func `reads a bare token, an array and lines`() throws {
    let end = try #require(Timestamp("2026-11-20T13:00:00Z"))
    #expect(try SandboxToken.read(" abc.def \n") == [SandboxToken("abc.def")])
    let token = SandboxToken("a", scopes: ["card:read"], expiresAt: end, holder: "c")
    let json = """
      {"token":"a","scopes":["card:read"],"expiresAt":"2026-11-20T13:00:00Z","holder":"c"}
      """
    #expect(try SandboxToken.read("[\(json),\n\(json)]") == [token, token])
    let lines = "\(json)\n\n{\"token\":\"d\",\"scopes\":\"all\"}\n"
    #expect(try SandboxToken.read(lines) == [token, SandboxToken("d")])
  }

  @Test(arguments: [
    "", "  \n", "secret one\nsecret two", "secret two words", "{\"token\":\"secret\"},",
    "[{\"tok\":\"secret\"}]", "{\"token\":\"secret\",\"scopes\":7}", "{\"token\":\"\"}",
    "{\"token\":\"secret\",\"scope\":[\"card:read\"]}", "{\"token\":\"x\",\"scopes\":[\"secret\"]}",
    "s\u{E9}cret", "[\"secret\"]", "{\"token\":\"secret\"}\nsecret", "secret;signature",
  ])
  func `refuses what is no token, without quoting it`(text: String) throws {
    let error = #expect(throws: SandboxError.self) { _ = try SandboxToken.read(text) }
    #expect(error?.code == .tokens)
    #expect(error?.description.contains("ecret") == false)
  }

  @Test(arguments: [
    (#"{"token":"t","scope":["balance:read"]}"#, #"has another member than "token""#),
    (#"[{"token":"t","scopes":["balance:raed"]}]"#, "has the scope balance:raed, which"),
  ])
  func `names a slip, which must not widen what a token allows`(text: String, words: String) {
    let error = #expect(throws: SandboxError.self) { _ = try SandboxToken.read(text) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `shows no token to anybody`() {
    let token = SandboxToken("secret", scopes: ["balance:read"])
    var dumped = ""
    dump([token], to: &dumped)
    #expect(!"\(token) \(String(reflecting: token)) \([token])\(dumped)".contains("secret"))
  }
}
