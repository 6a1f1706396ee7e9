import Flowline
import FoundationEssentials

/// The last failure in full, for whoever wants to find its cause.
///
/// Without secrets.
struct FailureReport {
  /// What people call the flow, or what was tried.
  var title: String
  /// The flow that broke, below those that ran it; nothing where none was running.
  let path: StepPath?
  /// What went wrong, for people.
  let message: String
  /// The error's own text.
  let description: String
  /// The error's type; nil if it is not known.
  let type: String?
  /// The session; nothing where there was none.
  let session: UUID?
  /// Where the session's journal is kept; nothing where it is not.
  var place: String?

  /// Makes the report of an error.
  ///
  /// - Parameters:
  ///   - error: what was thrown.
  ///   - title: what people call the flow.
  ///   - session: the session, if it was kept.
  ///   - secrets: what was typed and must not be seen; the mask takes its place wherever the error
  ///     has it.
  ///   - words: the language of the report.
  init(
    _ error: any Error, of title: String, session: UUID? = nil, secrets: [String] = [],
    words: Words
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
  }
}

extension FailureReport {
  /// Makes the report of something that is held.
  init(_ hold: PromptHold, at prompt: Prompt, words: Words) {
    title = prompt.trail.first?.line ?? ""
    path = prompt.path
    message = hold.storeFailure.map { words($0) } ?? OneLine.text(hold.text ?? hold.message)
    description = hold.message
    type = nil
    session = nil
    place = nil
  }
}

extension Words {
  /// What went wrong, for people, whatever it was.
  func callAsFunction(cause error: any Error) -> String {
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
    let rows: [(key: String, value: String?)] = [
      ("flow", failure.title), ("path", failure.path?.description), ("message", failure.message),
      ("type", failure.type), ("description", failure.description),
      ("place", failure.place ?? words("errors.no-place")),
      ("session", failure.session?.uuidString.lowercased()),
    ]
    return wrapped(words("errors.heading"))
      + pairs(
        rows.compactMap { row in
          row.value.map { (words("errors.\(row.key)"), OneLine.text($0)) }
        })
  }
}
