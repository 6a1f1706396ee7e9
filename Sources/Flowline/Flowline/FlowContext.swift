public import FoundationEssentials

/// What a flow's body is given: a way to run children and effects, and the world as it may see it.
///
/// A body touches the world through nothing else, so that running it again over its journal leads
/// to the same place. A context is of one flow and of one run of it; it must not be kept.
public struct FlowContext {
  let session: Session
  let frame: Frame.ID

  /// The locale, time zone and start of the session. They stay as they are, whatever language the
  /// person goes on in; see ``FlowController/speak(_:)``.
  public var environment: FlowEnvironment { session.machine.journal.head.environment }

  /// When the session started; the same when it is replayed. For a later moment, load it.
  public var now: Date { environment.now }

  /// Runs a child flow or asks a screen, and returns its result.
  ///
  /// - Parameter handler: is told when the child starts and ends, and decides what becomes of what
  ///   the child has on show. Without one it stays until this flow ends.
  /// - Throws: ``FlowCancelled`` where the child was left or this flow is, and whatever the child's
  ///   body throws.
  public nonisolated(nonsending) func run<Child: Flow>(
    _ child: Child, handler: FlowHandler<Child.Output>? = nil
  ) async throws -> Child.Output {
    switch try await outcome(of: child, handler: handler) {
    case .finished(let output): return output
    case .cancelled(let reason): throw FlowCancelled(reason)
    case .failed(let failure):
      session.travels(failure)
      throw failure.cause
    }
  }

  /// Asks a screen and returns the accepted answer.
  ///
  /// - Throws: ``FlowCancelled`` where this flow is left.
  public nonisolated(nonsending) func run<Asked: Screen>(
    _ screen: Asked
  ) async throws -> Asked.Output {
    switch session.enter(screen, version: 1, in: frame) {
    case .hindered(let hindrance): try await session.meet(hindrance)
    case .run(let frame, _):
      defer { session.machine.leftScreen(frame) }
      return try await screen.run(FlowContext(session: session, frame: frame))
    }
  }

  /// Asks a screen and has its answer checked outside before it is taken: that a name is free, that
  /// an account exists.
  ///
  ///     let name = try await context.run(TextScreen("name", "User name?")) { name in
  ///       try await server.isFree(name) ? nil : Refusal("taken", "Somebody has it. Try another.")
  ///     }
  ///
  /// While the check runs the question takes no other answer, and one can go back, leave, or stop
  /// waiting. A refusal asks again, see ``Prompt/refused``; so does a check that throws, with
  /// ``Refusal/Code/checkFailed``. Of a check itself nothing stands in the journal: where an answer
  /// does, it is not checked again. The screen is asked as it is, whatever body it may have.
  ///
  /// - Parameter check: finds out why the answer cannot be taken, on any thread; nothing where it can.
  ///   A refusal that ``Refusal/isWarning`` is passed by an answer that acknowledges it.
  /// - Throws: ``FlowCancelled`` where this flow is left.
  public nonisolated(nonsending) func run<Asked: Screen>(
    _ screen: Asked, checking check: @escaping @Sendable (Asked.Output) async throws -> Refusal?
  ) async throws -> Asked.Output {
    switch session.enter(screen, version: 1, in: frame) {
    case .hindered(let hindrance): try await session.meet(hindrance)
    case .run(let frame, _):
      defer { session.machine.leftScreen(frame) }
      return try await session.ask(screen, frame, checking: check)
    }
  }

  /// Asks a form's fields as this flow's own steps and returns the form's result: putting questions
  /// on one page changes nothing in the journal.
  ///
  /// - Throws: ``FlowCancelled`` where this flow is left; ``FormFault`` where the form's rule is wrong.
  public nonisolated(nonsending) func run<Output: Encodable & Sendable>(
    _ form: Form<Output>
  ) async throws -> Output {
    try await form.run(self)
  }

