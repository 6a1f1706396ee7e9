public import Flowline
public import Testing

extension FlowTester {
  /// Goes straight to a step: back, if it was answered, or on, answering what is asked before it.
  ///
  ///     tester.jump(to: "confirm", answering: ["account": "personal", "new-goal/name": "Bike"])
  ///
  /// A step that is asked on the way and has no answer here, an answer that is refused, and one whose
  /// step was not asked are issues; the flow stays where it is then. Secrets are answered like any step.
  ///
  /// - Parameters:
  ///   - step: the step's own id.
  ///   - answers: by the end of a step's path; a step that is asked several times takes its answers
  ///     in turn.
  ///   - sourceLocation: the line that issues are recorded at.
  public func jump(
    to step: StepID, answering answers: KeyValuePairs<String, Answer> = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var left = answers.map { (path: GivenAnswer.path($0.key) ?? [], answer: $0.value) }
    let wasAnswered = journal.answers.contains { $0.path.id == step }
    if wasAnswered, !legalInputs.answers.contains(where: { $0.id == step }) {
      back(to: step, directly: sourceLocation)
    }
    while !legalInputs.answers.contains(where: { $0.id == step }) {
      let asked = legalInputs.answers
      guard
        let (prompt, index) = asked.lazy.compactMap({ prompt in
          left.firstIndex { prompt.path.ends(with: $0.path) }.map { (prompt, $0) }
        }).first
      else {
        let steps = asked.map { "`\($0.id)`" }.joined(separator: ", ")
        return record(
          asked.isEmpty
            ? "the flow does not come to `\(step)`"
            : "on the way to `\(step)` nothing answers \(steps)", nil, sourceLocation)
      }
      let answer = left.remove(at: index).answer
      if let refusal = give(answer, to: prompt, acknowledging: true) {
        return record("`\(prompt.id)` refused the answer", refusal, sourceLocation)
      }
    }
    guard !left.isEmpty else { return }
    let unused = left.map { "`\($0.path.map(\.rawValue).joined(separator: "/"))`" }
    record(
      "on the way to `\(step)` nobody asked \(unused.joined(separator: ", "))", nil,
      sourceLocation)
  }

  private func back(to step: StepID, directly sourceLocation: SourceLocation) {
    input("back to `\(step)`", sourceLocation) { $0.back(to: step) }
  }
}

extension StepPath {
  /// Whether its last ids are these; not if there are none.
  fileprivate func ends(with path: [StepID]) -> Bool {
    !path.isEmpty && ids.suffix(path.count).elementsEqual(path)
  }
}
