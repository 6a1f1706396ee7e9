import CLibEditShims

/// A reader without lines: every read ends at once.
package final class NoLineReader: LineReader {
  /// Whether signals and other threads can end a wait.
  private let canBeWoken: Bool

  /// Makes a reader without lines.
  package init() {
    canBeWoken = flowline_signals_open() == 0
  }

  deinit {
    if canBeWoken { flowline_signals_close() }
  }

  package func readLine(_ request: LineRequest) -> LineEvent { .endOfInput }
  package func readHiddenLine(_ request: LineRequest) -> LineEvent { .endOfInput }
  package var isGone: Bool { true }

  package func wait(milliseconds: Int?) -> WaitEvent {
    // Where no pipe is to be had, one looks now and then.
    PendingSignals.wait(milliseconds: canBeWoken ? milliseconds : min(milliseconds ?? 50, 50))
  }
}
