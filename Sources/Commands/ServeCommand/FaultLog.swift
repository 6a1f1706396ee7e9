import Flowline
import FlowlineHost
import Foundation
import Logging
import Synchronization

/// Writes to the log what those who look after the program are to know, such as what a host could not do: a
/// line each, and only so many in a minute.
final class FaultLog: Sendable {
  private struct State {
    var began: ContinuousClock.Instant?
    var lines = 0
    /// How many were left out since the last line.
    var left = 0
  }

  private let logger: Logger
  private let linesPerMinute: Int
  private let state = Mutex(State())

  init(_ logger: Logger, linesPerMinute: Int = 30) {
    self.logger = logger
    self.linesPerMinute = linesPerMinute
  }

  /// Writes a line, unless there were too many.
  func note(_ fault: HostFault, in session: UUID?) { write("\(fault)", in: session) }

  /// Writes a line about a store, unless there were too many.
  func note(_ failure: StoreFailure) { write("\(failure)", in: nil) }

  /// Writes that a request was refused for the host it names, unless there were too many.
  func note(refusedHost host: String) {
    // A stranger chose it.
    let plain = host.filter { $0.isASCII && "!"..."~" ~= $0 }.prefix(253)
    write(
      "refused a request for the host \(plain); if that is this server, name it with --host-name",
      in: nil, at: .warning)
  }

  private func write(_ words: String, in session: UUID?, at level: Logger.Level = .error) {
    guard let left = leftBefore(ContinuousClock.now) else { return }
    var metadata: Logger.Metadata = [:]
    if let session { metadata["session"] = "\(session.text)" }
    if left > 0 { metadata["left-out"] = "\(left)" }
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    logger.log(level: level, "\(line)", metadata: metadata)
  }

  /// How many were left out before the line that is to be written now; nil if it is left out, too.
  private func leftBefore(_ now: ContinuousClock.Instant) -> Int? {
    state.withLock { state -> Int? in
      if state.began.map({ now - $0 >= .seconds(60) }) ?? true {
        (state.began, state.lines) = (now, 0)
      }
      guard state.lines < linesPerMinute else {
        state.left += 1
        return nil
      }
      state.lines += 1
      defer { state.left = 0 }
      return state.left
    }
  }
}
