import Flowline
import Glibc
import Synchronization

/// Output, one message a line; effects reply on threads of their own.
final class LineWriter: Sendable {
  private let output: Int32
  private let failed = Mutex(false)

  init(_ output: Int32) {
    self.output = output
  }

  /// Whether something could not be written, because nobody reads any more.
  var hasFailed: Bool { failed.withLock { $0 } }

  func send(_ message: Message) {
    failed.withLock { failed in
      var bytes = Array((message.json.text + "\n").utf8)[...]
      while !failed, !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
        if count >= 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          failed = true
        }
      }
    }
  }
}
