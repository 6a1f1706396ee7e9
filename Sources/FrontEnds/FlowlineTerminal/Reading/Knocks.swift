import CLibEditShims
import Glibc

/// What reached the terminal's thread from outside since it last looked.
struct Knocks: OptionSet {
  let rawValue: UInt32

  static let interrupt = Knocks(rawValue: UInt32(FLOWLINE_INTERRUPT))
  static let terminate = Knocks(rawValue: UInt32(FLOWLINE_TERMINATE))
  static let hangUp = Knocks(rawValue: UInt32(FLOWLINE_HANG_UP))
  static let resize = Knocks(rawValue: UInt32(FLOWLINE_RESIZE))
  static let suspend = Knocks(rawValue: UInt32(FLOWLINE_SUSPEND))
  static let resume = Knocks(rawValue: UInt32(FLOWLINE_RESUME))
  static let wake = Knocks(rawValue: UInt32(FLOWLINE_WAKE))
  static let message = Knocks(rawValue: UInt32(FLOWLINE_MESSAGE))

  /// Those of `kinds` that came; they count as answered from now on.
  static func take(_ kinds: Knocks) -> Knocks {
    Knocks(rawValue: flowline_signals_take(kinds.rawValue))
  }

  /// The signal that asks to leave, if one came; it still waits for its answer.
  static var pendingTermination: Int32? {
    let marks = Knocks(rawValue: flowline_signals_pending())
    if marks.contains(.terminate) { return SIGTERM }
    return marks.contains(.hangUp) ? SIGHUP : nil
  }

  /// The signal that asks to leave, if one came.
  static func takeTermination() -> Int32? {
    if !take(.terminate).isEmpty { return SIGTERM }
    return take(.hangUp).isEmpty ? nil : SIGHUP
  }
}

extension Knocks {
  /// What ended a ``poll(_:milliseconds:)``.
  struct Readiness: Equatable {
    var isInputReady = false
    var isKnocked = false
    var isTimedOut = false
  }

  /// Sleeps until `input` can be read, somebody knocks, or the time is up.
  ///
  /// - Parameters:
  ///   - input: A descriptor, or -1 to wait for knocks alone.
  ///   - milliseconds: how long at the most; nil for no limit.
  /// - Returns: what ended the sleep.
  static func poll(_ input: Int32, milliseconds: Int? = nil) -> Readiness {
    var descriptors = [
      pollfd(fd: flowline_signals_descriptor(), events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
    // A signal that interrupts the call has knocked as well.
    if count < 0 { return Readiness(isKnocked: true) }
    let isKnocked = descriptors[0].revents != 0
    if isKnocked { flowline_signals_drain() }
    return Readiness(
      isInputReady: descriptors[1].revents != 0, isKnocked: isKnocked, isTimedOut: count == 0)
  }

  /// Waits for knocks alone, printing messages as they come.
  ///
  /// - Parameters:
  ///   - milliseconds: how long at the most; nil for no limit.
  ///   - printing: prints a message.
  ///   - stopping: answers Ctrl-Z, if that is not left to the system.
  /// - Returns: what ended the wait.
  static func wait(
    milliseconds: Int?, printing: (String) -> Void, stopping: () -> Void = {}
  ) -> WaitEvent {
    let clock = ContinuousClock()
    let deadline = milliseconds.map { clock.now.advanced(by: .milliseconds($0)) }
    while true {
      if let text = Waker.takeMessages() { printing(text) }
      if !take(.suspend).isEmpty { stopping() }
      if let signal = takeTermination() { return .terminated(signal: signal) }
      if !take(.interrupt).isEmpty { return .interrupted }
      if !take(.wake).isEmpty { return .woken }
      let left = deadline.map { clock.now.duration(to: $0) }
      if let left, left <= .zero { return .timedOut }
      _ = poll(-1, milliseconds: left.map { Int($0 / .milliseconds(1)) + 1 })
    }
  }
}
