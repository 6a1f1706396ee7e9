import Glibc

extension UsageLog {
  /// Makes a log that appends to a file, a line of JSON for each event.
  ///
  /// Each line is one write, so that processes can share the file. A new file is readable by its owner only
  /// (0600). A line that cannot be written is dropped; the session is not affected.
  ///
  /// - Parameters:
  ///   - path: the file, created if it does not exist.
  ///   - clock: the clock of the events.
  /// - Throws: ``StoreFailure`` if the file cannot be opened.
  public init(appendingTo path: String, clock: any FlowClock = SystemFlowClock())
    throws(StoreFailure)
  {
    let file = try AppendedFile(path)
    self.init(clock: clock) { file.append($0.json.text + "\n") }
  }
}

/// A file that is open for appending.
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
