package import Flowline

/// Answers that were given beforehand, by the step they are for.
///
/// A step is named by its id or by the end of its path: `target`, `new-goal/target`,
/// `round-up/new-goal/target`. Each answer is given once, in the order they were added.
package struct PreparedAnswers: Sendable {
  private struct Entry {
    let ids: [String]
    let answer: Answer
  }

  private var entries: [Entry] = []

  /// Makes an empty collection.
  package init() {}

  /// Adds an answer for a step, behind those it has already.
  package mutating func add(_ answer: Answer, for step: String) {
    let ids = step.split(separator: "/").map(String.init)
    entries.append(Entry(ids: ids, answer: answer))
  }

  /// Takes the next answer for a prompt; the name that says most about its path wins.
  package mutating func take(for prompt: Prompt) -> Answer? {
    let path = prompt.path.ids.map(\.rawValue)
    let fitting = entries.indices.filter { path.ends(with: entries[$0].ids) }
    guard let longest = fitting.map({ entries[$0].ids.count }).max(),
      let index = fitting.first(where: { entries[$0].ids.count == longest })
    else { return nil }
    return entries.remove(at: index).answer
  }

  /// Adds an answer of a link, behind those its step has already.
  package mutating func add(_ given: GivenAnswer) {
    add(given.answer, for: given.description)
  }

  /// The answers as a session takes them: those that say most about their path first.
  ///
  /// - Parameter isAcknowledged: whether they are meant whatever there is to warn of.
  func given(acknowledged isAcknowledged: Bool) -> [GivenAnswer] {
    entries.enumerated().sorted { left, right in
      (right.element.ids.count, left.offset) < (left.element.ids.count, right.offset)
    }
    .map {
      GivenAnswer(
        path: $0.element.ids.map { StepID($0) }, answer: $0.element.answer,
        isAcknowledged: isAcknowledged)
    }
  }

  /// Whether nothing is left.
  package var isEmpty: Bool { entries.isEmpty }
}

extension [String] {
  fileprivate func ends(with other: [String]) -> Bool {
    !other.isEmpty && count >= other.count && Array(suffix(other.count)) == other
  }
}
