/// Why an operation on amounts has no answer.
///
/// The list is closed: checked arithmetic on amounts can go wrong in these two ways only.
public enum MoneyError: Error, Sendable, Hashable {
  /// The result does not fit into 64 bits of minor units.
  case overflow

  /// The amounts are of different currencies; they are never converted.
  case currencyMismatch(expected: Currency, got: Currency)
}

extension MoneyError: CustomStringConvertible {
  /// The error for a log: not for a person who uses a flow.
  public var description: String {
    switch self {
    case .overflow: "the amount does not fit into 64 bits of minor units"
    case .currencyMismatch(let expected, let got): "expected an amount in \(expected), got \(got)"
    }
  }
}
