package import Flowline

/// Says how a flow ended, in a line.
package struct OutcomeText {
  private let renderer: PromptRenderer

  /// Makes a writer of outcomes.
  package init(renderer: PromptRenderer) {
    self.renderer = renderer
  }

  /// The lines for a flow of this name.
  package func lines(for outcome: Outcome<JSONValue>, of title: String) -> [String] {
    let words = renderer.words
    let name = TextArgument.string(title)
    let first = TextArgument.string(title.prefix(1).uppercased() + title.dropFirst())
    switch outcome {
    case .finished:
      return renderer.look.lines(
        words("outcome.finished", name), .success, columns: renderer.columns)
    case .cancelled(let reason):
      return renderer.note(words("outcome.\(reason.rawValue)", first))
    case .failed(let failure):
      return renderer.failure(words("outcome.failed", first, .string(words(failure))))
    }
  }

  /// The result in one line; nil if it is empty.
  package func summary(of outcome: Outcome<JSONValue>) -> String? {
    guard case .finished(let result) = outcome else { return nil }
    let parts = ResultText(words: renderer.words).parts(of: result)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Words {
  /// What went wrong, for people: without the path that led there.
  package func callAsFunction(_ failure: FlowFailure) -> String {
    if let store = failure.cause as? StoreFailure { return self(store) }
    if let givenUp = failure.cause as? EffectGivenUp {
      let told = OneLine.text(givenUp.text ?? givenUp.message)
      return givenUp.wasDone
        ? self("outcome.given-up-done", .string(told.asSentence))
        : self("outcome.given-up", .string(told))
    }
    return OneLine.text(
      failure.text ?? (failure.cause as? EffectFailure)?.message ?? failure.message)
  }
}
