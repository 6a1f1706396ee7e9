/// Delivering what happens outside to a flow that waits for it, or will.
extension FlowController {
  /// Delivers an event: a mailed link was followed, a second person approved, a webhook came.
  ///
  ///     try controller.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
  ///
  /// It is journaled when it comes, and durable before a flow sees it. A flow that waits for an event of
  /// its name takes it, see ``FlowContext/wait(_:for:from:title:)``; if none does, it is kept until one
  /// does. So it is while a rebuilt session asks for a secret again that comes before the wait. Events of one
  /// name are taken in the order they came in. Going back does not undo an event: the flow takes it again.
  ///
  /// Refused if no flow is running and the event is new; as ``Refusal/Code/unreadableEvent`` if a flow
  /// waits for the event and cannot read the value, which is not journaled then; as
  /// ``Refusal/Code/otherEvent`` if the key was used for another value; as ``Refusal/Code/eventNotAllowed``
  /// if the session's user delivers what no wait takes from a user now.
  ///
  /// - Parameters:
  ///   - name: the id of the step that waits.
  ///   - value: what happened, as the flow reads it.
  ///   - key: what tells the event from others, so that it counts once however often it is delivered;
  ///     without one, each delivery counts. It is unique among the events of the name.
  ///   - source: who delivers it: ``EventSource/user`` if the session's own user says so, and nobody else.
  /// - Returns: accepted also if the same event was delivered before, though the session has ended since.
  /// - Throws: ``UnencodableValue`` if the value has no recorded form.
  @discardableResult
  public func deliver(
    _ name: StepID, _ value: some Encodable & Sendable, key: String? = nil,
    by source: EventSource = .program
  ) throws(UnencodableValue) -> Reception {
    do {
      return deliver(name, json: try JSONValue(recording: value), key: key, by: source)
    } catch {
      throw UnencodableValue(type: "\(type(of: value))", reason: "\(error)").of(name)
    }
  }

  /// Delivers an event whose value is JSON already, as from a program; see
  /// ``deliver(_:_:key:by:)``.
  @discardableResult
  public func deliver(
    _ name: StepID, json value: JSONValue, key: String? = nil, by source: EventSource = .program
  ) -> Reception {
    drive(.deliver(name, value.bounded(), key: key, by: source))
  }
}

extension Journal {
  /// What becomes of an event that is delivered to a session that has ended: as in one that runs, it is
  /// accepted if it came before.
  ///
  /// - Parameters:
  ///   - name: the id of the step that waits.
  ///   - value: what happened.
  ///   - key: what tells the event from others.
  /// - Returns: accepted, or refused if the key is another value's; nil if no event of the name has the key.
  package func reception(
    ofEvent name: StepID, _ value: JSONValue, key: String
  ) -> FlowController.Reception? {
    Mailbox(entries).event(key, of: name).map {
      $0.value == value.bounded() ? .accepted : .refused(.otherEvent(name, key: key))
    }
  }

  /// Whether an event of a name came that no wait has taken: it is kept for one to come.
  package func hasOpenEvent(_ name: StepID) -> Bool {
    let came = entries.count { $0.verb == .event && $0.id == name }
    let taken = entries.count { $0.id == name && $0.tookEvent }
    return came > taken
  }
}
