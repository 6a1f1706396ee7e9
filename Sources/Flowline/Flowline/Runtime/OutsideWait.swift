/// A body that waits for something outside: a moment, or an event.
class OutsideWait<Value: Sendable>: Waiting {
  private let caption: Text?
  /// Begins again, when it is its turn in a replay.
  private let again: (Session) -> Engine.AwaitStart
  /// Reads what the journal has for the body at the end of the wait.
  private let read: (JSONValue, Session) throws(RecordedReplyUnreadable) -> Value
  private var body: UnsafeContinuation<Value, any Error>?
  /// What it waited for, until the engine says that it may reach the body.
  var value: Value?

  init(
    title: Text?, again: @escaping (Session) -> Engine.AwaitStart,
    read: @escaping (JSONValue, Session) throws(RecordedReplyUnreadable) -> Value
  ) {
    caption = title
    self.again = again
    self.read = read
  }

  override var title: Text? { caption }

  override func wake(in session: Session) {
    guard let value = value.take() else { return }
    body.take()?.resume(returning: value)
  }

  override func cancel(_ reason: CancelReason, in session: Session) {
    body.take()?.resume(throwing: FlowCancelled(reason))
  }

  override func takeTurn(in session: Session) {
    guard let body = body.take() else { return }
    begin(again(session), for: body, in: session)
  }

  /// Does what the engine decided about the wait: its body goes on at once, or waits.
  func begin(
    _ start: Engine.AwaitStart, for body: UnsafeContinuation<Value, any Error>,
    in session: Session
  ) {
    switch start {
    case .over(let recorded):
      do throws(RecordedReplyUnreadable) {
        body.resume(returning: try read(recorded, session))
      } catch {
        session.leave(for: .unreadableReply(error))
        body.resume(throwing: FlowCancelled(.terminated))
      }
    case .denied(let denial): body.resume(with: denial)
    case .wait(let wait):
      self.body = body
      session.waits[wait] = self
    case .perform(let effect):
      self.body = body
      session.waits[effect.wait] = self
    }
  }
}
