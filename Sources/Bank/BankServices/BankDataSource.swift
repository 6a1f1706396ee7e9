public import Bank
public import DataSets
public import ServiceBasics

/// What may have been read some time ago.
public protocol Dated: Sendable {
  /// When the bank was asked for it, or for the oldest part of it; nil if it has just answered.
  var asOf: Timestamp? { get }

  /// Why the bank could not be asked again; nil if that was not tried, or went well.
  var failure: BankError? { get }

  /// The same, now that the bank could not be asked again.
  func failing(with failure: BankError) -> Self

  /// Whether a page of it says the same as one of another, but for the age.
  func hasSameContents(as other: Self) -> Bool
}

extension Snapshot: Dated where Failure == BankError {
  /// The same value and age with this failure.
  public func failing(with failure: BankError) -> Snapshot {
    Snapshot(value, asOf: asOf, failure: failure)
  }

  /// Whether value and failure are the same.
  public func hasSameContents(as other: Snapshot) -> Bool {
    value == other.value && failure == other.failure
  }
}

/// Where what is shown is read: a data set of the bank, or several of them together.
public protocol BankDataSource: Sendable {
  /// What is read, with its age.
  associatedtype Known: Dated & Codable

  /// What is known: a copy at once if there is one.
  func current() async throws -> Known

  /// Asks the bank again and waits for its answer.
  func reload(_ kind: Reload) async throws -> Known

  /// Waits until something else is known than what is shown.
  func change(after shown: Known) async throws -> Known
}

extension DataSet: BankDataSource where Failure == BankError {}
