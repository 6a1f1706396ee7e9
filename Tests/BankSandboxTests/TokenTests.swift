import Bank
import Testing

@testable import BankSandbox

struct TokenTests {
  /// Vectors of FIPS 180-4's examples, and lengths around the block's.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 55),
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
  ])
  func `hashes as FIPS 180-4 says`(text: String, digest: String) {
    #expect(SHA256.hex(text) == digest)
  }

  @Test func `reads a bare token, an array and lines`() throws {
    let end = try #require(Timestamp("2026-11-20T13:00:00Z"))
    #expect(try SandboxToken.read(" abc.def \n") == [SandboxToken("abc.def")])
    let token = SandboxToken("a", scopes: ["b:read"], expiresAt: end, holder: "c")
    let json = """
      {"token":"a","scopes":["b:read"],"expiresAt":"2026-11-20T13:00:00Z","holder":"c"}
      """
    #expect(try SandboxToken.read("[\(json),\n\(json)]") == [token, token])
    let lines = "\(json)\n\n{\"token\":\"d\",\"scopes\":\"all\"}\n"
    #expect(try SandboxToken.read(lines) == [token, SandboxToken("d")])
  }

  @Test(arguments: [
    "", "  \n", "secret one\nsecret two", "secret two words", "{\"token\":\"secret\"},",
    "[{\"tok\":\"secret\"}]", "{\"token\":\"secret\",\"scopes\":7}", "{\"token\":\"\"}",
    "s\u{E9}cret", "[\"secret\"]", "{\"token\":\"secret\"}\nsecret", "secret;signature",
  ])
  func `refuses what is no token, without quoting it`(text: String) throws {
    let error = #expect(throws: SandboxError.self) { _ = try SandboxToken.read(text) }
    #expect(error?.code == .tokens)
    #expect(error?.description.contains("ecret") == false)
  }

  @Test func `shows no token to anybody`() {
    let token = SandboxToken("secret", scopes: ["balance:read"])
    var dumped = ""
    dump([token], to: &dumped)
    #expect(!"\(token) \(String(reflecting: token)) \([token])\(dumped)".contains("secret"))
  }
}
