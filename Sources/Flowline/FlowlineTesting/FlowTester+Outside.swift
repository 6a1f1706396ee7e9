public import Flowline
public import FoundationEssentials
public import Testing

/// What happens outside of a flow that waits for it.
extension FlowTester {
  /// Delivers an event.
  ///
  /// That it is refused is an issue.
  ///
  ///     tester.expectWaiting(for: "approval")
  ///     tester.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
  ///
  /// - Parameters:
  ///   - name: the id of the step that waits for it, or will.
  ///   - value: what it says.
  ///   - key: delivered again with the same key and value, it counts once; nil if each counts.
  ///   - sourceLocation: where an issue is shown.
  public func deliver(
    _ name: StepID, _ value: some Encodable & Sendable, key: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let json = recorded(value, sourceLocation) else { return }
    input("the event `\(name)`", sourceLocation) { $0.deliver(name, json: json, key: key) }
  }

  /// Expects an event to be refused with a code.
  public func expectDelivery(
    of name: StepID, _ value: some Encodable & Sendable, key: String? = nil,
    refusedWith code: Refusal.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let json = recorded(value, sourceLocation) else { return }
    let reception = controller.deliver(name, json: json, key: key)
    controller.waitUntilSettled()
    guard case .refused(let refusal) = reception else {
      return record(
        "the event `\(name)` was taken, it was to be refused with \(code.rawValue)", nil,
        sourceLocation)
    }
    if refusal.code != code {
      record("the event `\(name)` was to be refused with \(code.rawValue)", refusal, sourceLocation)
    }
  }

  /// Expects the flow to wait for a moment or an event with this id.
  ///
  /// - Parameters:
  ///   - step: the id of the wait.
  ///   - moment: until when, as an RFC 3339 time; nil if it does not matter, or it is an event.
  ///   - sourceLocation: where an issue is shown.
  public func expectWaiting(
    for step: StepID, until moment: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let wait = legalInputs.waits.first(where: { $0.id == step }) else {
      return record("the flow does not wait for `\(step)`", nil, sourceLocation)
    }
    guard let moment else { return }
    guard let wanted = Date(timestamp: moment) else {
      return record("“\(moment)” is not an RFC 3339 time", nil, sourceLocation)
    }
    guard wait.until != wanted else { return }
    let until = wait.until.map { " until \($0.timestamp)" } ?? ", which is an event"
    record("the flow waits for `\(step)`\(until), not until \(moment)", nil, sourceLocation)
  }

  /// Sets the flow's clock to a moment, which it waits for or which is later.
  ///
  /// The clock never goes back.
  ///
  /// - Parameters:
  ///   - moment: an RFC 3339 time.
  ///   - sourceLocation: where an issue is shown.
  public func advance(to moment: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let date = Date(timestamp: moment) else {
      return record("“\(moment)” is not an RFC 3339 time", nil, sourceLocation)
    }
    advance(to: date, sourceLocation: sourceLocation)
  }

  /// Sets the flow's clock to a moment, which it waits for or which is later.
  ///
  /// The clock never goes back.
  public func advance(to moment: Date, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let clock = clock as? ManualFlowClock else {
      return record("the session's clock cannot be advanced", nil, sourceLocation)
    }
    clock.advance(to: moment)
    settle(sourceLocation)
  }

  private func recorded(
    _ value: some Encodable, _ sourceLocation: SourceLocation
  ) -> JSONValue? {
    do {
      return try JSONValue(recording: value)
    } catch {
      record("the event cannot be encoded: \(error)", nil, sourceLocation)
      return nil
    }
  }
}
