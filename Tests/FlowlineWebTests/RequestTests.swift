import Flowline
import HTTPTypes
import TestSupport
import Testing

@testable import FlowlineWeb

/// What of a request is trusted, and how bodies are read.
struct RequestTests {
  @Test(
    arguments: [
      ("GET", "a.example", "https://b.example", "cross-site", true),
      ("POST", "a.example", nil, "same-origin", true),
      ("POST", "a.example", nil, "none", true),
      ("POST", "a.example", "https://a.example", "cross-site", false),
      ("POST", "a.example", "https://a.example", "same-site", false),
      ("POST", "a.example", "https://a.example", nil, true),
      ("POST", "a.example", "https://A.example", nil, true),
      ("POST", "a.example:8080", "http://a.example:8080", nil, true),
      ("POST", "a.example", "https://b.example", nil, false),
      ("POST", "a.example", "null", nil, false),
      ("POST", nil, "https://a.example", nil, false),
      ("POST", "a.example", nil, nil, true),
      ("DELETE", "a.example", "https://b.example", nil, false),
    ] as [(String, String?, String?, String?, Bool)])
  func `another site's pages change nothing`(
    method: String, host: String?, origin: String?, site: String?, isAllowed: Bool
  ) {
    let request = CrossOrigin.Request(method: method, host: host, origin: origin, fetchSite: site)
    #expect(CrossOrigin.allows(request) == isAllowed)
  }

  @Test(
    arguments: [
      ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1:1", true), ("[::1]:80", true),
      ("localhost.", true), ("evil.example", false), ("localhost:80:80", false),
      ("localhost:", false), ("", false), ("localhost@evil.example", false), ("[::1", false),
      ("localhost:123456", false), ("local host", false), (nil, false),
    ] as [(String?, Bool)])
  func `other names than ours are refused`(host: String?, isAllowed: Bool) {
    #expect(AllowedHosts.loopback.allows(host) == isAllowed)
  }

