import FoundationEssentials
import Hummingbird
import NIOCore

/// A body has more bytes than it may have.
struct BodyTooLarge: Error {}

/// A body ended before its last byte.
struct BodyCutOff: Error {}

extension Request {
  /// The whole body.
  ///
  /// One that says that it is too large is not begun; a limit of 0 reads none at all.
  ///
  /// - Throws: `BodyTooLarge`, `BodyCutOff`, or what the connection throws.
  func whole(upTo limit: Int) async throws -> Data {
    guard limit > 0 else { return Data() }
    let length = headers[.contentLength].flatMap { Int($0) }
    guard length ?? 0 <= limit else { throw BodyTooLarge() }
    do {
      let bytes = try await body.collect(upTo: limit)
      // A connection that ends within a body must not make a shorter one of it.
      guard length ?? bytes.readableBytes == bytes.readableBytes else { throw BodyCutOff() }
      return Data(bytes.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw BodyTooLarge()
    }
  }
}
