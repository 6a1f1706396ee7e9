import SandboxKit
import Testing

struct TokenDigestTests {
  /// Vectors of FIPS 180-4's examples, and lengths around the block's.
  @Test func `is known by its SHA-256 digest`() {
    #expect(
      TokenDigest.hex("abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
