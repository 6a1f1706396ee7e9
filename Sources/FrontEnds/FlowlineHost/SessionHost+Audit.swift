import Flowline

extension SessionHost {
  /// Keeps who sends an input, before it is done.
  ///
  /// - Parameters:
  ///   - act: what is sent.
  ///   - key: the session.
  ///   - snapshot: how the session stands; nil if it is about to start.
  /// - Throws: ``HostFault`` if it cannot be kept.
  func note(
    _ act: AuditEntry.Act, of key: SessionKey,
    _ snapshot: @autoclosure () -> SessionSnapshot? = nil
  ) async throws(HostFault) {
    guard let audit else { return }
    let snapshot = snapshot()
    let entry = AuditEntry(
      act, by: .current, at: clock.now, step: snapshot?.prompts.first?.prompt.path,
      answers: snapshot?.answers ?? 0)
    try await audit.append(entry, to: key)
  }
}
