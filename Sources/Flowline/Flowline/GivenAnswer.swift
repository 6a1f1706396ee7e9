/// An answer that is given before its question is asked: from a link, a command line, a web page.
///
/// It is read like a typed one when its step is asked. One that is refused is recorded as refused,
/// and the step is asked, see ``Prompt/refused``; so is one that is asked back about, unless it says
/// that this is acknowledged. Sensitive steps take none.
public struct GivenAnswer: Sendable, Hashable {
  /// The end of the step's path: the step's own id alone, or with flows it stands in before it.
  public let path: [StepID]
  /// The answer.
  public let answer: Answer
  /// Whether it is to be taken whatever its step would ask back about it.
  public let isAcknowledged: Bool

  /// Makes an answer for the first step that is asked with this id, or whose path ends like this.
  public init(_ path: StepID..., answer: Answer, isAcknowledged: Bool = false) {
    self.init(path: path, answer: answer, isAcknowledged: isAcknowledged)
  }

  /// Makes an answer for the first step that is asked and whose path ends like this.
  public init(path: [StepID], answer: Answer, isAcknowledged: Bool = false) {
    self.path = path
    self.answer = answer
    self.isAcknowledged = isAcknowledged
  }
}

extension GivenAnswer: CustomStringConvertible {
  /// The step.
  public var description: String { path.map(\.rawValue).joined(separator: "/") }
}

/// Answers that wait for their questions.
struct GivenAnswers {
  struct Entry {
    enum Condition: Hashable {
      /// Given from outside, for a step whose path ends like this.
      case outside
      /// Answered before, by a question that looked like this; so that it stands where an earlier
      /// answer was changed and this one does not depend on it.
      case same(face: Int)
      /// The answer that is to be changed: its question is asked, whatever was kept for others.
      case changed
      /// Sent with the page of a form, for one of its fields.
      case page
      /// A secret that the person has typed in this process, kept in memory for going back.
      case secret
    }

    let path: [StepID]
    let answer: Answer
    let condition: Condition
    /// Whether what there is to warn of has been seen.
    var isAcknowledged = false

    /// The answer, on its way to its question.
    var sent: SentAnswer {
      switch condition {
      case .secret: SentAnswer(answer, .stood)
      // A page is warned of as a whole, before any of it is taken.
      case .page: SentAnswer(answer, .acknowledged)
      case .outside, .same, .changed: SentAnswer(answer, acknowledging: isAcknowledged)
      }
    }
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// What was given from outside and not used.
  var unused: [GivenAnswer] {
    entries.filter { $0.condition == .outside }
      .map { GivenAnswer(path: $0.path, answer: $0.answer, isAcknowledged: $0.isAcknowledged) }
  }

  mutating func give(_ answers: [GivenAnswer]) {
    entries += answers.map {
      Entry(
        path: $0.path, answer: $0.answer, condition: .outside, isAcknowledged: $0.isAcknowledged)
    }
  }

  mutating func keep(_ entry: Entry) { entries.append(entry) }

  /// Gives answers that count before all others.
  mutating func giveFirst(_ answers: [Entry]) { entries = answers + entries }

  /// Forgets what was sent with a page and not asked for.
  mutating func forgetPage() {
    entries.removeAll { $0.condition == .page || $0.condition == .changed }
  }

  /// Forgets what was kept for going back; what was given from outside still waits.
  mutating func forgetKept() { entries.removeAll { $0.condition != .outside } }

  /// Takes the answer for a question; one that was kept for the same question only. Of those given
  /// from outside, the one that says most about the path is meant.
  mutating func take(at path: StepPath, isSensitive: Bool, face: () -> Int) -> SentAnswer? {
    let index = entries.firstIndex { entry in
      switch entry.condition {
      case .outside: !isSensitive && path.ids.ends(with: entry.path)
      case .same: !isSensitive && path.ids == entry.path
      case .page, .changed: path.ids == entry.path
      case .secret: isSensitive && path.ids == entry.path
      }
    }
    guard var index else { return nil }
    if entries[index].condition == .outside {
      for other in entries.indices[index...]
      where entries[other].condition == .outside && path.ids.ends(with: entries[other].path)
        && entries[other].path.count > entries[index].path.count
      {
        index = other
      }
    }
    let entry = entries.remove(at: index)
    switch entry.condition {
    case .changed: return nil
    case .same(let before): return before == face() ? entry.sent : nil
    case .outside, .page, .secret: return entry.sent
    }
  }
}

extension [StepID] {
  func ends(with tail: [StepID]) -> Bool { suffix(tail.count).elementsEqual(tail) }
}
