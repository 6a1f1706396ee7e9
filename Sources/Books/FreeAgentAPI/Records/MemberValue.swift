public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What a member of a record may hold.
  ///
  /// Reading is lenient, as answers of the service differ from its documentation; writing has one form.
  public protocol MemberValue: Sendable, Hashable {
    /// Reads the value in any of the forms in which it comes; nil if it is none of them.
    init?(member: JSON)

    /// The value in the form in which the service writes it.
    var member: JSON { get }
  }
}

extension String: FreeAgent.MemberValue {
  /// Reads a text, or a number as its digits, such as the `id` of a company.
  public init?(member: FreeAgent.JSON) {
    switch member {
    case .text(let text): self = text
    case .number(let number): self = number.description
    default: return nil
    }
  }

  /// A text.
  public var member: FreeAgent.JSON { .text(self) }
}

extension Bool: FreeAgent.MemberValue {
  /// Reads `true` and `false`, also as texts in any case (`"true"`, `True` of a query), and 1 and 0.
  public init?(member: FreeAgent.JSON) {
    switch member {
    case .flag(let flag): self = flag
    case .number(1), .text("1"): self = true
    case .number(0), .text("0"): self = false
    case .text(let text) where text.lowercased() == "true": self = true
    case .text(let text) where text.lowercased() == "false": self = false
    default: return nil
    }
  }

  /// `true` or `false`.
  public var member: FreeAgent.JSON { .flag(self) }
}

extension Int: FreeAgent.MemberValue {
  /// Reads a whole number, also as a text or with decimals that are zero.
  public init?(member: FreeAgent.JSON) {
    guard let number = ExactDecimal(member: member), let whole = Int(number.description) else {
      return nil
    }
    self = whole
  }

  /// A number.
  public var member: FreeAgent.JSON { .number(ExactDecimal(Int64(self))) }
}

extension ExactDecimal: FreeAgent.MemberValue {
  /// Reads a text of digits or a number.
  public init?(member: FreeAgent.JSON) {
    switch member {
    case .number(let number): self = number
    case .text(let text):
      guard let number = ExactDecimal(text) else { return nil }
      self = number
    default: return nil
    }
  }

  /// A text with at least one decimal, such as `"-730.0"`.
  public var member: FreeAgent.JSON { .text(text(minimumFractionDigits: 1)) }
}

extension Day: FreeAgent.MemberValue {
  /// Reads `2026-09-20`, also without zeros and with a time behind it, which is passed over.
  public init?(member: FreeAgent.JSON) {
    // Most are in the usual form, which is quicker to read.
    guard case .text(let text) = member, let day = Self(text) ?? FreeAgent.Moment(text)?.day
    else { return nil }
    self = day
  }

  /// A text such as `2026-09-20`.
  public var member: FreeAgent.JSON { .text(description) }
}

extension Timestamp: FreeAgent.MemberValue {
  /// Reads a time of RFC 3339, with a fraction of a second or without, or a day, which is its begin.
  ///
  /// A time without a zone is one of UTC. A space may be in place of the `T`, and of the plus of a zone,
  /// which becomes one in a query that is not encoded.
  public init?(member: FreeAgent.JSON) {
    guard case .text(let text) = member, let time = Self(text) ?? FreeAgent.Moment(text)?.time
    else { return nil }
    self = time
  }

  /// A text with three digits of a second, such as `2026-08-16T12:42:15.000Z`.
  public var member: FreeAgent.JSON { .text(description) }
}

extension Array: FreeAgent.MemberValue where Element: FreeAgent.MemberValue {
  /// Reads a list all of whose elements can be read.
  public init?(member: FreeAgent.JSON) {
    guard case .list(let list) = member else { return nil }
    self = []
    reserveCapacity(list.count)
    for element in list {
      guard let value = Element(member: element) else { return nil }
      append(value)
    }
  }

  /// A list.
  public var member: FreeAgent.JSON { .list(map(\.member)) }
}

extension FreeAgent.JSON: FreeAgent.MemberValue {
  /// Takes any value.
  public init?(member: FreeAgent.JSON) { self = member }

  /// The value as it is.
  public var member: FreeAgent.JSON { self }
}
