public import Bank
public import BankServices

/// What may have been read some time ago.
public protocol Dated: Sendable {
  /// When the bank said it, or the oldest part of it; absent where it has just said so.
  var asOf: Timestamp? { get }

  /// Why the bank could not be asked anew.
  var trouble: BankError? { get }
}

extension Known: Dated {}
