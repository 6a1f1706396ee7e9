import ServiceBasics

/// Data sets that go stale together: a kind and a subject, whatever the interval.
public struct DataSetScope: Sendable, Hashable {
  /// The name of the kind.
  public let kind: String

  /// What the data is about, such as an account; nil if the kind has no subjects.
  public let subject: String?

  /// Makes a scope.
  public init(kind: String, subject: String? = nil) {
    self.kind = kind
    self.subject = subject
  }
}

/// Which data set it is.
struct DataSetKey: Sendable, Hashable {
  let scope: DataSetScope
  let interval: Range<Timestamp>?
}
