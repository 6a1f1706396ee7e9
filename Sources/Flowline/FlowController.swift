import FoundationEssentials

/// Runs one root flow and everything nested in it: owns, retains, releases, inspects, terminates.
///
/// Calls are synchronous: when `start` or `answer` returns, the next prompt is there unless an
/// effect is under way. They may come from any thread, one at a time; a call that is made from
/// inside a handler or a presenter is queued and done when the step is over. Letting go of the
/// controller ends its flow.
public final class FlowController: Sendable {
  private let executor = StepExecutor()
  private let driven: Driven<Core>

  /// What only the driving thread touches.
  private final class Core {
    var session: Session
    /// What was asked for from inside a step, in order.
    var queue: [(Session) -> Void] = []

    init(session: Session) { self.session = session }
  }

  /// Makes a controller.
  ///
  /// - Parameter presenter: the front end's side. Without one, read ``prompt`` after each call.
  public init(presenter: (any Presenter)? = nil) {
    let nobody = Journal.Head(
      flow: "", version: 0, session: UUID(seed: UUID.nilUUID, "none", 0),
      environment: FlowEnvironment(
        locale: Locale(identifier: ""), timeZone: .gmt, now: Date(timeIntervalSince1970: 0)))
    let weakController = WeakController()
    let session = Session(
      executor: executor, machine: FlowMachine(head: nobody), presenter: presenter,
      controller: weakController)
    driven = Driven(value: Core(session: session))
    weakController.value = self
    let weakly = Driven(value: WeakSession(value: session))
    executor.settle = { weakly.value.value?.settle() }
  }

  private struct WeakSession {
    weak var value: Session?
  }

  deinit {
    let driven = driven
    executor.drive {
      let session = driven.value.session
      guard session.machine.terminated(.abandoned) == .unwind else { return }
      session.unwind()
      session.settle()
    }
  }

  // MARK: - Driving

  /// What became of a call.
  public enum Reception: Sendable, Hashable {
    /// It was done.
    case accepted
    /// It was not taken; the value says why.
    case refused(Refusal)
    /// It was made from inside a step, and will be done when that is over.
    case queued
  }

  private func drive(_ action: @escaping (Session) -> Reception) -> Reception {
    let core = driven.value
    guard !executor.isDriving else {
      core.queue.append { _ = action($0) }
      return .queued
    }
    return executor.drive {
      let reception = action(core.session)
      core.session.settle()
      if !core.queue.isEmpty { Self.work(off: core) }
      return reception
    }
  }

  private static func work(off core: Core) {
    var done = 0
    while done < core.queue.count {
      let action = core.queue[done]
      done += 1
      action(core.session)
      core.session.settle()
    }
    core.queue = []
  }

  /// Looks at the session; from inside a step too.
  private func read<Value>(_ look: (Session) -> Value) -> Value {
    let session = driven.value.session
    return executor.isDriving ? look(session) : executor.drive { look(session) }
  }

  // MARK: - Starting

  /// Starts a flow. Refused while another is running.
  ///
  /// - Parameters:
  ///   - flow: the root flow.
  ///   - options: the world the session sees, and what it is rebuilt from.
  ///   - handler: is told when the flow has started and ended.
  @discardableResult
  public func start<Root: Flow>(
    _ flow: Root, _ options: SessionOptions = SessionOptions(),
    handler: FlowHandler<Root.Output> = FlowHandler()
  ) -> Reception {
    let journal = options.journal
    let head = Journal.Head(
      flow: flow.id, version: flow.version, variant: options.variant ?? journal?.head.variant,
      session: options.session ?? journal?.head.session ?? UUID(),
      environment: options.environment ?? journal?.head.environment ?? .current)
    return drive { session in
      switch session.machine.state {
      case .idle, .ended: break
      default: return .refused(.make(.alreadyRunning))
      }
      session.machine.restart(
        head: head,
        replaying: journal.map { Tape($0.entries, lines: $0.lines) } ?? Tape(),
        effects: options.effects.map { RecordedEffects($0.entries) })
      let root = TypedRootRun(flow, handler)
      session.root = root
      root.start()
      session.runRoot()
      return .accepted
    }
  }

