package import FoundationEssentials

/// Makes secrets that nobody guesses.
package enum RandomSecret {
  /// Makes a secret of 32 random bytes: letters, digits, hyphens and underscores.
  package static func make() -> String {
    Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64URLText
  }
}

extension Data {
  /// The bytes as base 64 for addresses, without padding (RFC 4648, section 5).
  package var base64URLText: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
