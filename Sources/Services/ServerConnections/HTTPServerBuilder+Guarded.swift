package import HummingbirdCore

extension HTTPServerBuilder {
  /// HTTP/1 whose connections are closed once they are past the limits.
  package static func guarded(_ limits: ConnectionLimits) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in GuardedChannel(limits: limits, responder: responder) }
  }
}
