/// What a driver may ask of a session, as data: so that what comes during a step can be queued.
enum SessionInput {
  indirect case start(any RootRun, Journal.Head, SessionOptions)
  case answer(Answer, Engine.Manner, to: Int?)
  case back(to: RecordedAnswer?)
  case backToStep([StepID])
  case backFromPage
  /// A child whose cancelling goes back was cancelled.
  indirect case backBefore(CancelledChild)
  case give([GivenAnswer])
  case fill([StepID: Answer], Engine.Manner, to: Int?)
  indirect case deliver(StepID, JSONValue, key: String?)
  case stopWaiting
  case speak(String)
  case cancel
  case gone(Int?)
  case gonePlace(Int)
  case end(Int)
  case terminate
  case unload
  /// The controller was let go.
  case abandon
  case dismiss([Range<Int>])
  /// What somebody waits for.
  indirect case called(SessionInput, InputCall)

  /// Whether what it does must be durable before its caller may rely on it.
  var isToBeKept: Bool {
    switch self {
    case .answer, .back, .backToStep, .backFromPage, .give, .fill, .deliver, .speak, .cancel,
      .gone, .gonePlace, .end:
      true
    case .called(let input, _): input.isToBeKept
    case .backBefore, .start, .stopWaiting, .terminate, .unload, .abandon, .dismiss: false
    }
  }

  /// Whether the store is to have answered what it was handed before a call for it ends.
  var isToBeAnswered: Bool { if case .unload = self { true } else { isToBeKept } }
}

extension Session {
  /// Does what was asked for; what comes of it is run and shown by ``run()``.
  func take(_ input: SessionInput) -> FlowController.Reception {
    switch input {
    case .start(let root, let head, let options):
      let reception = start(root, head, options)
      if case .refused = reception { options.journalRecord?.closeUnlessUsed() }
      return reception
    case .answer(let answer, let manner, let presentation):
      return self.answer(answer, manner, to: presentation)
    case .back(let answer): return goBack(to: answer)
    case .backToStep(let path): return goBack(toStep: path)
    case .backFromPage: return goBackFromPage()
    case .backBefore(let child): return goBack(before: child)
    case .give(let answers): return give(answers)
    case .fill(let answers, let manner, let presentation):
      return fill(answers, manner, to: presentation)
    case .deliver(let name, let value, let key): return deliver(name, value, key: key)
    case .stopWaiting: return stopWaiting()
    case .speak(let language): return speak(language)
    case .cancel: return end(engine.cancelled(in: engine.tree.foreground, .user), .cancel)
    case .gone(let presentation): return gone(presentation)
    case .gonePlace(let number): return gone(place: number)
    case .end(let number): return endFlow(number, .user)
    case .terminate: return end(engine.terminated(.terminated), .terminate)
    case .unload: return unload()
    case .abandon:
      outliveController()
      guard engine.terminateRefusal == nil else {
        removeObservers { _ in true }
        abandonStates()
        return .accepted
      }
      return end(engine.terminated(.abandoned), .terminate)
    case .dismiss(let presentations):
      dismiss(presentations)
      return .accepted
    case .called(let input, let call): return take(input, of: call)
    }
  }

  private func gone(_ presentation: Int?) -> FlowController.Reception {
    if let presentation, engine.phase == .running, !shown.all.contains(presentation) {
      let refusal = engine.tree.isForked ? nil : engine.leavingRefusal
      return refuse(refusal ?? .stale, .gone)
    }
    let ending = engine.gone(presentation)
    if ending == .unwind {
      shown.remove(presentation.map { $0..<$0 + 1 } ?? 0..<engine.numbers.presentations)
    }
    return end(ending, .gone)
  }

  private func end(_ ending: Engine.Ending, _ input: FlowEvent.Input) -> FlowController.Reception {
    switch ending {
    case .refused(let code): refuse(code, input)
    case .unwind: .accepted
    }
  }

