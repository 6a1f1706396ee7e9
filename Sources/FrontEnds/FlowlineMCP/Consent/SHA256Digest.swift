import Crypto
import FoundationEssentials

/// The digest SHA-256 of bytes.
enum SHA256Digest {
  static func bytes(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: Data(bytes))) }
}
