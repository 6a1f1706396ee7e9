/// What a child at once waits for.
enum ParkedBody {
  case question(PendingQuestion)
  case effect(PendingEffect)
  /// Its turn, in the journal that is replayed.
  case turn(UnsafeContinuation<Void, any Error>)
}

/// Running children at once.
extension Session {
  /// Runs children at once, until the last has ended. Returns the index of the one that decided,
  /// in a race.
  ///
  /// - Throws: where the flow that runs them is to end, and how a child ended without a result.
  nonisolated(nonsending) func gather(
    _ runs: [any ChildRun], isRace: Bool, by parent: Frame.ID
  ) async throws -> Int {
    switch machine.gathered(runs.map(\.child), by: parent) {
    case .hindered(let hindrance): try await meet(hindrance)
    case .sameID(let id): throw FlowMisuse.sameID(id)
    case .run(let frames, let areNews):
      let group = ChildGroup(of: parent, isRace: isRace, count: runs.count)
      await withUnsafeContinuation { body in
        group.body = body
        for (index, run) in runs.enumerated() {
          start(run, index, frames[index], isNews: areNews[index], group)
        }
      }
      if let hindrance = machine.hindrance(for: parent) { try await meet(hindrance) }
      switch group.decision?.end {
      case .cancelled(let reason)?: throw FlowCancelled(reason)
      case .failed(let failure)?:
        travels(failure)
        throw failure.cause
      case .finished?, nil: return group.decision?.index ?? 0
      }
    }
  }

  private func start(
    _ run: any ChildRun, _ index: Int, _ frame: Frame.ID, isNews: Bool, _ group: ChildGroup
  ) {
    let driven = Driven(value: (session: self, run: run, group: group))
    bodyStarted()
    childTasks[frame] = Task(executorPreference: executor) {
      let (session, run, group) = driven.value
      var end: ChildEnd?
      switch session.machine.begins(frame) {
      case true?:
        if run.hasOutcome { session.opened(frame, isNews: isNews, steps: run.steps) }
        end = await run.run(in: session, frame)
      case false?: session.machine.dropped(frame)
      case nil: break
      }
      session.childTasks[frame] = nil
      session.ended(end, index, group)
      session.bodyEnded()
    }
  }

  /// A child at once has ended.
  private func ended(_ end: ChildEnd?, _ index: Int, _ group: ChildGroup) {
    group.left -= 1
    if group.decision == nil, let end, group.isRace || !end.isFinished {
      group.decision = (index, end)
      if case .failed = end { forgetFailure() }
      if group.left > 0 {
        machine.superseded(by: group.parent)
        unwind()
      }
    }
    if group.left == 0 { group.body.take()?.resume() }
  }

  /// Wakes those of the children at once that are to wait no longer.
  func unwindChildren() {
    for frame in parked.keys.sorted(by: { $0.number < $1.number }) {
      guard let reason = machine.leaveReason(of: frame),
        let body = parked.removeValue(forKey: frame)
      else { continue }
      let cancelled = FlowCancelled(reason)
      childTasks[frame]?.cancel()
      switch body {
      case .question(let question): question.body?.resume(throwing: cancelled)
      case .effect(let effect):
        effect.task?.cancel()
        effect.abandon(cancelled)
      case .turn(let body): body.resume(throwing: cancelled)
      }
    }
  }

  // MARK: - Turns

  /// Waits until the journal that is replayed comes to what the frame wants.
  nonisolated(nonsending) func waitForTurn(_ frame: Frame.ID) async throws {
    try await withUnsafeThrowingContinuation { parked[frame] = .turn($0) }
  }

  @inline(never)
  func drainTurns() {
    while takeTurn() { executor.drain() }
  }

  /// Nothing can run any more: does the next of what is recorded, or hands out the next reply.
  /// Returns whether there was something.
  private func takeTurn() -> Bool {
    guard machine.isMany || !replies.isEmpty else { return false }
    let isHeld = machine.holdsReplies && machine.isMany
    if !machine.tape.hasEffects, !isHeld, !replies.isEmpty {
      replies.removeFirst().deliver()
      return true
    }
    switch machine.turnTaken() {
    case .wake(let frames):
      for frame in frames { wake(frame) }
      return true
    case .unwind:
      unwind()
      return true
    case .rest: break
    }
    if takeGivenAtOnce() != nil { return true }
    guard !replies.isEmpty, !isHeld else { return false }
    replies.removeFirst().deliver()
    return true
  }