  private func start(
    _ root: any RootRun, _ head: Journal.Head, _ options: SessionOptions
  ) -> FlowController.Reception {
    if let code = engine.startRefusal { return refuse(code, .start) }
    let journal = options.journal
    if let refusal = options.misfit(of: head.flow) { return refuse(refusal, .start) }
    if let journal, journal.isEnded, !options.isReplay { return refuse(.sessionEnded, .start) }
    if let recorded = journal?.head.version, recorded > head.version {
      engine.misfit = .newerFlow(
        Engine.NewerFlow(id: head.flow, recorded: recorded, known: head.version))
      return refuse(.newerVersion, .start)
    }
    let record = options.journalRecord
    let use = record.flatMap(RecordUse.take)
    if record != nil, use == nil { return refuse(.recordInUse, .start) }
    if journal == nil, let record = options.record, record.hasContents {
      // A second head would damage what is kept there.
      return refuse(.recordHasContents, .start)
    }
    var replay = journal.map {
      ReplayCursor($0.entries, lines: $0.lines, isWhole: options.journalRecord != nil)
    }
    if let recorded = journal?.head.version, recorded < head.version {
      replay?.migrate(root.migrations, of: .root, from: recorded)
    }
    if options.redoesEffects { replay?.leaveOutEffects() }
    engine.startAnew(
      head: head, replaying: replay ?? ReplayCursor(), replies: options.replies)
    engine.confirmations = options.confirmations
    if let journal { engine.rebuilds(version: journal.head.version) }
    if !options.given.isEmpty { engine.given.give(options.given) }
    recognition =
      options.recognizes.isEmpty ? nil : Session.Recognition(sought: options.recognizes)
    (breakdown, travelling, resultText) = (nil, nil, nil)
    if !examined.isEmpty { examined = [] }
    // Released when the new session is there: that may run user code that calls the controller.
    let last = forms
    defer { withExtendedLifetime(last) {} }
    if !forms.isUnused { forms = RecordedForms() }
    keeper = record.map { JournalKeeper($0, for: use, of: journal, held: options.held ?? []) }
    engine.keeping.isOn = keeper != nil
    engine.keeping.tellsHolds = options.held != nil
    engine.heldBefore = options.held.flatMap { $0.isEmpty ? nil : $0 }
    if journal != nil {
      engine.keeping.rebuilds()
    } else if options.sharedRecord != nil {
      engine.keeping.begin()
    }
    carriesOutCommits = options.carriesOutCommits
    clock = options.clock
    gate = options.gate
    survey = options.surveys ? Survey(aim: .telling) : nil
    knownFiles = KnownFiles(options)
    self.root = root
    if let journal, !options.isReplay { engine.given.keep(kept(in: journal)) }
    for (path, answers) in options.standIns {
      engine.given.keep(
        answers.map {
          GivenAnswers.Entry(
            path: path.ids, content: .secret(forms.keepSecret($0)), condition: .stood)
        })
    }
    add(options.observer)
    note(unused: root.migrations, of: head)
    engine.starting()
    return .accepted
  }

  /// Notes migrations that no journal of the flow needs.
  private func note(unused migrations: [Migration], of head: Journal.Head) {
    for migration in migrations where migration.version >= head.version {
      engine.note(
        .unusedMigration, at: StepPath([head.flow]),
        "the flow has version \(head.version), and a migration from version \(migration.version), which "
          + "reads no journal: count up the version, or remove it")
    }
  }

  /// What a driver is told if the engine does not allow an input.
  func refuse(_ code: Refusal.Code, _ input: FlowEvent.Input) -> FlowController.Reception {
    refuse(.make(code), input)
  }

  /// What a driver is told if something else than a screen does not take an input.
  func refuse(_ refusal: Refusal, _ input: FlowEvent.Input) -> FlowController.Reception {
    if engine.isObserved {
      engine.tell(.refused(refusal, input), at: engine.tree.path(of: engine.tree.foreground))
    }
    return .refused(refusal)
  }
}

extension Refusal.Code {
  /// The record that the session was to be kept in has another session's contents.
  public static let recordHasContents: Self = "record-has-contents"
}
