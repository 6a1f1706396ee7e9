/// Why there is no line editor.
package enum LineEditorError: Error, Equatable, Sendable {
  /// Input or output is not a terminal; use a ``PlainLineReader``.
  case notATerminal

  /// The process has one already: libedit keeps a part of its state for all of them.
  case alreadyOpen

  /// The pipe that wakes the reading thread could not be made, for this reason of `errno`.
  case pipe(code: Int32)

  /// libedit could not start, for want of memory or descriptors.
  case unavailable
}
