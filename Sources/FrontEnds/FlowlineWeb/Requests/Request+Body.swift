package import FlowlineHost
import HTTPTypes
package import Hummingbird
import NIOCore

extension Request {
  /// Whether a body comes with it, as its head says (RFC 9112, 6.3).
  var hasBody: Bool {
    let length = headers.value(of: .contentLength).flatMap { Int($0) } ?? 0
    return length > 0 || headers[.transferEncoding] != nil
  }

  /// The whole body.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have.
  ///   - host: has room for the bodies of all requests.
  ///   - held: how many bytes room was taken for, also if this throws: see `SessionHost.forgetBody(of:)`.
  /// - Throws: ``BodyFault/tooLarge(_:)`` before more is read than may be; a `HostFault` if there is no room;
  ///   the connection's error if it ends before the body does.
  package func bytes(
    upTo limit: Int, at host: SessionHost, holding held: inout Int
  ) async throws -> [UInt8] {
    if let length = headers.value(of: .contentLength).flatMap({ Int($0) }), length > limit {
      throw BodyFault.tooLarge(.bytes)
    }
    var bytes: [UInt8] = []
    for try await piece in body {
      guard bytes.count + piece.readableBytes <= limit else { throw BodyFault.tooLarge(.bytes) }
      try host.takePiece(of: piece.readableBytes, for: &held)
      bytes += piece.readableBytesView
    }
    return bytes
  }
}
