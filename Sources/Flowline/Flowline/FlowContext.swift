public import FoundationEssentials

/// What a flow's body is given: a way to run children and effects, and the world as it may see it.
///
/// A body touches the world through nothing else, so that running it again over its journal leads
/// to the same point. A context belongs to one flow and to one run of it; it must not be kept.
///
/// It may be passed to any function, also of a module that does not use isolation: what a body
/// calls runs where the body does. What a body starts elsewhere, in a detached task or in a load,
/// may read the environment; anything else throws ``FlowMisuse/elsewhere`` there, with a
/// diagnostic.
public struct FlowContext: Sendable {
  private let owned: Owned<Session>
  let frame: FrameID

  init(session: Session, frame: FrameID) {
    owned = Owned(value: session)
    self.frame = frame
  }

  /// The session, for what its owner does.
  var session: Session { owned.value }

  /// Throws if the caller is elsewhere than the body.
  @inline(__always)
  private func checkPlace() throws {
    guard owned.value.executor.isOwnedHere else { throw misuse() }
  }

  /// The session, if the caller is where the body is.
  @inline(__always)
  func ownedSession() throws -> Session {
    try checkPlace()
    return owned.value
  }

  /// The locale, time zone and start of the session.
  ///
  /// They stay as they are, whatever language the person changes to; see
  /// ``FlowController/speak(_:)``.
  public var environment: FlowEnvironment { inside { $0.engine.journal.head.environment } }

  /// When the session started; the same when it is replayed.
  ///
  /// For a later moment, load it.
  public var now: Date { environment.now }

  /// The session's id: the same whenever it is resumed, and in a replay that of its script.
  ///
  /// It goes into what others are sent so that they can answer, such as the address of a webhook or a payment's
  /// reference, see ``FlowController/deliver(_:_:key:by:)``. A host finds a session by its id and its user, whom a
  /// flow does not know: the program that makes the flow for a user does. What proves that an answer is
  /// genuine is the sender's signature, or a secret of its own in the address, and not this id.
  public var sessionID: UUID { inside { $0.engine.journal.head.session } }

  /// The files of this session, for its loads and commits: those that were answered with, and its own.
  public var files: SessionFiles { inside { SessionFiles(kept: $0.files.kept) } }

  /// Runs a child flow or asks a screen, and returns its result.
  ///
  /// - Parameters:
  ///   - child: the flow or screen.
  ///   - handler: is called when the child starts and ends, and decides whether what the child
  ///     shows is closed. Without one it stays until this flow ends.
  /// - Returns: what the child finished with.
  /// - Throws: ``FlowCancelled`` if the child was left or this flow is, and whatever the child's
  ///   body throws.
  public nonisolated(nonsending) func run<Child: Flow>(
    _ child: Child, handler: FlowHandler<Child.Output>? = nil
  ) async throws -> Child.Output {
    switch try await outcome(of: child, handler: handler) {
    case .finished(let output): return output
    case .cancelled(let reason): throw FlowCancelled(reason)
    case .failed(let failure):
      session.travelling = failure
      throw failure.cause
    }
  }

  /// Asks a screen and returns the accepted answer.
  ///
  /// - Parameter screen: what is asked.
  /// - Returns: the accepted answer.
  /// - Throws: ``FlowCancelled`` if this flow is left; ``ScreenFault`` if no answer could be accepted and one
  ///   could not go back.
  public nonisolated(nonsending) func run<Asked: Screen>(
    _ screen: Asked
  ) async throws -> Asked.Output {
    try checkPlace()
    let entered = try await session.enterScreen(screen, in: frame)
    defer { session.engine.leftScreen(entered) }
    return try await screen.run(FlowContext(session: session, frame: entered))
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
  /// ``Refusal/Code/checkFailed``. The check itself is not in the journal: a session that is rebuilt
  /// does not check its answers again, and neither does a step back. An answer that is kept after an
  /// earlier one was changed is checked anew, as that one may be what the check looks at. So a check may
  /// run several times for one answer. The screen is asked as it is, whatever body it may have.
  ///
  /// - Parameters:
  ///   - screen: what is asked.
  ///   - check: finds out why the answer cannot be taken, on any thread; nil if it can be taken. A
  ///     refusal that ``Refusal/isWarning`` is passed by an answer that acknowledges it.
  /// - Returns: the accepted answer.
  /// - Throws: ``FlowCancelled`` if this flow is left.
  public nonisolated(nonsending) func run<Asked: Screen>(
    _ screen: Asked, checking check: @escaping @Sendable (Asked.Output) async throws -> Refusal?
  ) async throws -> Asked.Output {
    try checkPlace()
    let entered = try await session.enterScreen(screen, in: frame)
    defer { session.engine.leftScreen(entered) }
    return try await session.ask(screen, entered) { value, _ in
      PendingCheck { try await check(value) }
    }
  }

  /// Asks a form's fields as this flow's own steps and returns the form's result: putting questions
  /// on one page changes nothing in the journal.
  ///
  /// - Parameter form: the fields and their rule.
  /// - Returns: what the form makes of its fields.
  /// - Throws: ``FlowCancelled`` if this flow is left; ``FormFault`` if the form's rule is wrong.
  public nonisolated(nonsending) func run<Output: Encodable & Sendable>(
    _ form: Form<Output>
  ) async throws -> Output {
    try await form.run(self)
  }

  /// Runs a child flow and returns how it ended, for a flow that continues either way.
  ///
  /// - Parameters:
  ///   - child: the flow or screen.
  ///   - handler: is called when the child starts and ends, see ``run(_:handler:)``.
  /// - Returns: finished, cancelled or failed.
  /// - Throws: ``FlowCancelled`` if this flow itself is to end.
  public nonisolated(nonsending) func outcome<Child: Flow>(
    of child: Child, handler: FlowHandler<Child.Output>? = nil
  ) async throws -> Outcome<Child.Output> {
    try await ownedSession().outcome(of: child, in: frame, handler)
  }

  /// Reads from outside.
  ///
  /// The reply is journaled, so that a replay needs no outside.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow's catalogue, if there is one.
  ///   - read: reads, on any thread. What it is expected to find wrong belongs in its reply. If it
  ///     throws, the session is held: a person is asked whether to try again, see ``Prompt/hold``.
  ///     It may report how far it has come by ``EffectProgress``.
  /// - Returns: what was read, or the reply of the journal.
  /// - Throws: ``FlowCancelled`` if this flow is left.
  public nonisolated(nonsending) func load<Reply: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, _ read: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    try await ownedSession().load(id, title: title, frame, read)
  }

