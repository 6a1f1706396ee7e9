public import FoundationEssentials

/// A wait for a moment or an event as a flow: for racing it with a question or a deadline.
///
///     let answer = try await context.first(
///       of: Wait("approval", for: Approval.self).map { Decision.made($0) },
///       Wait("deadline", until: deadline).map { _ in Decision.expired })
///
/// It does what ``FlowContext/wait(_:for:from:title:)`` and ``FlowContext/wait(_:until:title:)`` do, and
/// is in the journal as they are.
public struct Wait<Output: Codable & Sendable>: Flow {
  /// The step's stable name, which events are delivered to.
  public let id: FlowID
  /// What people are told is waited for.
  public let title: Text
  private let wait: @Sendable (FlowContext) async throws -> Output

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - id: the step's stable name, under which the event is delivered.
  ///   - type: what the event's value is read as.
  ///   - source: ``EventSource/user`` if the session's own user may deliver it as well; by itself only the
  ///     program that keeps the session may.
  ///   - title: what people are told is waited for; the text `<id>.activity` of the flow's catalogue by
  ///     itself.
  public init(
    _ id: StepID, for type: Output.Type, from source: EventSource = .program, title: Text? = nil
  ) {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    wait = { context in
      try await context.ownedSession().wait(
        id, for: type, from: source, title: title, context.frame, isWhole: true)
    }
  }

  /// Waits for a moment, which is its result.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - moment: the moment; one that is over is not waited for.
  ///   - title: what people are told is waited for; the text `<id>.activity` of the flow's catalogue by
  ///     itself.
  public init(_ id: StepID, until moment: Date, title: Text? = nil) where Output == Date {
    self.id = id
    self.title = title ?? Text(verbatim: id.rawValue)
    wait = { context in
      try await context.ownedSession().wait(
        id, until: moment, title: title, context.frame, isWhole: true)
    }
  }

  /// Waits, or has from the journal that it is over.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Output {
    try await wait(context)
  }
}

extension FlowContext {
  /// Waits for a moment: a cooling-off time, a deadline, the next working day.
  ///
  ///     try await context.wait("cooling-off", until: context.now.addingTimeInterval(86_400))
  ///
  /// That the moment has come is journaled: a session that is resumed after it goes on at once, one that
  /// is resumed before waits for the rest. A host need not keep the session in memory meanwhile, see
  /// ``LegalInputs/waits``. The time is the ``SessionOptions/clock``'s.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - moment: the moment; one that is over is not waited for. ``now`` is when the session started.
  ///   - title: what people are told is waited for; the text `<id>.activity` of the flow's catalogue by
  ///     itself.
  /// - Throws: ``FlowCancelled`` if this flow is left meanwhile.
  public nonisolated(nonsending) func wait(
    _ id: StepID, until moment: Date, title: Text? = nil
  ) async throws {
    _ = try await ownedSession().wait(id, until: moment, title: title, frame)
  }

  /// Waits for an event from outside: a mailed link, a second approver, a webhook.
  ///
  ///     let approval = try await context.wait("approval", for: Approval.self)
  ///
  /// The event is delivered with ``FlowController/deliver(_:_:key:by:)``, now or before. The wait takes the
  /// first of its name that no other wait has taken and that it can read; one that it cannot read is a
  /// diagnostic. A session that is resumed takes the same event again.
  ///
  /// By itself only the program that keeps the session delivers it. With ``EventSource/user`` the session's
  /// own user may as well, over an API, while the flow waits for it: give such an event an id of its own.
  ///
  /// - Parameters:
  ///   - id: the step's stable name, under which the event is delivered.
  ///   - type: what the event's value is read as.
  ///   - source: ``EventSource/user`` if the session's own user may deliver it as well; by itself only the
  ///     program that keeps the session may.
  ///   - title: what people are told is waited for; the text `<id>.activity` of the flow's catalogue by
  ///     itself.
  /// - Returns: the event's value.
  /// - Throws: ``FlowCancelled`` if this flow is left meanwhile.
  public nonisolated(nonsending) func wait<Event: Codable & Sendable>(
    _ id: StepID, for type: Event.Type, from source: EventSource = .program, title: Text? = nil
  ) async throws -> Event {
    try await ownedSession().wait(id, for: type, from: source, title: title, frame)
  }
}
