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

  /// How many bytes the session takes in memory, by a rough estimate that costs nothing: what a flow
  /// that waits takes, and what an entry of a journal takes on average.
  package var footprint: Int { read { 5_000 + 250 * $0.engine.journal.entries.count } }

  /// What a program that serves many sessions looks at after each call, all of one moment.
  package var snapshot: SessionSnapshot { read { SessionSnapshot(of: $0) } }

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
