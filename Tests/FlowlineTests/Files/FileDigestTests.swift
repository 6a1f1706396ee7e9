import Flowline
import Foundation
import Testing

/// Digests against the examples of FIPS 180-4, and against those that Python's `hashlib` makes.
struct FileDigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `the examples of the standard`(text: String, digits: String) {
    #expect(FileDigest(of: text.utf8).description == "sha256:\(digits)")
  }

  /// Of each length up to several blocks the digest's digits, and of those one digest.
  @Test func `every length around the ends of blocks`() {
    var all: [UInt8] = []
    for count in 0..<300 {
      let digest = FileDigest(of: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) })
      all += digest.description.dropFirst("sha256:".count).utf8
    }
    #expect(
      FileDigest(of: all).description
        == "sha256:def85da8f53f8ad58eda585dce61c0d7bfbb3da6924badae49d32d11288c576f")
  }

  @Test func `a digest is read as it is written, and nothing else is`() throws {
    let digest = FileDigest(of: "abc".utf8)
    #expect(FileDigest(digest.description) == digest)
    let data = try JSONEncoder().encode([digest])
    #expect(try JSONDecoder().decode([FileDigest].self, from: data) == [digest])
    let digits = digest.description.dropFirst("sha256:".count)
    let others = [
      "", "sha256:", String(digits), "sha256:\(digits.dropLast())", "sha256:\(digits)0",
      "sha256:\(digits.uppercased())", "sha512:\(digits)", "sha256:\(digits.dropLast())é",
    ]
    for other in others {
      #expect(FileDigest(other) == nil, "\(other)")
      let data = try JSONEncoder().encode([other])
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([FileDigest].self, from: data)
      }
    }
  }
}
