/// The identity of one of the bank's things, as the bank writes it: a lower-case UUID.
///
/// The owner only keeps apart the ids of different things; no value of it is held.
public struct Identifier<Owner>: Sendable, Hashable, CustomStringConvertible {
  /// The lower-case text, for example `b0000000-0000-4000-8000-000000000001`.
  public let text: String

  /// Reads a UUID in either case; nil if the text is not one.
  public init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard Self.isUUID(text) else { return nil }
    self.text = text
  }

  /// The text.
  public var description: String { text }

  private static func isUUID(_ text: String) -> Bool {
    var length = 0
    for byte in text.utf8 {
      let isHyphen = byte == UInt8(ascii: "-")
      switch length {
      case 8, 13, 18, 23: guard isHyphen else { return false }
      default: guard !isHyphen, isLowerHex(byte) else { return false }
      }
      length += 1
    }
    return length == 36
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
  }
}

extension Identifier: Comparable {
  /// Orders by the text.
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Identifier: Codable {
  /// Reads the text; one that is not a UUID is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a UUID")
    }
    self = identifier
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
