/// The front end's side of a session: receives prompts, work under way, and the end.
///
/// Calls come one at a time, after the step that caused them has settled, on whichever thread drove
/// it. From inside a call the controller may be used: its input is queued and taken next. A call
/// that throws fails the session.
public protocol Presenter: AnyObject, Sendable {
  /// A place of its own is to be opened, for a flow that is pushed or modal: what is presented next is
  /// shown in it. See ``Flow/presented(_:)``.
  func open(_ place: FlowPlace) throws

  /// A prompt waits for an answer.
  func present(_ prompt: Prompt) throws

  /// A load or a commit is under way; the next prompt comes when it is done.
  func working(on step: StepPath) throws

  /// The flow waits for a moment or an event, see ``LegalInputs/waits``; the next prompt comes when it
  /// is there.
  ///
  /// If nobody implements it, ``working(on:)`` is called.
  func waiting(for wait: FlowInspection.Effect, at step: StepPath) throws

  /// A load, a commit or a check that ``working(on:)`` named reports how far it has come.
  ///
  /// Only the latest report comes, and none after the effect's end.
  func progressed(on effect: FlowInspection.Effect) throws

  /// These presentations are to be taken off show, if they still are on it.
  func dismiss(_ presentations: Range<Int>)

  /// A place is to be closed: its flow has ended, and all that was presented in it is dismissed.
  func close(_ place: FlowPlace)

  /// The session has ended. Called once, after the handler.
  func ended(_ outcome: Outcome<JSONValue>)
}

extension Presenter {
  /// Nothing: for front ends in which all is shown in one place.
  public func open(_ place: FlowPlace) {}

  /// Nothing: for front ends in which all is shown in one place.
  public func close(_ place: FlowPlace) {}

  /// Nothing: work under way is not shown.
  public func working(on step: StepPath) {}

  /// A wait is work like any other.
  public func waiting(for wait: FlowInspection.Effect, at step: StepPath) throws {
    try working(on: step)
  }

  /// Nothing: how far work has come is not shown.
  public func progressed(on effect: FlowInspection.Effect) {}

  /// Nothing: for front ends that show one prompt at a time.
  public func dismiss(_ presentations: Range<Int>) {}

  /// Nothing: for front ends that take the outcome from their handler.
  public func ended(_ outcome: Outcome<JSONValue>) {}
}
