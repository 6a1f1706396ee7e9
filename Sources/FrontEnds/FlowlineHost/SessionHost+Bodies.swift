import Synchronization

/// How much of what all users send is in memory at once.
///
/// A body is read before it is known whether anything comes of it, and may take its time. So all requests
/// share one bound, which front ends keep to by counting here what they read.
extension SessionHost {
  /// How many bytes of each body are not counted: as much as forms have without files.
  ///
  /// So people can answer while others have files under way that fill all the room.
  package static let uncountedBytes = 16 << 10

  /// Takes room for a piece of a request's body.
  ///
  /// - Parameters:
  ///   - count: how many bytes the piece has, 0 or more.
  ///   - body: how many bytes the body had before it; those of the piece are added.
  /// - Throws: ``HostFault/Code/full`` if there is no room for it.
  package func takePiece(of count: Int, for body: inout Int) throws(HostFault) {
    let more = Self.counted(body + count) - Self.counted(body)
    let isTaken = bodyBytes.withLock { bytes in
      guard more == 0 || bytes + more <= limits.bodyBytesAtOnce else { return false }
      bytes += more
      return true
    }
    guard isTaken else {
      metrics.refused()
      let fault = HostFault(
        .full, "the bodies of all requests have as many bytes together as they may have at once",
        retryAfter: .seconds(5))
      report(fault)
      throw fault
    }
    body += count
  }

  /// Frees the room of a piece that was taken and is not in memory any more, while others of the body are.
  ///
  /// - Parameters:
  ///   - count: how many bytes the piece has, from 0 to those of the body.
  ///   - body: how many bytes room was taken for; those of the piece are taken off.
  package func freePiece(of count: Int, from body: inout Int) {
    let left = body - count
    bodyBytes.withLock { $0 -= Self.counted(body) - Self.counted(left) }
    body = left
  }

  /// Frees the room of a body, once its request is done.
  ///
  /// - Parameter body: how many bytes room was taken for.
  package func forgetBody(of body: Int) { bodyBytes.withLock { $0 -= Self.counted(body) } }

  private static func counted(_ bytes: Int) -> Int { max(0, bytes - uncountedBytes) }
}
