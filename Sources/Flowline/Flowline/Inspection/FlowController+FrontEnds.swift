/// What the package's own front ends look at besides.
extension FlowController {
  /// The language that questions are put in now.
  package var language: String { read { $0.environment.language } }

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
