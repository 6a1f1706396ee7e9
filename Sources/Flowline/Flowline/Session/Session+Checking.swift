/// What a check found out about an answer.
enum CheckVerdict {
  case accepted
  case refused(Refusal)
  /// It threw; the text says what.
  case failed(String)
  /// The person did not want to wait for it.
  case stopped
}

/// Asking questions whose answers are checked outside before they are taken.
extension Session {
  /// Asks a screen's question, unless the journal has the answer; what a journal has was checked.
  nonisolated(nonsending) func ask<Asked: Screen>(
    _ screen: Asked, _ frame: Frame.ID,
    checking check: @escaping @Sendable (Asked.Output) async throws -> Refusal?
  ) async throws -> Asked.Output {
    var given: SentAnswer?
    posing: while true {
      switch pose(screen, frame, isChecked: true) {
      case .answered(let output): return output
      case .hindered(let hindrance): try await meet(hindrance)
      case .wait: try await waitForTurn(frame)
      case .given(let answer):
        given = answer
        break posing
      case .posed: break posing
      }
    }
    while true {
      let isGiven = given != nil
      let sent: SentAnswer
      if let answer = given.take() {
        sent = answer
      } else {
        sent = try await withUnsafeThrowingContinuation { wait($0, frame) }
      }
      switch examine(sent, for: screen, frame, isGiven: isGiven) {
      case .refused: break
      case .taken(let output): return output
      case .check(let effect, let accepted):
        let verdict = try await verdict(of: effect, on: accepted.value, screen, frame, check)
        if let output = try conclude(verdict, of: effect, accepted, sent, for: screen, frame) {
          return output
        }
      }
    }
  }

  private enum Examination<Output> {
    /// It was refused as any answer may be; the question stands.
    case refused
    case taken(Output)
    case check(FlowMachine.Effect, Accepted<Output>)
  }

  /// Reads an answer by the screen's own rules, and begins its check.
  @inline(never)
  private func examine<Asked: Screen>(
    _ sent: SentAnswer, for screen: Asked, _ frame: Frame.ID, isGiven: Bool
  ) -> Examination<Asked.Output> {
    let read = readable(sent, for: screen, frame)
    if isGiven { keepRefusalOfGiven(sent.answer) }
    guard let accepted = read else { return .refused }
    if isGiven, case .asking(let presentation) = machine.state {
      machine.wasNeverShown(presentation)
    }
    // A record that answers for the world outside has the verdict too.
    guard machine.recordedEffects == nil, !sent.hasStood else {
      if case .refused(let code) = sent.manner {
        let refusal = Refusal(code, Text(verbatim: code.rawValue))
        refuse(sent.answer, by: refusal, for: screen, frame)
        return .refused
      }
      return .taken(take(accepted, for: screen, frame))
    }
    guard let effect = machine.checkBegan() else { return .refused }
    letGoOfQuestion(frame)
    return .check(effect, accepted)
  }

  /// Waits for what the check finds out.
  nonisolated(nonsending) private func verdict<Asked: Screen>(
    of effect: FlowMachine.Effect, on value: Asked.Output, _ screen: Asked, _ frame: Frame.ID,
    _ check: @escaping @Sendable (Asked.Output) async throws -> Refusal?
  ) async throws -> CheckVerdict {
    let isSensitive = screen.question.isSensitive
    return try await withUnsafeThrowingContinuation { continuation in
      let driven = Driven(value: self)
      let meter = makeMeter(of: effect, title: nil, frame)
      effectStarted()
      tellObservers()
      let task = Task(executorPreference: executor) {
        let verdict: CheckVerdict
        do {
          let refusal = try await EffectProgress.$meter.withValue(meter) { try await check(value) }
          verdict = refusal.map { .refused($0) } ?? .accepted
        } catch {
          // What it says may tell of what was typed.
          verdict = .failed(isSensitive ? "it went wrong" : String(describing: error))
        }
        driven.value.came(effect, verdict, frame, continuation)
      }
      let pending = PendingEffect(
        task: task, abandon: { continuation.resume(throwing: $0) },
        stop: { continuation.resume(returning: .stopped) })
      if machine.isMany { parked[frame] = .effect(pending) } else { self.effect = pending }
    }
  }

  /// A check is done. Where children run at once, its verdict waits like the reply of an effect.
  private func came(
    _ effect: FlowMachine.Effect, _ verdict: CheckVerdict, _ frame: Frame.ID,
    _ continuation: UnsafeContinuation<CheckVerdict, any Error>
  ) {
    // A script tells when replies come; a check's verdict comes with its answer.
    guard machine.isMany, !machine.holdsReplies else {
      return decided(effect, verdict, frame, continuation)
    }
    replies.append(
      WaitingReply(effect: effect, frame: frame) { [self] in
        decided(effect, verdict, frame, continuation)
      })
  }

