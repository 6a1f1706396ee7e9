/// A weak reference to a session.
///
/// `@unchecked`: the session is used by its owner alone, which ``Session/settle(after:)`` ensures.
final class WeakSession: @unchecked Sendable {
  weak var session: Session?

  init(_ session: Session) { self.session = session }
}
