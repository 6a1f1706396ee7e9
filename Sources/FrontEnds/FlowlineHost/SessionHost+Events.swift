public import Flowline

/// Delivering events to sessions.
extension SessionHost {
  /// Delivers an event, as `FlowController.deliver(_:json:key:by:)` does.
  ///
  /// An event depends on no question: it is taken while the session runs, whatever another node has changed.
  /// By itself the program says that it happened; what a person or their agent sends is delivered as
  /// `EventSource.user`, which a wait has to allow.
  /// Refused as well if it has more bytes than ``HostLimits/eventBytes``, or if no step waits for it and
  /// ``HostLimits/eventsWaiting`` earlier ones were not taken. One that came before is accepted, though the
  /// session has ended since.
  ///
  /// - Parameters:
  ///   - name: the id of the step that waits for it, or will.
  ///   - value: what it says.
  ///   - eventKey: delivered again with the same key and value, it counts once; nil if each counts.
  ///   - key: the session and whose it is.
  ///   - source: who delivers it.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Returns: whether it was accepted, and how the session stands then.
  /// - Throws: ``HostFault``.
  public func deliver(
    _ name: StepID, _ value: JSONValue, key eventKey: String? = nil, to key: SessionKey,
    by source: EventSource = .program, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    var isTaken: Bool?
    var reply = try await perform(.other, on: key, isFact: true, patience: patience) {
      live, _ async in
      let denial = live.controller.denial(
        ofEvent: name, value, key: eventKey, by: source, largest: limits.eventBytes,
        most: limits.eventsWaiting)
      if let denial { return .refused(denial) }
      let received = await live.controller.delivering(
        name, json: value, key: eventKey, by: source)
      isTaken = live.takes(event: name)
      return reception(of: received)
    }
    if reply.reception == .outdated(.notRunning), let eventKey,
      let ended = try await endedJournal(of: key),
      let before = ended.reception(ofEvent: name, value, key: eventKey),
      // The user learns nothing of the keys of others.
      before == .accepted || source == .program
    {
      reply = HostedReply(reception: reception(of: before), state: reply.state)
      isTaken = !ended.hasOpenEvent(name)
    }
    if reply.reception == .accepted { reply.isTaken = isTaken }
    return reply
  }

  /// The journal of a session that has ended; nil if it cannot be read.
  private func endedJournal(of key: SessionKey) async throws(HostFault) -> Journal? {
    let text = try await journal(of: key)
    return (try? Script(parsing: Array(text.utf8)))?.journal(or: .current)
  }
}

extension LiveSession {
  /// Whether no event of a name is left for a step to come: one waits for it, or has taken it.
  fileprivate func takes(event name: StepID) -> Bool {
    // In this order: a wait that is over has taken it.
    controller.legalInputs.waits.contains { $0.kind == .event && $0.id == name }
      || !controller.hasOpenEvent(name)
  }
}