  private func decided(
    _ effect: FlowMachine.Effect, _ verdict: CheckVerdict, _ frame: Frame.ID,
    _ continuation: UnsafeContinuation<CheckVerdict, any Error>
  ) {
    effectEnded()
    endMeter(of: effect)
    machine.now = MonotonicTime.now
    var end = FlowMachine.CheckEnd.replied
    if case .failed(let message) = verdict { end = .failed(message: message) }
    guard machine.checkEnded(effect, end, in: frame) else { return }
    if let reason = release(frame) {
      return continuation.resume(throwing: FlowCancelled(reason))
    }
    continuation.resume(returning: verdict)
  }

  /// Takes or refuses an answer that was checked.
  ///
  /// - Throws: ``FlowCancelled`` where its question waits no more.
  private func conclude<Asked: Screen>(
    _ verdict: CheckVerdict, of effect: FlowMachine.Effect, _ accepted: Accepted<Asked.Output>,
    _ sent: SentAnswer, for screen: Asked, _ frame: Frame.ID
  ) throws -> Asked.Output? {
    if machine.isMany { machine.turn(to: frame) }
    guard machine.state == .asking(presentation: effect.call.presentation) else {
      throw FlowCancelled(machine.leaveReason(of: frame) ?? .terminated)
    }
    switch verdict {
    case .accepted: return take(accepted, for: screen, frame)
    case .refused(let refusal):
      if refusal.isWarning, sent.passes(refusal) { return take(accepted, for: screen, frame) }
      refuse(sent.answer, by: refusal, for: screen, frame)
    case .failed(let reason):
      refuse(sent.answer, by: .checkFailed(reason), for: screen, frame)
    case .stopped:
      var again = PendingQuestion(screen: screen, draft: accepted.recorded)
      if case .text(let typed) = sent.answer { again.typed = typed }
      askAgain(again, frame)
    }
    return nil
  }

  /// Refuses an answer that was checked: its question is put once more, with the refusal.
  private func refuse(
    _ answer: Answer, by refusal: Refusal, for screen: some Screen, _ frame: Frame.ID
  ) {
    let isSensitive = screen.question.isSensitive
    let told = isSensitive ? refusal.redacted : refusal.moved(into: answer)
    let recorded = isSensitive ? FlowMachine.redacted : answer.recordedText
    machine.refused(recorded, refusal.code)
    if machine.isObserved {
      machine.tell(.refused(told, .answer(isSensitive ? .none : recorded)), at: machine.currentPath)
    }
    refusalByCheck = told
    var again = PendingQuestion(
      screen: screen, draft: machine.asides.drafts[machine.currentPath]?.first)
    again.refused = (answer, told)
    askAgain(again, frame)
    guard case .asking(let presentation) = machine.state else { return }
    lastRefusal = LastRefusal(
      presentation: presentation, answer: isSensitive ? "" : answer, isSensitive: isSensitive,
      refusal: told)
  }

  private func askAgain(_ question: PendingQuestion, _ frame: Frame.ID) {
    letGoOfQuestion(frame)
    guard let (_, old) = machine.askedAgain() else { return }
    hold(question, frame)
    dismiss(old..<old + 1)
  }

  // MARK: - Stopping

  /// Gives up what is waited for, where that does no harm.
  func stopWaiting() -> FlowController.Reception {
    if let code = machine.terminateRefusal { return refuse(code, .stopWaiting) }
    machine.turnToForeground()
    guard case .working(let effect) = machine.state, let frame = machine.innermost?.id else {
      return refuse(.nothingUnderWay, .stopWaiting)
    }
    switch effect.kind {
    case .commit: return refuse(.committing, .stopWaiting)
    case .load: return goBack()
    case .check:
      guard let pending = pendingEffect(of: frame), let stop = pending.stop,
        machine.checkEnded(effect, .stopped, in: frame)
      else { return refuse(.nothingUnderWay, .stopWaiting) }
      _ = release(frame)
      pending.task?.cancel()
      stop()
      return .accepted
    }
  }

  private func pendingEffect(of frame: Frame.ID) -> PendingEffect? {
    guard machine.isMany else { return effect }
    guard case .effect(let pending)? = parked[frame] else { return nil }
    return pending
  }
}

extension Refusal {
  /// The reason stands in the arguments: it is for whoever looks after the program.
  static func checkFailed(_ reason: String) -> Refusal {
    Refusal(
      .checkFailed, Texts.engine("refusal.check-failed"), arguments: ["reason": .string(reason)])
  }
}

extension Refusal.Code {
  /// An answer to the question is being checked.
  public static let checking: Self = "checking"
  /// It could not be found out whether the answer can be taken.
  public static let checkFailed: Self = "check-failed"
  /// Nothing is waited for that could be given up.
  public static let nothingUnderWay: Self = "nothing-under-way"
}
