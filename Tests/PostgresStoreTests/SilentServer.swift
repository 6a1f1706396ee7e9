import Flowline
import Foundation
import Glibc

/// A server that accepts connections and says nothing, as one does whose processes are frozen.
final class SilentServer: Sendable {
  /// The folder of its socket.
  let folder: String
  private let descriptor: Int32

  init() throws {
    // A socket's path has room for some hundred bytes.
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flowline-silent-\(UUID().uuidString.prefix(8).lowercased())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
    }
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard descriptor >= 0, isBound, listen(descriptor, 16) == 0 else {
      throw TestServerFailure(description: "there is no socket in \(folder)")
    }
    (self.folder, self.descriptor) = (folder, descriptor)
  }

  deinit {
    // Who accepts wakes up.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Whether somebody has connected to it.
  var wasCalled: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) == 1
  }

  /// Hangs up on everybody who connects from now on; false if the system has no thread left for it.
  func hangUp() -> Bool {
    // A descriptor of its own: the number of one that is closed may soon be another's.
    let listening = dup(descriptor)
    return DetachedThread.begin {
      while true {
        let caller = accept(listening, nil, nil)
        guard caller >= 0 else { break }
        close(caller)
      }
      close(listening)
    }
  }
}
