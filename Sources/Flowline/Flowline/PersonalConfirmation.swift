/// A write that only a person may have carried out, and the question whose answer does.
///
/// A front end through which programs answer, such as one for agents, leaves that question to the person
/// in whose name the session is: it leads to a page of its own, and takes no answer of the program's. The
/// answer of a link is not taken there in any front end, see ``GivenAnswer/mayConfirm``.
public struct PersonalConfirmation: Sendable, Hashable {
  /// The step of the write.
  public let commit: StepID
  /// The end of the path of the question that is answered just before.
  public let path: [StepID]

  /// Makes a mark.
  ///
  /// - Parameters:
  ///   - commit: the step of the write.
  ///   - path: the end of the path of the question: its own id alone, or with the ids of its flows before
  ///     it.
  public init(_ commit: StepID, at path: [StepID]) {
    self.commit = commit
    self.path = path
  }

  /// Whether this question is the one.
  public func isAsked(at path: StepPath) -> Bool {
    !self.path.isEmpty && path.ids.suffix(self.path.count).elementsEqual(self.path)
  }

  /// Whether an answer that is given beforehand, for the end of a path, might be for the question.
  public func mayTake(_ given: GivenAnswer) -> Bool {
    let count = min(path.count, given.path.count)
    return count > 0 && path.suffix(count).elementsEqual(given.path.suffix(count))
  }
}

extension FlowCatalog {
  /// Leaves a write to people: programs do not answer the questions that have it carried out.
  ///
  ///     catalog.confirmInPerson("transfer", at: "round-up/confirm", "withdraw/confirm")
  ///
  /// In a flow that is started from the catalogue, an answer to one of the questions allows one write,
  /// also if it is repeated: because it failed, or with the same contents. A flow that comes to the write
  /// in another way fails with ``FlowMisuse/unconfirmed(_:)`` in every front end, and so in its tests.
  ///
  /// - Parameters:
  ///   - commit: the step of the write.
  ///   - questions: the ends of the paths of the questions that are answered just before it, as in
  ///     `round-up/confirm`. A text that is no path is no question's.
  public mutating func confirmInPerson(_ commit: StepID, at questions: String...) {
    for question in questions {
      note(PersonalConfirmation(commit, at: GivenAnswer.path(question) ?? []))
    }
  }

  /// Whether a question is left to people.
  public func needsPerson(at path: StepPath) -> Bool { confirmations.needPerson(at: path) }
}

extension [PersonalConfirmation] {
  /// Whether one of them is asked at a path.
  func needPerson(at path: StepPath) -> Bool { contains { $0.isAsked(at: path) } }
}
