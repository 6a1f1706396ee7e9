public import Bank
public import BankServices
public import ServiceBasics

/// What may have been read some time ago.
public protocol Dated: Sendable {
  /// When the bank said it, or the oldest part of it; absent where it has just said so.
  var asOf: Timestamp? { get }

  /// Why the bank could not be asked anew.
  var trouble: BankError? { get }

  /// The same, now that the bank could not be asked anew.
  func hindered(by trouble: BankError) -> Self

  /// Whether a page of it says the same as one of another, but for the age.
  func saysTheSame(as other: Self) -> Bool
}

extension Known: Dated {
  /// The same value and age with this trouble.
  public func hindered(by trouble: BankError) -> Known {
    Known(value, asOf: asOf, trouble: trouble)
  }

  /// Whether value and trouble are the same.
  public func saysTheSame(as other: Known) -> Bool {
    value == other.value && trouble == other.trouble
  }
}
