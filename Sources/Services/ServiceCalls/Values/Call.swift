public import FoundationEssentials

/// A call of a service as a value: the request, and how its answer is read.
public struct Call<Answer: Sendable>: Sendable {
  /// How the body of a success becomes the answer.
  public enum Reading: Sendable {
    /// Read from JSON; what the closure throws says why it cannot be.
    case json(@Sendable (Data) throws -> Answer)
    /// Read from JSON and the headers beside it.
    case response(@Sendable (CallResponse) throws -> Answer)
    /// The success says all, and the body is not read, unless it is of a type other than JSON: such a
    /// page comes from something in between.
    case none(Answer)
  }

  /// What is sent.
  public var request: CallRequest

  /// The path with the names of its parts in place of ids, for logs.
  public var route: String

  /// Whether the same request may be sent again if no answer came: what it asks for is then the case
  /// once, however often it was sent.
  public var isRepeatable: Bool

  /// How the answer is read.
  public var reading: Reading

  /// Makes a call.
  public init(
    _ request: CallRequest, route: String, isRepeatable: Bool, reading: Reading
  ) {
    self.request = request
    self.route = route
    self.isRepeatable = isRepeatable
    self.reading = reading
  }
}
