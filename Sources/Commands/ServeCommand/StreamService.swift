import Flowline
import FlowlineMCP
import Foundation
import Glibc
import ServiceLifecycle
import Synchronization

/// The agent at the other end of standard input and output, until the input ends.
struct StreamService: Service {
  let server: MCPServer
  let user: UserID
  /// Ends once the pages can be reached, whose addresses agents are told.
  let ready: AsyncStream<Void>

  func run() async throws {
    // An agent that is gone is noticed at the end of the input.
    signal(SIGPIPE, SIG_IGN)
    for await _ in ready {}
    let output = StandardOutput()
    await cancelWhenGracefulShutdown {
      await MCPStream(to: server, of: user) { output.write($0) }.run(reading: Self.input)
    }
  }

  /// What standard input has, read by a thread of its own.
  private static var input: AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        continuation.yield(Array(buffer[..<count]))
      }
      continuation.finish()
    }
    return stream
  }
}

/// Standard output, a line at a time.
private final class StandardOutput: Sendable {
  private let turn = Mutex(())

  func write(_ text: String) {
    turn.withLock { _ in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
