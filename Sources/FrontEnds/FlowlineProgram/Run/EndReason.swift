import Flowline
import FlowlineTerminal

/// Why a run ended as it did, in the words of the page that it ended behind.
///
/// If prompts are not shown nobody has seen that page, so the end says it.
struct EndReason {
  /// The path of the page.
  let step: StepPath
  /// What the page says, in one line.
  let text: String

  /// The most rows that are quoted from a page on which nothing failed.
  private static let mostRows = 4

  /// Takes the reason from a page; nil if it has none.
  ///
  /// A flow that was declined has its reason on the page before. Another one, or one that asks again, has one
  /// only if the page says that something was not done.
  ///
  /// - Parameters:
  ///   - page: the page; nil if the run ended behind a question.
  ///   - isDeclined: whether the flow was declined.
  init?(behind page: Prompt?, isDeclined: Bool) {
    guard let page else { return nil }
    let rows = page.page.flatMap(\.rows)
    var told = rows.filter { $0.mark == .failure }
    if told.isEmpty {
      guard isDeclined else { return nil }
      let remarks = rows.filter { $0.value == nil && $0.percentage == nil }
      told = Array(remarks.prefix(Self.mostRows))
    }
    let sentences = told.map { row in
      let texts = [row.label, row.value].compactMap { $0?.text }
      return OneLine.text(texts.joined(separator: ": ")).asSentence
    }
    // A row often says again what was not done.
    let title = OneLine.text(page.question.text)
    let isSaid = title.isEmpty || sentences.contains { $0.contains(title) }
    step = page.path
    text = ((isSaid ? [] : [title.asSentence]) + sentences).joined(separator: " ")
  }

  /// What the object of a run has as its error.
  ///
  /// - Parameters:
  ///   - code: a stable word for what is wrong.
  ///   - message: what is said behind the reason; nil if nothing is.
  func error(_ code: String, followedBy message: String? = nil) -> JSONValue {
    let sentences = [text, message].compactMap(\.self)
    return [
      "code": .string(code), "message": .string(sentences.joined(separator: " ")),
      "step": .string(step.description),
    ]
  }
}

extension EndReason {
  /// The code of what a flow could not do although it has finished.
  static let notDone = "not-done"
}

extension WalkReport {
  /// The page that the flow ended behind, if it was asked here; nil if it was not, or the flow ended behind
  /// a question.
  var lastPage: Prompt? {
    guard let page = lastPrompt, page.kind == .review, journal.answers.last?.path == page.path
    else { return nil }
    return page
  }

  /// The page that was answered last, if it is not what was asked last here: a question without an answer
  /// follows it, or it was answered beforehand or when the session was run before.
  ///
  /// Finds it by running the flow over the journal, without reading or writing anything.
  ///
  /// - Parameters:
  ///   - catalog: the flows.
  ///   - world: the world that they are in; nil if there is only one.
  ///   - environment: whose language is used if the journal names none.
  func recalledPage(
    of catalog: FlowCatalog, in world: String?, or environment: FlowEnvironment
  ) -> Prompt? {
    switch (end, outcome) {
    case (.ended, .cancelled(.declined)?) where lastPage == nil: break
    case (.missing, _), (.refused, _), (.refusedCommand, _): break
    default: return nil
    }
    // The answer of a page is true; a flow that was declined by a no needs no other reason.
    guard journal.answers.last?.value == true, let script = try? Script(parsing: journal.text)
    else { return nil }
    return EndRecap(of: script, by: catalog, in: world, or: environment).lastPage
  }
}
