import Glibc

/// A port of this machine at which nobody listens, and nobody else can, as long as this object is.
package final class ClosedPort: Sendable {
  /// The port.
  package let number: UInt16

  private let descriptor: Int32

  /// Takes a port.
  ///
  /// - Parameter listens: whether connections are taken, though never looked at.
  /// - Throws: what the system says.
  package init(listens: Bool = false) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    number = UInt16(bigEndian: address.sin_port)
    guard descriptor >= 0, isBound, !listens || listen(descriptor, 16) == 0 else {
      throw NoPort()
    }
  }

  deinit { close(descriptor) }

  private struct NoPort: Error {}
}