  /// Runs a child flow and returns how it ended, for a flow that goes on either way.
  ///
  /// - Throws: ``FlowCancelled`` where this flow itself is to end.
  public nonisolated(nonsending) func outcome<Child: Flow>(
    of child: Child, handler: FlowHandler<Child.Output>? = nil
  ) async throws -> Outcome<Child.Output> {
    switch session.enter(child, version: child.version, in: frame) {
    case .hindered(let hindrance): try await session.meet(hindrance)
    case .run(let frame, let isNews):
      session.opened(frame, isNews: isNews, steps: child.steps)
      if let handler {
        let delivery = HandlerDelivery(handler)
        session.keep(delivery, for: frame)
        if isNews, session.surveyed == nil { delivery.start() }
      }
      guard let (outcome, leaving) = await session.perform(child, frame) else {
        throw FlowCancelled(.back)
      }
      session.tellObservers()
      if session.machine.isTerminating { session.dismiss(leaving.presentations, leaving.apart) }
      if let delivery = session.takeDelivery(of: frame), leaving.isNews,
        let delivery = delivery as? HandlerDelivery<Child.Output>
      {
        delivery.finish(
          session.keepAhead() ? outcome : .cancelled(.terminated),
          session.dismisser(of: leaving.presentations, leaving.apart))
      }
      // Where this flow is to end as well, the child's outcome is nothing to go on with.
      if let hindrance = session.machine.hindrance(for: self.frame) {
        try await session.meet(hindrance)
      }
      // Whoever asks for an outcome has handled the error in it.
      session.forgetFailure()
      return outcome
    }
  }

  /// Reads from outside. The reply is journaled, so that a replay needs no outside.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way.
  ///   - read: reads, on any thread. What it is expected to find wrong belongs into its reply; an
  ///     error it throws arrives as ``EffectFailure``. How far it has come it may tell by
  ///     ``EffectProgress``.
  public nonisolated(nonsending) func load<Reply: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, _ read: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    try await session.perform(id, isCommit: false, of: .none, title: title, frame) { _ in
      try await read()
    }
  }

  /// Writes to outside, once. There is no way back across it.
  ///
  /// The intent is journaled with its key before `write` runs and the reply before the flow sees
  /// it. A write that was cut off is repeated with the same key, so `write` must hand the key to
  /// whatever keeps two writes with one key from both counting.
  ///
  /// - Parameter title: what people are told is under way.
  public nonisolated(nonsending) func commit<Reply: Codable & Sendable>(
    _ id: StepID, title: Text? = nil,
    _ write: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    try await session.perform(id, isCommit: true, of: .none, title: title, frame, write)
  }

  /// Writes to outside, once, and journals what is sent together with the key.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way.
  ///   - contents: what is sent; a replay compares it.
  public nonisolated(nonsending) func commit<
    Contents: Encodable & Sendable, Reply: Codable & Sendable
  >(
    _ id: StepID, title: Text? = nil, of contents: Contents,
    _ write: @escaping @Sendable (Contents, IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    try await session.perform(
      id, isCommit: true, of: .value(EncodableValue(contents)), title: title, frame
    ) { key in try await write(contents, key) }
  }

  /// Says how many questions are left in this flow from here on, its children's included: the fewest
  /// and the most. It refines ``Flow/steps`` for ``Prompt/progress``.
  ///
  ///     context.expect(isNew ? 3...3 : 1...1)
  public func expect(_ remaining: ClosedRange<Int>) {
    session.machine.expected(remaining, by: frame)
  }

  /// A new id of version 4 form, which a replay makes again.
  public func makeID() -> UUID {
    session.machine.makeID()
  }

  /// Random numbers that a replay draws again.
  public func makeGenerator() -> SeededGenerator {
    SeededGenerator(seed: session.machine.makeSeed())
  }

  nonisolated(nonsending) func ask<Asked: Screen>(_ screen: Asked) async throws -> Asked.Output {
    try await session.ask(screen, frame)
  }
}
