extension FreeAgent {
  /// The last part of a resource's address: a number, or the nominal code of a category.
  ///
  /// It has 1 to 64 ASCII letters, digits, hyphens and underscores, so that no id can leave its path.
  public struct Identifier<Target: Addressed>: Sendable, Hashable, LosslessStringConvertible {
    /// The id, such as `756440` or `602-1`.
    public let description: String

    /// Takes an id; nil if it has other characters or is too long.
    public init?(_ description: String) {
      guard (1...64).contains(description.utf8.count),
        description.utf8.allSatisfy(Self.isAllowed)
      else { return nil }
      self.description = description
    }

    /// Makes an id of a number; a sign is dropped.
    public init(_ number: Int) {
      description = String(number.magnitude)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
