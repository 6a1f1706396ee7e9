import Flowline
import FlowlineMessages
import Synchronization

/// Output, one message a line; effects reply on threads of their own.
final class LineWriter: Sendable {
  private let output: Int32
  private let error = Mutex<Int32?>(nil)

  init(_ output: Int32) {
    self.output = output
  }

  /// The error number (`errno`) of what could not be written; nil if all could.
  ///
  /// Behind it nothing more is written.
  var failure: Int32? { error.withLock { $0 } }

  var hasFailed: Bool { failure != nil }

  func send(_ message: Message) {
    error.withLock { error in
      if error == nil { error = Descriptor.write(message.json.text + "\n", to: output) }
    }
  }
}
