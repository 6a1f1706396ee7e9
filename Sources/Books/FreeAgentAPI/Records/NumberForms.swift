public import Money

extension FreeAgent {
  /// A decimal that the service writes, and sometimes insists on, as a bare number: `-42.5`.
  ///
  /// A statement whose amounts are texts is answered with 200 and imports nothing.
  public struct BareNumber: MemberValue {
    /// The number, whatever the form it is written in.
    public var value: ExactDecimal

    /// Makes it of a number.
    public init(_ value: ExactDecimal) { self.value = value }

    /// Reads a number or a text of digits.
    public init?(member: JSON) {
      guard let value = ExactDecimal(member: member) else { return nil }
      self.value = value
    }

    /// A bare number.
    public var member: JSON { .number(value) }
  }

  /// A decimal that the service writes as a text without needless decimals: `"3800"`.
  public struct ShortDecimal: MemberValue {
    /// The number, whatever the form it is written in.
    public var value: ExactDecimal

    /// Makes it of a number.
    public init(_ value: ExactDecimal) { self.value = value }

    /// Reads a number or a text of digits.
    public init?(member: JSON) {
      guard let value = ExactDecimal(member: member) else { return nil }
      self.value = value
    }

    /// A text without needless zeros.
    public var member: JSON { .text(value.description) }
  }
}
