import CLibEditShims
import Glibc

/// The signals and wake-up calls that have arrived and are not handled yet.
struct PendingSignals: OptionSet {
  let rawValue: UInt32

  static let interrupt = PendingSignals(rawValue: UInt32(FLOWLINE_INTERRUPT))
  static let terminate = PendingSignals(rawValue: UInt32(FLOWLINE_TERMINATE))
  static let hangUp = PendingSignals(rawValue: UInt32(FLOWLINE_HANG_UP))
  static let resize = PendingSignals(rawValue: UInt32(FLOWLINE_RESIZE))
  static let suspend = PendingSignals(rawValue: UInt32(FLOWLINE_SUSPEND))
  static let resume = PendingSignals(rawValue: UInt32(FLOWLINE_RESUME))
  static let wake = PendingSignals(rawValue: UInt32(FLOWLINE_WAKE))

  /// Takes those of `kinds` that have arrived; they count as handled from now on.
  static func take(_ kinds: PendingSignals) -> PendingSignals {
    PendingSignals(rawValue: flowline_signals_take(kinds.rawValue))
  }

  /// The signal that asks the process to end, if one has arrived; it stays pending.
  static var pendingTermination: Int32? {
    let pending = PendingSignals(rawValue: flowline_signals_pending())
    if pending.contains(.terminate) { return SIGTERM }
    return pending.contains(.hangUp) ? SIGHUP : nil
  }

  /// Takes the signal that asks the process to end, if one has arrived.
  static func takeTermination() -> Int32? {
    if !take(.terminate).isEmpty { return SIGTERM }
    return take(.hangUp).isEmpty ? nil : SIGHUP
  }
}

extension PendingSignals {
  /// What ended a ``poll(_:milliseconds:)``.
  struct Readiness: Equatable {
    var isInputReady = false
    var isSignalled = false
    var isTimedOut = false
  }

  /// Sleeps until `input` can be read, a signal or wake-up call arrives, or the time is up.
  ///
  /// - Parameters:
  ///   - input: a descriptor, or -1 to wait for signals alone.
  ///   - milliseconds: the longest wait; nil for no limit.
  /// - Returns: what ended the sleep.
  static func poll(_ input: Int32, milliseconds: Int? = nil) -> Readiness {
    var descriptors = [
      pollfd(fd: flowline_signals_descriptor(), events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
    // The call was interrupted by a signal.
    if count < 0 { return Readiness(isSignalled: true) }
    let isSignalled = descriptors[0].revents != 0
    if isSignalled { flowline_signals_drain() }
    return Readiness(
      isInputReady: descriptors[1].revents != 0, isSignalled: isSignalled, isTimedOut: count == 0)
  }

  /// Waits for signals and wake-up calls alone.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait; nil for no limit.
  ///   - stopping: handles Ctrl-Z, unless the system does, and returns whether the wait is over then.
  /// - Returns: what ended the wait.
  static func wait(milliseconds: Int?, stopping: () -> Bool = { false }) -> WaitEvent {
    let clock = ContinuousClock()
    let deadline = milliseconds.map { clock.now.advanced(by: .milliseconds($0)) }
    while true {
      if !take(.suspend).isEmpty, stopping() { return .woken }
      if let signal = takeTermination() { return .terminated(signal: signal) }
      if !take(.interrupt).isEmpty { return .interrupted }
      if !take(.wake).isEmpty { return .woken }
      let left = deadline.map { clock.now.duration(to: $0) }
      if let left, left <= .zero { return .timedOut }
      _ = poll(-1, milliseconds: left.map { Int($0 / .milliseconds(1)) + 1 })
    }
  }
}
