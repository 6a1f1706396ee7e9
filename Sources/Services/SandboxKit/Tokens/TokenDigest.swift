import Crypto
import FoundationEssentials

/// The digest that a token is known by, so that no token is kept.
public enum TokenDigest {
  /// SHA-256 in 64 hexadecimal digits.
  public static func hex(_ text: String) -> String {
    SHA256.hash(data: Data(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