  func wake(_ frame: Frame.ID) {
    guard case .turn(let body)? = parked.removeValue(forKey: frame) else { return }
    body.resume()
  }

  // MARK: - Prompts

  /// All the prompts that wait for an answer, in the order of the children that ask them.
  var prompts: [Prompt] {
    guard machine.isMany else { return prompt.map { [$0] } ?? [] }
    return machine.askingFrames().compactMap { frame in
      machine.turn(to: frame)
      return promptOfStrand
    }
  }

  /// The prompt of the current strand, where it asks.
  var promptOfStrand: Prompt? {
    guard case .asking(let presentation) = machine.state, let question = currentQuestion
    else { return nil }
    return prompt(of: question, presentation)
  }

  /// Takes the body that waits for an answer; the frame it is in is current.
  func takeAsker() -> UnsafeContinuation<SentAnswer, any Error>? {
    machine.isMany ? takeParkedAsker() : question?.body.take()
  }

  @inline(never)
  private func takeParkedAsker() -> UnsafeContinuation<SentAnswer, any Error>? {
    guard let frame = machine.innermost?.id, case .question(var question)? = parked[frame]
    else { return nil }
    let body = question.body.take()
    parked[frame] = .question(question)
    return body
  }

  /// The question of the current strand.
  var currentQuestion: PendingQuestion? {
    get {
      guard machine.isMany else { return question }
      guard let frame = machine.innermost?.id, case .question(let question)? = parked[frame]
      else { return nil }
      return question
    }
    set {
      guard machine.isMany else { return question = newValue }
      guard let frame = machine.innermost?.id else { return }
      parked[frame] = newValue.map { .question($0) }
    }
  }

  /// Answers the first question that an answer was given for; nothing where there is none. What is
  /// given waits until nothing else can run, as an answer from outside does.
  func takeGivenAtOnce() -> FlowController.Reception? {
    guard machine.isMany, !given.isEmpty else { return nil }
    for frame in machine.askingFrames() {
      machine.turn(to: frame)
      guard case .asking(let presentation) = machine.state, let screen = currentQuestion?.screen,
        offered.insert(presentation).inserted,
        let answer = given.take(
          at: machine.currentPath, isSensitive: screen.question.isSensitive,
          face: { face(of: screen) })
      else { continue }
      let reception = take(.answer(answer, to: presentation))
      if case .refused(let refusal) = reception {
        machine.turn(to: frame)
        currentQuestion?.refused = (answer.answer, refusal)
      } else {
        machine.wasNeverShown(presentation)
      }
      return reception
    }
    return nil
  }

  func hold(_ pending: PendingQuestion, _ frame: Frame.ID) {
    if machine.isMany {
      parked[frame] = .question(pending)
    } else {
      question = pending
    }
  }

  func wait(_ body: UnsafeContinuation<SentAnswer, any Error>, _ frame: Frame.ID) {
    if machine.isMany { park(body, frame) } else { question?.body = body }
  }

  @inline(never)
  private func park(_ body: UnsafeContinuation<SentAnswer, any Error>, _ frame: Frame.ID) {
    guard case .question(var question)? = parked[frame] else { return }
    question.body = body
    parked[frame] = .question(question)
  }
}

extension ChildEnd {
  fileprivate var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}

/// An effect of a child at once that has replied: replies are handed out one at a time, each when
/// all that came of the one before has come.
struct WaitingReply {
  let effect: FlowMachine.Effect
  let frame: Frame.ID
  let deliver: () -> Void
}

extension Session {
  /// The journal as it stands, with the questions that wait in all strands.
  var journal: Journal {
    guard machine.isMany else { return machine.journal }
    let waiting = machine.pendingEntries()
    var journal = machine.journal
    journal.pending = nil
    journal.waiting = waiting
    return journal
  }
}
