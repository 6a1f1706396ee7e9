/// What the package's own front ends look at besides.
extension FlowController {
  /// The language that questions are put in now.
  package var language: String { read { $0.environment.language } }

  /// Whether nothing happens in the session unless a moment comes, an event is delivered or somebody
  /// acts: it only waits, and no moment that it waits for has come.
  package var isAwaitingOutside: Bool { read(\.isAwaitingOutside) }

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
