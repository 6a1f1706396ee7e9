public import ServiceBasics

/// A kind of data set, as the provider that reads it declares it.
///
/// A data set is of a kind and, if the kind has such, of a subject and an interval. One copy is kept
/// for all intervals of a subject, so that old ones do not pile up; the kind says what a copy of one
/// interval says about another.
public struct DataSetKind<Value: Codable & Sendable & Equatable>: Sendable {
  /// Finds in a copy what it says about an interval; returns nil if it does not cover it.
  public typealias Restoring =
    @Sendable (_ copy: Value, CopyCoverage, _ wanted: Range<Timestamp>) -> Value?

  /// The name under which copies are kept; unique in a repository, and never given to another kind.
  public let name: String

  let restoring: Restoring

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - name: the kind's stable name; copies are kept under it.
  ///   - restoring: what a copy of one interval says about another. If it is not given, a copy
  ///     serves its own interval only.
  public init(
    _ name: String, restoring: @escaping Restoring = { $1.interval == $2 ? $0 : nil }
  ) {
    self.name = name
    self.restoring = restoring
  }

  /// All data sets of this kind about a subject, whatever their interval.
  public func scope(_ subject: String? = nil) -> DataSetScope {
    DataSetScope(kind: name, subject: subject)
  }

  /// What of a copy can be used for a data set.
  func restore(
    _ value: Value, readAt: Timestamp, of interval: Range<Timestamp>?,
    for wanted: Range<Timestamp>?
  ) -> Value? {
    switch (interval, wanted) {
    case (nil, nil): value
    case (let interval?, let wanted?):
      restoring(value, CopyCoverage(interval: interval, readAt: readAt), wanted)
    default: nil
    }
  }
}

/// Which interval a copy was read for, and when.
public struct CopyCoverage: Sendable, Hashable {
  /// The interval that the service was asked for.
  public let interval: Range<Timestamp>

  /// When the service was asked.
  public let readAt: Timestamp
}
