/// A body that waits for an event from outside.
final class EventWait<Value: Decodable & Sendable>: OutsideWait<Value> {
  /// The numbers of events that it could not read, which was told.
  private var passedOver: Set<Int> = []
  /// Who may deliver it.
  private let source: EventSource

  init(
    _ step: StepID, from source: EventSource, title: Text?,
    again: @escaping (Session) -> Engine.AwaitStart
  ) {
    self.source = source
    super.init(title: title, again: again) {
      (recorded, session) throws(RecordedReplyUnreadable) in
      do {
        return try recorded.decode(as: Value.self)
      } catch {
        throw RecordedReplyUnreadable(
          step, at: session.engine.lineTakenLast,
          session.forms.guarded(error.reason(wanting: "\(Value.self)")), .event)
      }
    }
  }

  override var takesFromUser: Bool { source == .user }

  override func unreadable(_ event: JSONValue) -> UnreadableEvent? {
    do {
      _ = try event.decode(as: Value.self)
      return nil
    } catch {
      return UnreadableEvent(error, wanted: "\(Value.self)")
    }
  }

  override func take(_ event: JSONValue, number: Int) -> UnreadableEvent? {
    do {
      value = try event.decode(as: Value.self)
      return nil
    } catch {
      return passedOver.insert(number).inserted
        ? UnreadableEvent(error, wanted: "\(Value.self)") : .toldBefore
    }
  }
}
