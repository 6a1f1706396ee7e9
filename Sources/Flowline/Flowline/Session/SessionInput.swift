/// What a driver may ask of a session, as data: so that what comes during a step can be queued.
enum SessionInput {
  indirect case start(any RootRun, Journal.Head, SessionOptions)
  case answer(SentAnswer, to: Int?)
  case back(to: RecordedAnswer?)
  case backFromPage
  case give([GivenAnswer])
  case fill([StepID: Answer], to: Int?, acknowledging: Bool)
  case stopWaiting
  case speak(String)
  case cancel
  case gone(Int?)
  /// A script has it that what a flow presented is gone.
  case goneOf(FlowID)
  /// A script has it that a secret was refused, and not what was typed.
  case refusedSecret(Refusal.Code)
  case terminate
  /// The controller was let go.
  case abandon
  case dismiss(Range<Int>, [Range<Int>]?)
}

extension Session {
  /// Does what was asked for; what comes of it is run and shown by ``settle()``.
  func take(_ input: SessionInput) -> FlowController.Reception {
    switch input {
    case .start(let root, let head, let options):
      let reception = start(root, head, options)
      if case .refused = reception { options.record?.close() }
      return reception
    case .answer(let answer, let presentation):
      if let code = machine.answerRefusal(for: presentation) { return refuse(code, .answer(nil)) }
      guard let body = takeAsker() else { return refuse(.nothingAsked, .answer(nil)) }
      body.resume(returning: answer)
      executor.drain()
      guard keepAhead() else { return .refused(.notKept(breakdown)) }
      guard let refusal else { return .accepted }
      self.refusal = nil
      return refuse(refusal, of: answer.answer)
    case .back(let answer): return goBack(to: answer)
    case .backFromPage: return goBackFromPage()
    case .give(let answers): return give(answers)
    case .fill(let answers, let presentation, let isAcknowledged):
      return fill(answers, to: presentation, acknowledging: isAcknowledged)
    case .stopWaiting: return stopWaiting()
    case .speak(let language): return speak(language)
    case .cancel: return end(machine.cancelled(.user), .cancel)
    case .gone(let presentation): return end(machine.gone(presentation), .gone)
    case .goneOf(let flow): return end(machine.gone(of: flow), .gone)
    case .refusedSecret(let code):
      machine.refused(FlowMachine.redacted, code)
      return .accepted
    case .terminate: return end(machine.terminated(.terminated), .terminate)
    case .abandon:
      executor.settle = nil
      if machine.terminateRefusal != nil { removeObservers { _ in true } }
      return end(machine.terminated(.abandoned), .terminate)
    case .dismiss(let presentations, let apart):
      dismiss(presentations, apart)
      return .accepted
    }
  }

  private func start(
    _ root: any RootRun, _ head: Journal.Head, _ options: SessionOptions
  ) -> FlowController.Reception {
    if let code = machine.startRefusal { return refuse(code, .start) }
    let journal = options.journal
    if let journal, journal.isEnded, !options.isReplay {
      return refuse(.sessionEnded, .start)
    }
    if let journal, journal.head.version > head.version {
      return refuse(.newerVersion, .start)
    }
    var tape = journal.map {
      Tape($0.entries, lines: $0.lines, isWhole: options.record != nil)
    }
    if let recorded = journal?.head.version, recorded < head.version {
      tape?.migrate(root.migrations, of: .root, from: recorded)
    }
    if options.redoesEffects { tape?.leaveOutEffects() }
    let old = machine.restart(
      head: head, replaying: tape ?? Tape(),
      effects: options.effects.map { RecordedEffects($0.entries) })
    _ = consume old
    if let journal { machine.rebuilds(version: journal.head.version) }
    breakdown = nil
    given = GivenAnswers()
    given.give(options.given)
    secrets = []
    keeper = options.record.map { JournalKeeper($0, of: journal) }
    lastRefusal = nil
    self.root = root
    add(options.observer)
    machine.tellStart()
    tellObservers()
    root.start()
    runRoot()
    return .accepted
  }

  private func end(
    _ ending: FlowMachine.Ending, _ input: FlowEvent.Input
  ) -> FlowController.Reception {
    switch ending {
    case .refused(let code): return refuse(code, input)
    case .unwind:
      unwind()
      return .accepted
    }
  }
}
