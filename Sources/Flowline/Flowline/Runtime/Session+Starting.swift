/// Starting a session: whether it may, what it is rebuilt from, and what it is kept in.
extension Session {
  func start(
    _ root: any RootRun, _ head: Journal.Head, _ options: SessionOptions
  ) -> FlowController.Reception {
    if let refusal = startRefusal(of: head, options) { return refuse(refusal, .start) }
    let (journal, record) = (options.journal, options.journalRecord)
    let use = record.flatMap(RecordUse.take)
    if record != nil, use == nil { return refuse(.recordInUse, .start) }
    if journal == nil, let record = options.record, record.hasContents {
      // A second head would damage what is kept there.
      return refuse(.recordHasContents, .start)
    }
    // Released when the new session is there: that may run user code that calls the controller.
    let last = forms
    defer { withExtendedLifetime(last) {} }
    forgetLastSession()
    prepareEngine(for: root, head, options)
    keep(in: record, use, options)
    takeOver(options)
    self.root = root
    keepAnswers(of: options)
    add(options.observer)
    note(unused: root.migrations, of: head)
    engine.starting()
    return .accepted
  }

  /// Why the session may not be started; nil if it may, as far as that shows before its record is taken.
  private func startRefusal(of head: Journal.Head, _ options: SessionOptions) -> Refusal? {
    if let code = engine.startRefusal { return .make(code) }
    if let refusal = options.misfit(of: head.flow) { return refusal }
    guard let journal = options.journal else { return nil }
    if journal.isEnded, !options.isReplay { return .make(.sessionEnded) }
    guard journal.head.version > head.version else { return nil }
    engine.misfit = .newerFlow(
      Engine.NewerFlow(id: head.flow, recorded: journal.head.version, known: head.version))
    return .make(.newerVersion)
  }

  /// What is left of the controller's last session goes.
  private func forgetLastSession() {
    (breakdown, travelling, resultText) = (nil, nil, nil)
    if !examined.isEmpty { examined = [] }
    if !forms.isUnused { forms = RecordedForms() }
    // Its store may still be about to answer.
    writing = nil
  }

  /// The engine begins a session, over a journal if there is one.
  private func prepareEngine(
    for root: any RootRun, _ head: Journal.Head, _ options: SessionOptions
  ) {
    var replay = ReplayCursor()
    if let journal = options.journal {
      replay = ReplayCursor(
        journal.entries, lines: journal.lines, isWhole: options.journalRecord != nil,
        endingWith: journal.pending)
      if journal.head.version < head.version {
        replay.migrate(root.migrations, of: .root, from: journal.head.version)
      }
    }
    if options.redoesEffects { replay.leaveOutEffects() }
    engine.startAnew(head: head, replaying: replay, replies: options.replies)
    engine.confirmations = options.confirmations
    if let journal = options.journal { engine.rebuilds(version: journal.head.version) }
    if !options.given.isEmpty { engine.given.give(options.given) }
  }

  /// The session is kept in a record from now on, if it has one.
  private func keep(
    in record: (any JournalRecord)?, _ use: RecordUse?, _ options: SessionOptions
  ) {
    keeper = record.map {
      JournalKeeper($0, for: use, of: options.journal, held: options.held ?? [])
    }
    engine.keeping.isOn = keeper != nil
    engine.keeping.tellsHolds = options.held != nil
    engine.heldBefore = options.held.flatMap { $0.isEmpty ? nil : $0 }
    if options.journal != nil {
      engine.keeping.rebuilds()
    } else if options.sharedRecord != nil {
      engine.keeping.begin()
    }
  }

  private func takeOver(_ options: SessionOptions) {
    recognition =
      options.recognizes.isEmpty ? nil : Session.Recognition(sought: options.recognizes)
    carriesOutCommits = options.carriesOutCommits
    clock = options.clock
    gate = options.gate
    survey = options.surveys ? Survey(aim: .telling) : nil
    knownFiles = KnownFiles(options)
  }

  /// Keeps the answers that count once the flow asks for them: those behind what a journal is rebuilt from,
  /// and what stands in for secrets.
  private func keepAnswers(of options: SessionOptions) {
    if let journal = options.journal, !options.isReplay { engine.given.keep(kept(in: journal)) }
    for (path, answers) in options.standIns {
      engine.given.keep(
        answers.map {
          GivenAnswers.Entry(
            path: path.ids, content: .secret(forms.keepSecret($0)), condition: .stood)
        })
    }
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
}

extension Refusal.Code {
  /// The record that the session was to be kept in has another session's contents.
  public static let recordHasContents: Self = "record-has-contents"
}