  /// Writes to outside, once; going back does not cross it.
  ///
  /// The intent is journaled with its key before `write` runs, and the reply before the flow sees
  /// it. A write that was cut off is repeated with the same key, so `write` must pass the key to
  /// the service that keeps two writes with one key from both counting.
  ///
  /// If `write` throws, nobody knows whether it was carried out: the session is held, and the flow
  /// does not see the error. ``CommitRefused`` says that it was certainly not carried out, and
  /// reaches the flow; ``CommitNotSent`` says that nothing was sent, and may be tried again or
  /// cancelled.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow's catalogue, if there is one.
  ///   - key: a key made from the thing itself with ``IdempotencyKey/init(of:)``, if two sessions that
  ///     mean the same thing are to have the same key; nil for one that follows from the session, and
  ///     that no other has.
  ///   - write: writes, on any thread, with the key it is given.
  /// - Returns: the reply of `write`, or that of the journal.
  /// - Throws: ``CommitRefused`` if the write was refused; ``FlowCancelled`` if this flow is left.
  public nonisolated(nonsending) func commit<Reply: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, key: IdempotencyKey? = nil,
    _ write: @escaping @Sendable (IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    try await ownedSession().commit(
      Engine.Write(id: id, contents: nil, key: key), title: title, frame, write)
  }

  /// Writes to outside, once, and journals what is sent together with the key.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow's catalogue, if there is one.
  ///   - key: a key derived from the thing itself; nil for one that follows from the session.
  ///   - contents: what is sent; a replay compares it.
  ///   - write: writes the contents, on any thread, with the key it is given.
  /// - Returns: the reply of `write`, or that of the journal.
  /// - Throws: ``UnencodableValue`` if the contents have no recorded form, and nothing was sent;
  ///   ``CommitRefused`` if the write was refused; ``FlowCancelled`` if this flow is left.
  public nonisolated(nonsending) func commit<
    Contents: Encodable & Sendable, Reply: Codable & Sendable
  >(
    _ id: StepID, title: Text? = nil, key: IdempotencyKey? = nil, of contents: Contents,
    _ write: @escaping @Sendable (Contents, IdempotencyKey) async throws -> Reply
  ) async throws -> Reply {
    let session = try ownedSession()
    let recorded = try session.forms.encode(contents, of: id)
    return try await session.commit(
      Engine.Write(id: id, contents: recorded, key: key), title: title, frame
    ) { key in try await write(contents, key) }
  }

  /// Says how many questions are left in this flow from here on, its children's included: the
  /// fewest and the most.
  ///
  /// It refines ``Flow/steps`` for ``Prompt/progress``.
  ///
  ///     context.expect(isNew ? 3...3 : 1...1)
  public func expect(_ remaining: ClosedRange<Int>) {
    inside(told: true) { $0.engine.expected(remaining, by: frame) }
  }

  /// A new id of version 4 form, which a replay makes again.
  public func makeID() -> UUID {
    inside(told: true) { $0.engine.makeID() }
  }

  /// Random numbers that a replay draws again.
  public func makeGenerator() -> SeededGenerator {
    SeededGenerator(seed: inside(told: true) { $0.engine.makeSeed() })
  }

  @inline(__always)
  nonisolated(nonsending) func ask<Asked: Screen>(_ screen: Asked) async throws -> Asked.Output {
    try await session.ask(screen, frame)
  }
}

extension FlowContext {
  /// Reads or notes something, for a moment as the session's owner if the caller is not.
  ///
  /// - Parameters:
  ///   - told: whether a caller elsewhere does what it may not: then there is a diagnostic.
  ///   - body: what is read or noted.
  /// - Returns: what `body` returns.
  private func inside<Value>(told: Bool = false, _ body: (Session) -> Value) -> Value {
    let session = owned.value
    if session.executor.isOwnedHere { return body(session) }
    if told { _ = misuse() }
    return session.executor.own { body(session) }
  }

  /// Tells that the context was used elsewhere than in its flow's body.
  @inline(never)
  private func misuse() -> FlowMisuse {
    let (owned, frame) = (owned, frame)
    owned.value.executor.post {
      let session = owned.value
      guard session.engine.tree[frame: frame] != nil else { return }
      session.engine.note(
        .usedElsewhere, at: session.engine.tree.path(of: frame.branch),
        FlowMisuse.elsewhere.description)
    }
    return .elsewhere
  }
}
