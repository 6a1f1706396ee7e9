public import ServiceBasics

/// An answer that is no success, as a provider words it; each provider has its own type.
public protocol ServiceRefusal: Sendable, Hashable {
  /// Reads an answer whose status is no success; its body may have been cut.
  init(_ response: CallResponse)

  /// The status of HTTP.
  var status: Int { get }

  /// How long the service asks not to be called.
  var retryAfter: RetryAfter? { get }

  /// The status and what the answer says.
  var summary: CodedText { get }

  /// The same with each text redacted; words that the provider is known to use, by which clients decide,
  /// may be kept as they came.
  func redacted(by redaction: Redaction) -> Self
}
