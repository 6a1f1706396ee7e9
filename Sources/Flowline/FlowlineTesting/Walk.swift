public import Flowline

/// What a person does from the start of a flow on, for walking it through any front end.
public struct Walk: Sendable {
  /// One thing a person does.
  public enum Input: Sendable, Hashable {
    /// Answers the step that is asked, which must be this one.
    case answer(StepID, Answer)
    /// Answers the fields of a form as one page if the front end has pages; otherwise one after
    /// another, as they are asked.
    case page([StepID: Answer])
    /// Goes back one question.
    case back
    /// Leaves the innermost flow.
    case cancel
    /// Goes away: a closed tab, the end of input.
    case gone
  }

  /// The flow that is walked.
  public let flow: FlowID
  /// The session's world and its id: journals tell both.
  public let options: SessionOptions
  /// What the person does, in order.
  ///
  /// An answer may be one that is refused.
  public let inputs: [Input]
  /// What of the world's description means nothing.
  let faults: [String]
  private let makeCatalog: @Sendable (FlowEnvironment) throws -> FlowCatalog

  /// Makes a walk through a flow in a fixed world.
  ///
  /// - Parameters:
  ///   - flow: the id of the flow in the catalogue.
  ///   - locale: how the flow writes and reads, for example `ru_RU`.
  ///   - timeZone: the IANA name of the zone in which its days begin.
  ///   - now: when the session starts, as an RFC 3339 time.
  ///   - session: the session's id, from which its keys and random numbers follow.
  ///   - inputs: what is done, in order.
  ///   - makeCatalog: makes the flows over a new world, once for each front end: what one has done
  ///     there must not be found by the next.
  public init(
    _ flow: FlowID, locale: String = "en_GB", timeZone: String = "Europe/London",
    now: String = "2026-11-20T12:00:00Z",
    session: String = "00000000-0000-4000-8000-000000000000", inputs: [Input],
    of makeCatalog: @escaping @Sendable (FlowEnvironment) throws -> FlowCatalog
  ) {
    let world = TestWorld(locale: locale, timeZone: timeZone, now: now, session: session)
    self.flow = flow
    options = world.options
    faults = world.faults
    self.inputs = inputs
    self.makeCatalog = makeCatalog
  }

  /// The flows, over a new world.
  public func catalog() throws -> FlowCatalog {
    try makeCatalog(options.environment ?? .current)
  }
}

/// Why a walk could not be walked to its end.
public struct WalkFault: Error, Hashable, CustomStringConvertible {
  /// What kept the walk from its end, in English.
  public let description: String

  /// Makes a fault.
  public init(_ description: String) {
    self.description = description
  }
}
