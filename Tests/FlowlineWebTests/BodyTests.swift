import Flowline
import TestSupport
import Testing

@testable import FlowlineWeb

/// What forms post, read strictly and within limits.
struct BodyTests {
  private static func form(_ text: String, _ limits: BodyLimits = BodyLimits()) -> Result<
    PostedBody, BodyFault
  > {
    Result { () throws(BodyFault) in try URLEncodedForm.read(Array(text.utf8), limits) }
  }

  @Test func `names may be repeated, and brackets mean nothing`() {
    let body = try? Self.form("a=1&b%5B%5D=2&a=3+4&c&d=%D0%9F&&e=x%3Dy=z").get()
    #expect(
      body
        == PostedBody([
          "a": "1", "b[]": "2", "a": "3 4", "c": "", "d": "П", "e": "x=y=z",
        ]))
    #expect(body?.values("a") == ["1", "3 4"])
    #expect(body?["a"] == "3 4")
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=é", "a=\n", "a=%ff", "%00%C3=1", "a b=1"])
  func `what is not written by the rules is refused`(text: String) {
    guard case .failure(.malformed) = Self.form(text) else {
      Issue.record("\(text) was read")
      return
    }
  }

  @Test func `there are only so many fields and bytes`() {
    let limits = BodyLimits(bytes: 20, fields: 2, fieldBytes: 8)
    #expect(Self.form("a=1&b=2&c=3", limits) == .failure(.tooLarge(.fields)))
    #expect(Self.form("aaaa=12345", limits) == .failure(.tooLarge(.fieldBytes)))
    #expect(
      Self.form(String(repeating: "a", count: 21), limits) == .failure(.tooLarge(.bytes)))
  }

  // MARK: - Files

  private static func multipart(
    _ parts: [(String, String)], boundary: String = "xYz", end: String = "--"
  ) -> [UInt8] {
    let written = parts.map { "--\(boundary)\r\n\($0.0)\r\n\r\n\($0.1)\r\n" }.joined()
    return Array((written + "--\(boundary)\(end)\r\n").utf8)
  }

  private static func read(
    _ bytes: [UInt8], type: String = "multipart/form-data; boundary=xYz",
    _ limits: BodyLimits = BodyLimits(), pieces: Int = .max
  ) -> Result<PostedBody, BodyFault> {
    Result { () throws(BodyFault) in
      var reader = try MultipartReader(contentType: type, limits)
      var rest = bytes[...]
      while !rest.isEmpty {
        try reader.read(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
      }
      return try reader.finish()
    }
  }

  private static let name = "Content-Disposition: form-data; name=\"a\""
  private static let file =
    "Content-Disposition: form-data; name=\"f\"; filename=\"обед.pdf\"\r\nContent-Type: application/pdf"

  @Test(arguments: [1, 2, 3, 7, 64, Int.max])
  func `fields and files are read, however they are cut`(pieces: Int) throws {
    let bytes = Self.multipart([
      (Self.name, "1"), (Self.name, ""), (Self.file, "%PDF-1.7\r\n--xY\r\n\r"),
      (Self.name, "é\r\n"),
    ])
    let body = try Self.read(bytes, pieces: pieces).get()
    #expect(body.values("a") == ["1", "", "é\r\n"])
    let file = try #require(body.file("f"))
    #expect(file.file.name == "обед.pdf" && file.file.type == .pdf)
    #expect(file.bytes == Array("%PDF-1.7\r\n--xY\r\n\r".utf8))
  }

  @Test(arguments: [
    ("filename=\"a.txt\"", "a.txt"), ("filename=a.txt", "a.txt"),
    ("filename=\"/etc/passwd\"", "passwd"), ("filename=\"C:\\\\x\\\\y.txt\"", "y.txt"),
    ("filename=\"C:\\x\\y.txt\"", "y.txt"), ("filename=\"a%22b.txt\"", "a\"b.txt"),
    ("filename=\"a\\\"b.txt\"", "a\"b.txt"),
    ("filename*=UTF-8''%D0%BE.txt; filename=\"o.txt\"", "о.txt"), ("filename=\"..\"", "file"),
  ])
  func `a file has its name without folders`(parameter: String, name: String) throws {
    let head = "Content-Disposition: form-data; name=\"f\"; \(parameter)"
    let body = try Self.read(Self.multipart([(head, "x")])).get()
    #expect(body.file("f")?.file.name == name)
  }

  @Test func `a field in which no file was chosen has none`() throws {
    let head = "Content-Disposition: form-data; name=\"f\"; filename=\"\""
    let type = "\r\nContent-Type: application/octet-stream"
    #expect(try Self.read(Self.multipart([(head + type, "")])).get() == PostedBody())
    #expect(try Self.read(Self.multipart([(head + type, "x")])).get().file("f") != nil)
  }

  private static let malformed: [[UInt8]] = [
    [], Array("x".utf8), Array("--xYz".utf8), Array("--xYz\r\n".utf8),
    Array("--xYz--\r\nmore".utf8),
    Array("preamble\r\n--xYz--\r\n".utf8), multipart([("X: y", "1")]), multipart([("X", "1")]),
    multipart([("Content-Disposition: attachment; name=\"a\"", "1")]),
    multipart([("Content-Disposition: form-data; name=\"a\"; name=\"b\"", "1")]),
    multipart([("Content-Disposition: form-data; name=\"a", "1")]),
    multipart([(name + "\r\n" + name, "1")]),
    multipart([(name + "\r\nContent-Type: multipart/mixed; boundary=q", "1")]),
    multipart([(name + "\r\nContent-Transfer-Encoding: base64", "1")]),
    multipart([(name + "\nX: y", "1")]), multipart([(name, "1")], end: "-"),
    multipart([("Content-Disposition: form-data; name=\"f\"; filename*=latin1''x", "1")]),
    Array("--xYz\r\n\(name)\r\n\r\n".utf8) + [0xFF] + Array("\r\n--xYz--".utf8),
  ]

  @Test(arguments: malformed)
  func `what no browser sends is refused`(bytes: [UInt8]) {
    for pieces in [1, Int.max] {
      guard case .failure(.malformed) = Self.read(bytes, pieces: pieces) else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)) was read")
        return
      }
    }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\"a\r\"",
    "multipart/form-data; boundary=\(String(repeating: "x", count: 71))", "text/plain", "",
    "multipart/mixed; boundary=x", "multipart/form-data; boundary=\"x \"",
  ])
  func `a body without a boundary is not begun`(type: String) {
    #expect(throws: BodyFault.self) { try MultipartReader(contentType: type) }
  }

  @Test func `a body that is too large is refused before its end`() {
    var limits = BodyLimits()
    limits.fileBytes = 100
    limits.passedOverBytes = 150
    var reader = try? MultipartReader(contentType: "multipart/form-data; boundary=xYz", limits)
    let head = Array("--xYz\r\n\(Self.file)\r\n\r\n".utf8)
    #expect(throws: Never.self) {
      try reader?.read(head)
      try reader?.read([UInt8](repeating: 0, count: 120))
    }
    #expect(throws: BodyFault.tooLarge(.bytes)) {
      try reader?.read([UInt8](repeating: 0, count: 100))
    }
    #expect(reader?.readSoFar.hasLost("f") == true)
    let long = [(Self.name + "\r\nX: " + String(repeating: "y", count: 5000), "1")]
    #expect(Self.read(Self.multipart(long)) == .failure(.tooLarge(.headerBytes)))
    limits.files = 1
    let two = Self.multipart([(Self.file, "1"), (Self.file, "2")])
    #expect(
      Self.read(two, type: "multipart/form-data; boundary=xYz", limits)
        == .failure(.tooLarge(.files)))
    limits.bytes = 10
    #expect(
      Self.read(two, type: "multipart/form-data; boundary=xYz", limits)
        == .failure(.tooLarge(.bytes)))
  }

  @Test(arguments: [1, 7, Int.max])
  func `a file that is too large is passed over, and what is behind it is read`(
    pieces: Int
  ) throws {
    let other = Self.file.replacing("\"f\"", with: "\"g\"")
    let third = Self.file.replacing("\"f\"", with: "\"h\"")
    let bytes = Self.multipart([
      (Self.name, "1"), (Self.file, String(repeating: "x\r\n-", count: 50)),
      (other, String(repeating: "y", count: 99)), (Self.name, "2"), (third, ""), (Self.name, "3"),
    ])
    let body = try Self.read(bytes, BodyLimits(fileBytes: 100), pieces: pieces).get()
    #expect(body.values("a") == ["1", "2", "3"])
    #expect(body.hasLost("f") && body.lostSize("f") == 200 && body.file("f") == nil)
    #expect(!body.hasLost("g") && body.file("g")?.bytes.count == 99)
    // An empty file is a file, which its question refuses.
    #expect(!body.hasLost("h") && body.file("h")?.bytes == [])
    // Each is small enough, and there is no room for both.
    let both = Self.multipart([
      (Self.name, "1"), (Self.file, String(repeating: "x", count: 200)),
      (other, String(repeating: "y", count: 300)), (Self.name, "2"), (Self.name, "3"),
    ])
    let rest = try Self.read(both, BodyLimits(bytes: 700), pieces: pieces).get()
    #expect(rest.values("a") == ["1", "2", "3"])
    #expect(rest.file("f")?.bytes.count == 200 && rest.lostSize("g") == 300)
  }

  @Test func `of a plain form that is too large what fits is read`() {
    var body = PostedBody()
    let bytes = Array("a=1&long=\(String(repeating: "x", count: 20))&b=2&c=%".utf8)
    let limits = BodyLimits(fieldBytes: 10)
    #expect(throws: BodyFault.self) {
      try URLEncodedForm.read(bytes[...], limits, into: &body)
    }
    #expect(body == PostedBody(["a": "1", "b": "2"]))
    body = PostedBody()
    #expect(throws: BodyFault.tooLarge(.fieldBytes)) {
      try URLEncodedForm.read(bytes.dropLast(4), limits, into: &body)
    }
    #expect(body == PostedBody(["a": "1", "b": "2"]))
    body = PostedBody()
    #expect(throws: BodyFault.tooLarge(.fields)) {
      try URLEncodedForm.read(bytes[...], BodyLimits(fields: 2, fieldBytes: 10), into: &body)
    }
    #expect(body == PostedBody(["a": "1"]))
  }

  // MARK: - Anything

  @Test(arguments: 0..<50)
  func `whatever is posted, nothing breaks`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let scraps: [[UInt8]] = [
      Array("--xYz".utf8), Array("\r\n".utf8), Array("\r\n\r\n".utf8), Array("--".utf8),
      Array(Self.name.utf8), Array(Self.file.utf8), Array("\"".utf8), Array("\\".utf8),
      Array("%".utf8), Array("&".utf8), Array("=".utf8), Array("; ".utf8), [0], [0xFF], [0xC3],
    ]
    for _ in 0..<100 {
      var bytes: [UInt8] = random.chance(0.7) ? Array("--xYz\r\n".utf8) : []
      for _ in 0..<random.below(20) {
        bytes += random.chance(0.8) ? random.pick(scraps) : [UInt8(random.below(256))]
      }
      let whole = Self.read(bytes)
      #expect(Self.read(bytes, pieces: 1 + random.below(5)) == whole)
      _ = try? URLEncodedForm.read(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = (HeaderValue(text)?.fileName, Cookies.read(text), AllowedHosts.name(of: text))
    }
  }
}
