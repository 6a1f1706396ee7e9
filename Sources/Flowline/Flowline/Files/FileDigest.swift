/// The SHA-256 digest of a file's bytes (FIPS 180-4), by which its contents are known: `sha256:` and
/// 64 hexadecimal digits in lower case.
public struct FileDigest: Sendable, Hashable, CustomStringConvertible {
  /// The digest as journals have it.
  public let description: String

  private static let prefix = "sha256:"

  /// Makes the digest of bytes.
  public init(of bytes: some Sequence<UInt8>) {
    description = Self.prefix + SHA256.digest(of: bytes).hexadecimal
  }

  /// Reads a digest as it is written; nil if the text is not one.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.hasPrefix(Self.prefix), digits.count == 64,
      digits.allSatisfy(\.isHexadecimalDigit)
    else { return nil }
    description = text
  }

  /// The first so many of its 64 digits.
  package func digits(_ count: Int = 64) -> String {
    String(Substring(description.utf8.dropFirst(Self.prefix.utf8.count).prefix(count)))
  }

  /// The digest as a part of a file's name: `sha256-` and the digits.
  package var fileName: String { "sha256-\(digits())" }
}

extension FileDigest: Codable {
  /// Reads the digest as it is written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = FileDigest(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a digest such as sha256:9f86d081…")
    }
    self = digest
  }

  /// Writes the digest as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
