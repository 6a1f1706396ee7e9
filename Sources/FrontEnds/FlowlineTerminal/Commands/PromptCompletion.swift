import Flowline

/// Completes what is typed at a question: commands, choices, yes and no.
///
/// What the session would refuse is not offered.
struct PromptCompletion {
  let legal: LegalInputs
  let words: Words
  var values: (_ kind: PromptCommand.Argument.Kind, _ before: [String]) -> [String] = { _, _ in [] }

  func complete(_ before: String) -> CompletionResult {
    let typed = String(before.drop { $0 == " " })
    if typed.hasPrefix("::") { return CompletionResult(replacing: typed, with: []) }
    guard typed.hasPrefix(":") else { return answers(typed) }
    return CommandCompletion(words: words, isInside: true, legal: legal, values: values)
      .complete(typed)
  }

  private func answers(_ typed: String) -> CompletionResult {
    guard let kind = (try? legal.answer.get())?.kind ?? legal.hold?.kind else {
      return CompletionResult(replacing: typed, with: [])
    }
    let separated = typed.split(separator: ",", omittingEmptySubsequences: false)
    var part = typed
    if case .choices = kind {
      part = String(separated.last ?? "").trimmingSpaces
    }
    // A yes or a no is offered by the line itself.
    if kind == .confirm, part.isEmpty { return CompletionResult(replacing: "", with: []) }
    let labels =
      kind == .confirm
      ? [words("value.yes"), words("value.no")] : kind.choices.map(\.label.line)
    let begun = part.lowercased()
    return CompletionResult(
      replacing: part,
      with: labels.filter { $0.lowercased().hasPrefix(begun) }.map { .init($0) })
  }
}
