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
    self.init(clock: clock) { _ = try? file.append($0.json.text) }
  }
}
