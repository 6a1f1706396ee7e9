import Flowline

extension SessionHost {
  /// Keeps who sends an input, before it is done.
  ///
  /// - Parameters:
  ///   - act: what is sent.
  ///   - key: the session.
  ///   - controller: the session's; nil if it is about to start.
  /// - Throws: ``HostFault`` if it cannot be kept.
  func note(
    _ act: AuditEntry.Act, of key: SessionKey, at controller: FlowController? = nil
  ) async throws(HostFault) {
    guard let audit else { return }
    let position = controller?.position
    let entry = AuditEntry(
      act, by: .current, at: clock.now, step: position?.step, answers: position?.answers ?? 0)
    try await audit.append(entry, to: key)
  }
}
