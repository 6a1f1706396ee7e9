public import ServiceBasics

/// Why a transport brought no response.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The request is invalid and cannot be sent by any transport; nothing was sent.
  case invalid(cause: CodedText)
  /// No byte of the request was sent: no address, no connection, no encryption, or none in time.
  case notSent(cause: CodedText)
  /// The request was sent, at least in part, and no response came.
  case noAnswer(cause: CodedText)
  /// The task was cancelled.
  case cancelled(wasSent: Bool)
}
