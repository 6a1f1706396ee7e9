import Testing

@testable import Flowline

struct UserDigestTests {
  /// More users than are known at once, some of them again and again.
  @Test func `each user has the digest of the name, however many were asked for before`() {
    for number in 0..<10_000 {
      for name in ["user \(number)", "user \(number / 2)", "ann", ""] {
        let user = UserID(name)
        #expect(user.digest == FileDigest(of: name.utf8))
      }
    }
  }
}
