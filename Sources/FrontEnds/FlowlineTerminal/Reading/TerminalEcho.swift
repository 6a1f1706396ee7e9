import Glibc

/// The echo of a terminal, remembered as it was.
struct TerminalEcho {
  private let descriptor: Int32
  private let before: termios

  /// Nothing where the descriptor is no terminal.
  init?(of descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    before = modes
  }

  func turnOff() {
    var modes = before
    modes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Key by key, without echo.
  ///
  /// Signals still come as signals.
  ///
  /// - Parameter areReturnsKept: Whether the Enter key stays a return.
  func turnOffEditing(areReturnsKept: Bool = true) {
    var modes = before
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    // Ctrl-S is a key here, and must not hold up what is drawn.
    modes.c_iflag &= ~tcflag_t(IXON)
    if areReturnsKept { modes.c_iflag &= ~tcflag_t(ICRNL) }
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  func restore() {
    var modes = before
    tcsetattr(descriptor, TCSANOW, &modes)
  }
}
