package import Flowline

/// Answers that were given beforehand, by the step they are for.
///
/// A step is named by its id or by the end of its path: `target`, `new-goal/target`,
/// `round-up/new-goal/target`. Each answer is given once, in the order they were added.
package struct PreparedAnswers: Sendable {
  /// Where an answer comes from.
  package enum Origin: Sendable {
    /// The command line, which others may see: no place for secrets.
    case argument
    /// A file of the person's own.
    case file
    /// A link, which somebody else may have made.
    case link
    /// A place for secrets; the answer is for sensitive steps alone.
    case secret
  }

  private struct Entry {
    let ids: [String]
    let answer: Answer
    let origin: Origin
  }

  private var entries: [Entry] = []
  /// The paths of the sensitive steps that have taken an answer.
  private var secretsTaken: [String] = []

  /// Makes an empty collection.
  package init() {}

  /// Adds an answer for a step, behind those it has already.
  package mutating func add(_ answer: Answer, for step: String, from origin: Origin = .file) {
    let ids = step.split(separator: "/").map(String.init)
    entries.append(Entry(ids: ids, answer: answer, origin: origin))
  }

  /// Takes the next answer for a prompt; the name that says most about its path wins.
  package mutating func take(for prompt: Prompt) -> Answer? {
    guard let index = index(for: prompt) else { return nil }
    if prompt.isSensitive { secretsTaken.append(prompt.path.description) }
    return entries.remove(at: index).answer
  }

  /// Where the next answer for a prompt comes from; nil if there is none.
  package func origin(for prompt: Prompt) -> Origin? {
    index(for: prompt).map { entries[$0].origin }
  }

  private func index(for prompt: Prompt) -> Int? {
    let path = prompt.path.ids.map(\.rawValue)
    let fitting = entries.indices.filter { index in
      let entry = entries[index]
      return path.ends(with: entry.ids) && (prompt.isSensitive || entry.origin != .secret)
    }
    let longest = fitting.map { entries[$0].ids.count }.max()
    return fitting.first { entries[$0].ids.count == longest }
  }

  /// The steps whose answers nobody asked for, each once.
  ///
  /// - Parameter unused: those that the session did not use; it never takes a secret by itself.
  func unused(besides unused: [GivenAnswer]) -> [String] {
    var taken = secretsTaken
    var names: [String] = []
    for name in unused.map(\.description) where !names.contains(name) {
      if let index = taken.firstIndex(where: { $0 == name || $0.hasSuffix("/\(name)") }) {
        taken.remove(at: index)
      } else {
        names.append(name)
      }
    }
    return names
      + entries.filter { $0.origin == .secret }.map { $0.ids.joined(separator: "/") }
  }

  /// Adds an answer of a link, behind those its step has already.
  package mutating func add(_ given: GivenAnswer) {
    add(given.answer, for: given.description, from: .link)
  }

  /// The answers as a session takes them: those that say most about their path first.
  ///
  /// A session takes no secrets beforehand.
  ///
  /// - Parameter isAcknowledged: whether they are meant whatever there is to warn of.
  /// - Returns: the answers, without secrets.
  package func given(acknowledged isAcknowledged: Bool) -> [GivenAnswer] {
    entries.filter { $0.origin != .secret }.enumerated().sorted { left, right in
      (right.element.ids.count, left.offset) < (left.element.ids.count, right.offset)
    }
    .map {
      GivenAnswer(
        path: $0.element.ids.map { StepID($0) }, answer: $0.element.answer,
        isAcknowledged: isAcknowledged, mayConfirm: $0.element.origin != .link)
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