  // MARK: - Inputs

  /// Answers the prompt that waits.
  ///
  /// - Parameter presentation: the prompt the answer is meant for; an answer to an older one is
  ///   refused as stale. Without it, the prompt that waits.
  @discardableResult
  public func answer(_ answer: Answer, to presentation: Int? = nil) -> Reception {
    drive { session in
      if let code = session.machine.answerRefusal(for: presentation) {
        return .refused(.make(code))
      }
      guard let question = session.question else { return .refused(.make(.nothingAsked)) }
      return question.receive(answer, in: session).map { .refused($0) } ?? .accepted
    }
  }

  /// Goes back to the last question that can be gone back to.
  @discardableResult
  public func back() -> Reception {
    drive { session in
      switch session.machine.wentBack() {
      case .refused(let code): return .refused(.make(code))
      case .rewind(let leaving, let presentations):
        session.leaveBehind(leaving, presentations)
        session.unwind()
        session.executor.drain()
        session.runRoot()
        return .accepted
      }
    }
  }

  /// Leaves the innermost flow: one level, not one question.
  @discardableResult
  public func cancel() -> Reception {
    end { $0.cancelled(.user) }
  }

  /// Says that a presentation is gone: a closed tab, a swipe. Its flow is cancelled as dismissed.
  ///
  /// - Parameter presentation: which; without it all that is on show, as at the end of input.
  @discardableResult
  public func gone(_ presentation: Int? = nil) -> Reception {
    end { $0.gone(presentation) }
  }

  /// Ends the flow and everything nested in it, from the inside out.
  @discardableResult
  public func terminate() -> Reception {
    end { $0.terminated(.terminated) }
  }

  private func end(_ ending: @escaping (inout FlowMachine) -> FlowMachine.Ending) -> Reception {
    drive { session in
      switch ending(&session.machine) {
      case .refused(let code): return .refused(.make(code))
      case .unwind:
        session.unwind()
        return .accepted
      }
    }
  }

  func dismiss(_ presentations: Range<Int>) {
    _ = drive { session in
      session.dismiss(presentations)
      return .accepted
    }
  }

  // MARK: - Looking

  /// The prompt that waits for an answer; nothing while an effect is under way or nothing runs.
  public var prompt: Prompt? { read(\.prompt) }

  /// The step that is asked, without the cost of its whole prompt.
  var askedStep: StepID? {
    read { session in
      guard case .asking = session.machine.state else { return nil }
      return session.machine.innermost?.step
    }
  }

  /// Waits until no effect is under way and no body runs: a prompt is there, or the end.
  ///
  /// Returns at once where that is so already, and from inside a step, where it cannot be waited
  /// for. For tests and for programs without an event loop.
  public func waitUntilSettled() {
    guard !executor.isDriving else { return }
    let gate: SettleGate? = read { session in
      guard !session.isSettled else { return nil }
      let gate = SettleGate()
      session.waiters.append(gate)
      return gate
    }
    gate?.wait()
  }

  /// What has happened so far.
  public var journal: Journal { read(\.machine.journal) }

  /// Where the journal that was replayed did not fit; nothing where it did.
  public var divergence: Divergence? { read(\.machine.divergence) }

  /// What should not have happened and did no harm, oldest first; the last hundred.
  public var diagnostics: [Diagnostic] { read(\.machine.diagnostics) }

  /// What is going on, as plain data.
  public var inspection: FlowInspection { read(\.inspection) }

  /// What is still alive of the flow that was run.
  public var leaks: LeakLedger { read(\.leaks) }
}

extension FlowController: FlowInspectable {}

/// A controller that is not kept alive.
final class WeakController: @unchecked Sendable {
  // Written once, before the controller can be shared; weak references are read atomically.
  weak var value: FlowController?
}

extension UUID {
  static let nilUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
