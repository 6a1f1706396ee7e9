/// Who delivers an event to a session.
///
/// A wait says from whom it takes its event, see ``FlowContext/wait(_:for:from:title:)``: an approval or a
/// payment that a person could deliver to their own session would be worth nothing.
public enum EventSource: Sendable, Hashable {
  /// The program that keeps the session, which has found out by itself that the event is true: it has checked
  /// the signature of a webhook, or knows that a second person has approved.
  case program
  /// The session's own user, or a program that acts for them, as over an API.
  case user
}
