public import ServiceBasics

/// What is known of a data set: the service's own answer, or a copy of an earlier one.
///
/// Its JSON is `{"value":…}` alone if the service has just answered.
public struct Snapshot<Value: Codable & Sendable & Equatable, Failure: DataSetFailure>: Sendable,
  Equatable
{
  /// What the service answered.
  public let value: Value

  /// When the service was asked for it, if this is a copy; nil if it has just answered.
  public let asOf: Timestamp?

  /// Why the service could not be asked again; nil if that was not tried, or went well.
  public let failure: Failure?

  /// Makes a snapshot.
  public init(_ value: Value, asOf: Timestamp? = nil, failure: Failure? = nil) {
    self.value = value
    self.asOf = asOf
    self.failure = failure
  }

  /// Whether this is the service's own answer.
  public var isFresh: Bool { asOf == nil && failure == nil }
}

extension Snapshot: Hashable where Value: Hashable {}

extension Snapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, asOf
    // As sessions that are kept have it.
    case failure = "trouble"
  }
}
