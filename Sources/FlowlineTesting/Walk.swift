public import Flowline

/// What a person does from the start of a flow on, for walking it through any front end.
public struct Walk: Sendable {
  /// One thing a person does.
  public enum Input: Sendable, Hashable {
    /// Answers the step that is asked, which must be this one.
    case answer(StepID, Answer)
    /// Goes back one question.
    case back
    /// Leaves the innermost flow.
    case cancel
    /// Goes away: a closed tab, the end of input.
    case gone
  }

  /// The flows.
  public let catalog: FlowCatalog
  /// The flow that is walked.
  public let flow: FlowID
  /// The session's world and its id: journals tell both.
  public let options: SessionOptions
  /// What the person does, in order. An answer may be one that is refused.
  public let inputs: [Input]
  /// What of the world's description means nothing.
  let faults: [String]

  /// Makes a walk through a flow in a fixed world.
  public init(
    _ flow: FlowID, of catalog: FlowCatalog, locale: String = "en_GB",
    timeZone: String = "Europe/London", now: String = "2026-11-20T12:00:00Z",
    session: String = "00000000-0000-4000-8000-000000000000", inputs: [Input]
  ) {
    self.catalog = catalog
    self.flow = flow
    let world = TestWorld(locale: locale, timeZone: timeZone, now: now, session: session)
    options = world.options
    faults = world.faults
    self.inputs = inputs
  }
}

/// Why a walk could not be walked to its end.
public struct WalkFault: Error, Hashable, CustomStringConvertible {
  /// The matter.
  public let description: String

  /// Makes a fault.
  public init(_ description: String) {
    self.description = description
  }
}
