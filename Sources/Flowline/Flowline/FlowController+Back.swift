/// Going back to a step by its name.
extension FlowController {
  /// Goes back to the newest answer of a step, to change it.
  ///
  /// It never validates; what was answered behind it stays valid as long as its questions turn out
  /// as they were.
  ///
  ///     controller.back(to: "account")
  ///
  /// - Parameter step: the step's own id.
  /// - Returns: refused as ``Refusal/Code/notAnswered`` if no answer of the step is valid, as
  ///   ``Refusal/Code/committed`` if something was written since.
  @discardableResult
  public func back(to step: StepID) -> Reception { back(to: [step]) }

  /// Goes back to the newest answer of a step whose path ends with some ids.
  ///
  ///     controller.back(to: ["new-goal", "name"])
  ///
  /// - Parameter path: the end of the step's path: the step's own id, with those of its flows
  ///   before it as far as they are needed to tell it from others.
  /// - Returns: as that of ``back(to:)-(StepID)``.
  @discardableResult
  public func back(to path: [StepID]) -> Reception { drive(.backToStep(path)) }
}

extension Session {
  /// Goes back to the newest answer that stands of a step.
  func goBack(toStep path: [StepID]) -> FlowController.Reception {
    if let answer = engine.journal.newestAnswer(at: path) { return goBack(to: answer) }
    if engine.phase != .running { return refuse(.notRunning, .back) }
    return refuse(.notAnswered(path), .back)
  }
}

extension Journal {
  /// The last answer that stands of a step whose path ends with some ids.
  fileprivate func newestAnswer(at path: [StepID]) -> RecordedAnswer? {
    guard !path.isEmpty else { return nil }
    return answers.last { $0.path.ids.suffix(path.count).elementsEqual(path) }
  }
}

extension Refusal {
  fileprivate static func notAnswered(_ path: [StepID]) -> Refusal {
    let name = path.map(\.rawValue).joined(separator: "/")
    return Refusal(
      .notAnswered, Texts.engine("refusal.not-answered", .string(name.excerpt)),
      arguments: ["step": .string(name)])
  }
}

extension Refusal.Code {
  /// The step to go back to has no valid answer.
  public static let notAnswered: Self = "not-answered"
}
