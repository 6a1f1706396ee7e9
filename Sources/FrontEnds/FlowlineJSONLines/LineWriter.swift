import Flowline
import FlowlineMessages
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
      if !failed { failed = Descriptor.write(message.json.text + "\n", to: output) != nil }
    }
  }
}
