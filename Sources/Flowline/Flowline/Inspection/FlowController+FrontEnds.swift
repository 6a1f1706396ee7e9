/// What the package's own front ends look at besides.
extension FlowController {
  /// The language that questions are put in now.
  package var language: String { read { $0.environment.language } }

  /// Whether nothing happens in the session unless a moment comes, an event is delivered or somebody
  /// acts: it only waits, and no moment that it waits for has come.
  package var isAwaitingOutside: Bool { read(\.isAwaitingOutside) }

  /// Whether a session runs: it was started, and neither ended nor was unloaded.
  package var isRunning: Bool { read(\.engine.isRunning) }

  /// Why the store has not all of the session; nil if it has.
  package var storeFailure: StoreFailure? { read(\.engine.keeping.fault) }

  /// Whether more is known here of a commit that was sent than the store has, or will be: rebuilt from the store,
  /// the session would send it once more, with its key, or ask what became of it.
  package var hasUnsavedCommit: Bool { read(\.engine.hasUnsavedCommit) }

  /// How many bytes the session takes in memory, by an estimate that costs nothing: what a flow that waits
  /// takes, what an entry of a journal takes without its contents, and what is recorded and given.
  ///
  /// What is recorded counts twice: a flow mostly holds a value of its own of it as well.
  package var footprint: Int {
    read { session in
      let entries = max(
        session.engine.journal.entries.count, session.engine.replay.entries.count)
      let recorded = session.keeper?.length ?? 0
      return 5_000 + 250 * entries + 2 * recorded + session.engine.given.size
    }
  }

  /// What a program that serves many sessions looks at after each call, all of one moment.
  package var snapshot: SessionSnapshot { read { SessionSnapshot(of: $0) } }

  /// The step that is asked, the first of several, and how many answers are valid: of a snapshot only this.
  package var position: (step: StepPath?, answers: Int) {
    read { ($0.askedPath, $0.engine.answersStanding) }
  }

  /// The loads, commits, checks and waits under way: of a snapshot only this.
  package var underWay: [FlowInspection.Effect] { read { $0.effects(at: MonotonicTime.now) } }

  /// The presentation that a person sees; nil if nothing is asked.
  package var presentationAsked: Int? { read(\.engine.presentationAsked) }

  /// What is asked, each with the answers that come before: of a snapshot only this.
  package var placedPrompts: [PlacedPrompt] { read(\.placedPrompts) }

  /// The answers that were taken back and are offered again where their steps are asked, the newest
  /// of each step, in the order of their paths.
  ///
  /// Secrets are never among them.
  package var keptDrafts: [RecordedAnswer] {
    read { session in
      session.engine.setAside.drafts
        .compactMap { path, values in values.first.map { (path: path, value: $0) } }
        .sorted { $0.path.description < $1.path.description }
        .enumerated()
        .map { RecordedAnswer(number: $0.offset, path: $0.element.path, value: $0.element.value) }
    }
  }
}

/// The places of their own that flows are shown in, for front ends that say where one is.
extension FlowController {
  /// The places that a question is shown in, the outermost first.
  ///
  /// - Parameter presentation: the question's; of one that does not wait, those of the question that a
  ///   person answers first.
  package func places(around presentation: Int) -> [FlowPlace] {
    read { session in
      let tree = session.engine.tree
      return session.places(of: tree.askers[presentation] ?? tree.foreground)
    }
  }

  /// What a program that serves many sessions looks at after each call, with the places in which something
  /// is to be seen: all of one moment.
  package var snapshotWithPlaces: (snapshot: SessionSnapshot, places: [FlowPlace]) {
    read { (SessionSnapshot(of: $0), $0.openPlaces) }
  }

  /// The numbers of the places whose flows are open, also of those in which nothing is asked now.
  package var openPlaceNumbers: Set<Int> {
    read { session in
      let tree = session.engine.tree
      return Set(
        session.places.entries.filter { tree[frame: $0.frame] != nil }.map(\.number))
    }
  }
}
