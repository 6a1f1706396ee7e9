import CLibEditShims

/// Reaches the thread that reads or waits, from any other.
package struct Waker: Sendable {
  /// Creates a waker; all are alike.
  package init() {}

  /// Ends the read or the wait under way, or the next one, with `woken`.
  package func wake() { flowline_signals_post(UInt32(FLOWLINE_WAKE)) }

  /// Ends the process by `signal`, as if it had never been handled; the terminal is restored.
  package func die(of signal: Int32) { flowline_signals_die(signal) }
}
