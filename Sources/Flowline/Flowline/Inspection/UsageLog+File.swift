import Glibc

extension UsageLog {
  /// Makes a log that adds to a file: a line of JSON for each event, written at once and whole, so that
  /// processes may share the file.
  ///
  /// A new file is for its owner alone. A line that cannot be written is left out: nobody's session waits for
  /// it, or ends by it.
  ///
  /// - Parameters:
  ///   - path: the file, which is made if there is none.
  ///   - clock: tells the time of events.
  /// - Throws: a ``StoreFailure`` if the file cannot be opened for that.
  public init(appendingTo path: String, clock: any FlowClock = SystemFlowClock())
    throws(StoreFailure)
  {
    let file = try AppendedFile(path)
    self.init(clock: clock) { file.append($0.json.text + "\n") }
  }
}

/// A file that lines are added to, open as long as it is used.
private final class AppendedFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(StoreFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno, at: path, otherwise: .unwritable) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ line: String) {
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
