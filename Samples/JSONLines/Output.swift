import Flowline
import Glibc
import Synchronization

/// Standard output, one message a line; effects reply on threads of their own.
final class Output: Sendable {
  private let failed = Mutex(false)

  /// Whether something could not be written, because nobody reads any more.
  var hasFailed: Bool { failed.withLock { $0 } }

  func send(_ message: Message) {
    write(message.json.text + "\n", to: STDOUT_FILENO)
  }

  /// Says on standard error why the program cannot go on.
  func complain(_ text: String) {
    write("flowline-jsonl: \(text)\n", to: STDERR_FILENO)
  }

  private func write(_ text: String, to file: Int32) {
    failed.withLock { failed in
      var bytes = Array(text.utf8)[...]
      while !failed, !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if count >= 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          failed = true
        }
      }
    }
  }
}
