import CLibEditShims
import Glibc
import Synchronization

/// Reaches the thread that reads or waits, from any other.
package struct Waker: Sendable {
  /// Messages of all threads: there is one terminal, so there is one queue.
  private static let messages = Mutex<[String]>([])

  /// Creates a waker; all are alike.
  package init() {}

  /// Ends the read or the wait under way, or the next one, with `woken`.
  package func wake() { flowline_signals_post(UInt32(FLOWLINE_WAKE)) }

  /// Prints `text` and a newline above the line being edited, which stays as it is.
  package func printAbove(_ text: String) {
    Self.messages.withLock { $0.append(text) }
    flowline_signals_post(UInt32(FLOWLINE_MESSAGE))
  }

  /// Ends the process by `signal`, as if it had never been handled; the terminal is restored.
  package func die(of signal: Int32) { flowline_signals_die(signal) }

  /// The messages that wait, each ending with a newline; `nil` if there are none.
  static func takeMessages() -> String? {
    _ = flowline_signals_take(UInt32(FLOWLINE_MESSAGE))
    let taken = messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
    return taken.isEmpty ? nil : taken.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
  }
}