  @Test func `forms are read as they were sent`() throws {
    let body = try URLEncodedForm.read(Array("a=1&b=%C3%BC+x&a=2&c&=d".utf8))
    #expect(body.values("a") == ["1", "2"])
    #expect(body["b"] == "ü x")
    #expect(body["c"] == "")
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "a=\u{7}", "a=ü"])
  func `forms that are not well written are refused`(_ text: String) {
    #expect(throws: BodyFault.self) { try URLEncodedForm.read(Array(text.utf8)) }
  }

  @Test func `forms have limits`() {
    var limits = BodyLimits()
    (limits.fields, limits.bytes, limits.fieldBytes) = (2, 20, 10)
    for text in ["a&b&c", "a&b&c&d&e", String(repeating: "a", count: 21), "abc=12345678"] {
      #expect(throws: BodyFault.self) { try URLEncodedForm.read(Array(text.utf8), limits) }
    }
  }

  private static let multipart = [
    "--b", "Content-Disposition: form-data; name=\"answer\"", "", "one", "--b",
    "Content-Disposition: form-data; name=\"file\"; filename=\"a%22b.txt\"",
    "Content-Type: text/plain", "", "con", "tents", "--b--", "",
  ].joined(separator: "\r\n")

  private func read(_ pieces: [ArraySlice<UInt8>], _ limits: BodyLimits = BodyLimits()) throws
    -> PostedBody
  {
    var reader = try MultipartReader(contentType: "multipart/form-data; boundary=b", limits)
    for piece in pieces { try reader.read(piece) }
    return try reader.finish()
  }

  @Test func `files are read however they are cut into pieces`() throws {
    let bytes = Array(Self.multipart.utf8)
    for size in 1...bytes.count {
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      let body = try read(pieces)
      #expect(body["answer"] == "one")
      #expect(body.file("file")?.bytes == Array("con\r\ntents".utf8))
      #expect(body.file("file")?.file.name == "a\"b.txt")
    }
  }

  @Test func `a file that is too large is passed over, and nothing else`() throws {
    var limits = BodyLimits()
    limits.fileBytes = 5
    let body = try read([Array(Self.multipart.utf8)[...]], limits)
    #expect(body["answer"] == "one")
    #expect(body.file("file") == nil && body.hasLost("file"))
    limits.passedOverBytes = 5
    #expect(throws: BodyFault.tooLarge(.bytes)) {
      try read([Array(Self.multipart.utf8)[...]], limits)
    }
  }

  @Test(arguments: 1...200)
  func `damaged bodies never crash`(_ seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    var bytes = Array(Self.multipart.utf8)
    for _ in 0..<random.below(12) {
      let place = random.below(bytes.count)
      switch random.below(3) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes[..<random.below(place + 1)], at: place)
      }
    }
    _ = try? read([bytes[...]])
    _ = try? URLEncodedForm.read(bytes)
    _ = Cookies.read(String(decoding: bytes, as: UTF8.self))
    _ = HeaderValue(String(decoding: bytes, as: UTF8.self))
  }

  @Test func `a header is what the library says it is, there once, more often or not at all`() {
    var headers = HTTPFields()
    headers[.ifMatch] = "\"1-a\""
    headers[values: .accept] = ["a", "b, c", ""]
    headers[values: .cookie] = ["a=1", "b=2"]
    headers[.contentType] = ""
    for name in [HTTPField.Name.ifMatch, .accept, .cookie, .contentType, .origin] {
      #expect(headers.value(of: name) == headers[name])
    }
    #expect(headers.value(of: "ACCEPT") == headers[.accept])
    #expect(headers.value(of: "not a name") == nil)
    for (text, isJSON) in [
      ("application/json", true), ("Application/JSON; charset=utf-8", true), ("text/html", false),
      ("application/jsonl", false), ("", false),
    ] {
      headers[.contentType] = text
      #expect(headers.sayJSON == isJSON, "\(text)")
    }
  }

  @Test func `cookies are ours alone`() {
    #expect(Cookies.value(of: "a", in: ["a=1; b=2"]) == "1")
    #expect(Cookies.value(of: "a", in: ["a=1; a=2"]) == nil)
    #expect(Cookies.value(of: "a", in: ["b=2", "x"]) == nil)
    let secure = CookieNames(ofStore: "0a1b2c3d", isSecure: true)
    let header = "__Host-flowline-open-0a1b2c3d=1; Path=/; HttpOnly; SameSite=Lax; Secure"
    #expect(secure.cookie(.open, "1", lifetime: nil).headers == [header])
    let open = CookieNames(ofStore: nil, isSecure: false)
    #expect(open.cookie(.language, "1;2", lifetime: nil).headers.isEmpty)
    let removal = "flowline-language=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
    #expect(open.removal(of: .language).headers == [removal])
  }

  @Test(arguments: [(CookieNames.Purpose.open, "open"), (.language, "language")])
  func `a cookie of the earlier version is read, and taken away with ours`(
    _ purpose: CookieNames.Purpose, _ word: String
  ) {
    for (isSecure, prefix) in [(false, ""), (true, "__Host-")] {
      let names = CookieNames(ofStore: "0a1b2c3d", isSecure: isSecure)
      let (own, earlier) = (names.name(purpose), "\(prefix)flowline-\(word)")
      #expect(own == "\(earlier)-0a1b2c3d")
      #expect(names.value(of: purpose, in: ["\(earlier)=old"]) == "old")
      #expect(names.value(of: purpose, in: ["\(earlier)=old; \(own)=new"]) == "new")
      #expect(names.value(of: purpose, in: ["\(earlier)-99999999=other"]) == nil)
      let removed = names.removal(of: purpose).headers
      #expect(removed.map { String($0.prefix { $0 != ";" }) } == ["\(own)=", "\(earlier)="])
      #expect(removed.allSatisfy { $0.contains("; Max-Age=0;") })
      // What is kept leaves it alone: a server of another store may have it.
      #expect(names.cookie(purpose, "x", lifetime: 1).headers.count == 1)
    }
  }

  @Test func `no other cookie has a name of the earlier version`() {
    let names = CookieNames(ofStore: "0a1b2c3d", isSecure: false)
    for purpose in [.visitor, .loggedOut, .page("agent")] as [CookieNames.Purpose] {
      let earlier = names.name(purpose).dropLast("-0a1b2c3d".count)
      #expect(names.value(of: purpose, in: ["\(earlier)=x"]) == nil)
      #expect(names.removal(of: purpose).headers.count == 1)
    }
  }

  @Test func `as long as the store does not say its name, what was sent is taken away`() {
    func removed(_ sent: String, isSecure: Bool = false) -> [String]? {
      CookieNames.removal(of: .open, in: [sent], isSecure: isSecure)?.headers
        .map { String($0.prefix { $0 != ";" }) }
    }
    let sent =
      "flowline-open=1; flowline-visitor-0a1b2c3d=2; flowline-open-0a1b2c3d=3; flowline-opened=4"
    #expect(removed(sent) == ["flowline-open=", "flowline-open-0a1b2c3d="])
    #expect(removed(sent, isSecure: true) == nil)
    #expect(removed("__Host-flowline-open-0a1b2c3d=1", isSecure: true)?.count == 1)
    #expect(removed("x=1") == nil)
  }

  @Test func `text stays text`() {
    let nasty = "<script>alert(1)</script>\"'&\u{0}\r"
    let markup = String(
      decoding: HTML { Tag.p(.class(nasty)) { nasty } }.bytes, as: UTF8.self)
    #expect(
      markup
        == "<p class=\"&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;\u{FFFD}&#13;\">"
        + "&lt;script&gt;alert(1)&lt;/script&gt;\"'&amp;\u{FFFD}&#13;</p>")
  }
}
