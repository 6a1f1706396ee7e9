import Flowline
import FoundationEssentials

/// The last failure in full, for finding its cause.
///
/// Without secrets.
struct FailureReport {
  /// What people call the flow, or what was tried.
  var title: String
  /// The flow that broke, below those that ran it; nil if none was running.
  let path: StepPath?
  /// What went wrong, for people.
  let message: String
  /// The error's own text.
  let description: String
  /// The error's type; nil if it is not known.
  let type: String?
  /// The session; nil if there was none.
  let session: UUID?
  /// Where the session's journal is kept; nil if it is not.
  var place: String?
  /// The session's script up to the failure; nil if there was no session.
  let script: String?
  /// Whether the session goes on, and its journal with it.
  let isHeld: Bool

  /// Makes the report of an error.
  ///
  /// - Parameters:
  ///   - error: what was thrown.
  ///   - title: what people call the flow.
  ///   - session: the session, if it was kept.
  ///   - journal: the session's journal.
  ///   - secrets: what was typed and must not be seen; the mask takes its place wherever the error
  ///     has it.
  ///   - words: the language of the report.
  init(
    _ error: any Error, of title: String, session: UUID? = nil, journal: Journal? = nil,
    secrets: [String] = [], words: Words
  ) {
    let failure = error as? FlowFailure
    let cause = failure?.cause ?? error
    let root = (cause as? EffectFailure)?.cause ?? cause
    let mask = words("word.hidden")
    func clean(_ text: String) -> String {
      secrets.filter { !$0.trimmingSpaces.isEmpty }.sorted { $0.count > $1.count }
        .reduce(text) { $0.replacing($1, with: mask) }
    }
    self.title = title
    path = failure?.path
    self.session = session
    type = String(reflecting: Swift.type(of: root))
    message = clean(words(cause: error))
    description = clean(String(reflecting: root))
    script = journal.map { clean($0.text) }
    isHeld = false
  }
}

extension FailureReport {
  /// Makes the report of something that is held.
  init(_ hold: PromptHold, at prompt: Prompt, in journal: Journal, words: Words) {
    title = prompt.trail.first?.line ?? ""
    path = prompt.path
    message = hold.storeFailure.map { words($0) } ?? OneLine.text(hold.text ?? hold.message)
    description = hold.message
    type = nil
    session = nil
    place = nil
    script = journal.text
    isHeld = true
  }
}

extension Words {
  /// What went wrong, for people, whatever it was.
  package func callAsFunction(cause error: any Error) -> String {
    switch error {
    case let failure as FlowFailure: self(failure)
    case let failure as StoreFailure: self(failure)
    case let failure as EffectFailure: OneLine.text(failure.message)
    case let failure as any LocalizableError: OneLine.text(self(failure.text))
    default: OneLine.text(String(describing: error))
    }
  }
}

extension WalkReports {
  /// A failure in full.
  func failure(_ failure: FailureReport?) -> [String] {
    guard let failure else { return wrapped(words("errors.none")) }
    return wrapped(words("errors.heading")) + pairs(rows(of: failure))
  }

  /// A failure as a file: what went wrong as remarks above the session's script, which replays up to there.
  func file(of failure: FailureReport) -> String {
    let remarks = rows(of: failure).map { "# \($0.0): \($0.1)\n" }.joined()
    return remarks + (failure.script ?? "")
  }

  private func rows(of failure: FailureReport) -> [(String, String)] {
    let rows: [(key: String, value: String?)] = [
      ("flow", failure.title), ("path", failure.path?.description), ("message", failure.message),
      ("type", failure.type), ("description", failure.description),
      ("place", failure.place ?? (failure.isHeld ? nil : words("errors.no-place"))),
      ("session", failure.session?.text),
    ]
    return rows.compactMap { row in
      row.value.map { (words("errors.\(row.key)"), OneLine.text($0)) }
    }
  }
}
