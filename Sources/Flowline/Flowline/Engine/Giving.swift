/// Answers that are given before their questions are asked.
extension Engine {
  /// Answers were given to questions that may not be asked yet.
  ///
  /// Returns why they are not taken; nil if they are.
  mutating func gave(_ answers: [GivenAnswer]) -> Refusal.Code? {
    guard isRunning else { return .notRunning }
    given.give(answers)
    scheduling.offered = []
    return nil
  }

  /// The answer that was given for a question that waits.
  mutating func takeGiven(for wait: WaitID) -> GivenAnswers.Entry? {
    guard !given.isEmpty, case .asking(let asked) = tree[wait.branch].state, asked.wait == wait
    else { return nil }
    return takeGiven(at: tree.path(of: wait.branch), isSensitive: asked.isSensitive)
  }

  /// Takes what was given for a question.
  ///
  /// At a question that is left to people an answer that may not confirm counts for nothing. It is returned
  /// if no other was given, so that its question can say so.
  mutating func takeGiven(at path: StepPath, isSensitive: Bool) -> GivenAnswers.Entry? {
    let leftOut = confirmations.needPerson(at: path) ? given.takeUnconfirming(at: path) : nil
    return given.take(at: path, isSensitive: isSensitive) ?? leftOut
  }

  /// Whether an answer counts for nothing at a question.
  func isLeftOut(_ entry: GivenAnswers.Entry, at path: @autoclosure () -> StepPath) -> Bool {
    !entry.mayConfirm && confirmations.needPerson(at: path())
  }

  /// The secrets that were typed in this process and still stand, each for its step: nobody types a
  /// secret twice because of a step back.
  mutating func keepSecrets() -> [GivenAnswers.Entry] {
    guard !secrets.isEmpty else { return [] }
    var left: [StepPath: Int] = [:]
    for entry in journal.entries
    where entry.isStandingAnswer && entry.payload.isMark {
      left[journal.path(of: entry), default: 0] += 1
    }
    let standing = secrets.filter { secret in
      guard let count = left[secret.path], count > 0 else { return false }
      left[secret.path] = count - 1
      return true
    }
    secrets = []
    return standing.map {
      GivenAnswers.Entry(path: $0.path.ids, content: .secret($0.number), condition: .stood)
    }
  }
}
