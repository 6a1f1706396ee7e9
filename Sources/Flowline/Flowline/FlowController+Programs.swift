/// What programs send is looked at before it is taken: nobody sees what became of a misspelt name.
extension FlowController {
  /// Why a page is refused that names fields it does not have, as ``Refusal/Code/noSuchField``.
  ///
  /// A browser sends the fields of before a choice was changed, and ``fill(_:to:acknowledging:)`` passes over
  /// them. Every front end for programs asks here first.
  ///
  /// - Parameters:
  ///   - answers: an answer for each name.
  ///   - presentation: the prompt the page is meant for; nil for the one that waits.
  /// - Returns: the refusal; nil if the page has all of these fields, no form is asked, or something else is
  ///   wrong with the page, which filling it says.
  package func denial(
    ofStrayFieldsIn answers: [StepID: Answer], to presentation: Int?
  ) -> Refusal? {
    read { $0.denial(ofStrayFieldsIn: answers, of: presentation) }
  }

  /// Why a host takes no such event.
  ///
  /// - Parameters:
  ///   - name: the id of the step that waits.
  ///   - value: what happened.
  ///   - key: what tells the event from others; nil if each counts.
  ///   - source: who delivers it.
  ///   - bytes: how many bytes it may have.
  ///   - count: how many events may be kept that no step waits for yet.
  /// - Returns: the refusal; nil if it is taken, is known, or is refused by the session itself.
  package func denial(
    ofEvent name: StepID, _ value: JSONValue, key: String?, by source: EventSource,
    largest bytes: Int, most count: Int
  ) -> Refusal? {
    let value = value.bounded()
    let size = name.rawValue.utf8.count + (key ?? "").utf8.count + value.text.utf8.count
    return read { session -> Refusal? in
      guard session.engine.delivery(of: name, value, key: key) == .new,
        session.mayDeliver(name, source)
      else { return nil }
      guard size <= bytes else { return .eventTooLarge(size, most: bytes) }
      guard session.engine.eventsOpen >= count,
        !session.engine.eventsAwaited.contains(where: { $0.id == name })
      else { return nil }
      return .tooManyEvents(count)
    }
  }

  /// Whether an event of a name came that no wait has taken: it is kept for one to come.
  package func hasOpenEvent(_ name: StepID) -> Bool { read { $0.engine.hasOpenEvent(name) } }
}
