/// What may be answered and done in a session at one moment, and why not where it may not.
///
/// The engine decides it in the same place that decides it when the input comes, so help,
/// completion, the buttons of a form and the steps of a test can be made from it and nothing else.
public struct LegalInputs: Sendable, Hashable {
  /// What may be answered.
  ///
  /// Where children at once ask, it is the question of the first of them in their order.
  public let answer: Result<LegalAnswer, Refusal>
  /// All that may be answered: several questions where children at once ask.
  public let answers: [LegalAnswer]
  /// The step that going back leads to.
  public let back: Result<StepPath, Refusal>
  /// The steps whose answers can be reached by going back again and again, the nearest first.
  public let reachableByBack: [StepPath]
  /// The answers that one can go straight back to, to change them; see
  /// ``FlowController/back(to:)``. The oldest first.
  public let changeable: [RecordedAnswer]
  /// The flows that leaving one level ends, the innermost first.
  public let cancel: Result<[FlowID], Refusal>
  /// The flows that ending the session ends, the innermost first.
  public let terminate: Result<[FlowID], Refusal>
  /// Why no session can be started; nothing where one can.
  public let startRefusal: Refusal?
  /// The loads and commits under way.
  public let underWay: [FlowInspection.Effect]

  /// Whether nothing can happen until somebody acts: no body runs and nothing is under way.
  public let isSettled: Bool
}

/// What a question accepts.
public struct LegalAnswer: Sendable, Hashable {
  /// The step that asks.
  public let path: StepPath
  /// The prompt an answer is meant for; see ``FlowController/answer(_:to:acknowledging:)``.
  public let presentation: Int
  /// What is accepted: the kind, its limits and its choices.
  public let kind: PromptKind
  /// The same in one sentence.
  public let accepts: LocalizedText
  /// What is taken where nothing is typed, as it would be typed; never of a sensitive screen.
  public let defaultText: String?
  /// An answer that would be accepted, as it would be typed.
  public let example: String?
  /// Whether the answer must not be shown, logged or kept.
  public let isSensitive: Bool
  /// Whether the step may be skipped: an answer of nothing is taken.
  public let takesNothing: Bool
  /// The page that the step is a field of, and that may be filled in as a whole; see
  /// ``FlowController/fill(_:to:acknowledging:)``.
  public let form: FormPrompt?
  /// Whether going back passes over the step once it is answered.
  public let isSkippedByBack: Bool

  /// The id of the step that asks.
  public var id: StepID { path.ids.last ?? "" }
}

extension Session {
  var legalInputs: LegalInputs {
    let answers = legalAnswers
    let underWay = effects(at: MonotonicTime.now)
    let open = machine.openFrames().map(\.step)
    let leftByCancelling = machine.leftByCancelling()
    machine.turnToForeground()
    let targets = machine.backTargets.map { machine.journal.path(of: machine.journal.entries[$0]) }
    return LegalInputs(
      answer: legalAnswer, answers: answers,
      back: legality(machine.backRefusal, targets.first ?? StepPath([])),
      reachableByBack: targets, changeable: changeable,
      cancel: legality(machine.leavingRefusal, leftByCancelling),
      terminate: legality(machine.terminateRefusal, open.reversed()),
      startRefusal: machine.startRefusal.map { .make($0) },
      underWay: underWay, isSettled: isSettled)
  }

  private var changeable: [RecordedAnswer] {
    machine.journal.answers.filter { answer in
      machine.journal.index(of: answer).map { machine.isReachable($0) } ?? false
    }
  }

  private func legality<Value>(
    _ code: Refusal.Code?, _ value: @autoclosure () -> Value
  ) -> Result<Value, Refusal> {
    code.map { .failure(.make($0)) } ?? .success(value())
  }

  private var legalAnswer: Result<LegalAnswer, Refusal> {
    if let code = machine.answerRefusal(for: nil) { return .failure(.make(code)) }
    return legalAnswerOfStrand.map { .success($0) } ?? .failure(.make(.nothingAsked))
  }

  private var legalAnswers: [LegalAnswer] {
    machine.askingFrames().compactMap { frame in
      machine.turn(to: frame)
      return legalAnswerOfStrand
    }
  }

  private var legalAnswerOfStrand: LegalAnswer? {
    guard let prompt = promptOfStrand, let screen = currentQuestion?.screen else { return nil }
    return LegalAnswer(
      path: prompt.path, presentation: prompt.presentation, kind: prompt.kind,
      accepts: prompt.accepts, defaultText: prompt.defaultText, example: prompt.example,
      isSensitive: prompt.isSensitive, takesNothing: screen.takesNothing(in: environment),
      form: prompt.form, isSkippedByBack: screen.question.isSkippedByBack)
  }
}

extension Screen {
  /// Whether nothing typed is taken: as the default, or as it is.
  fileprivate func takesNothing(in environment: FlowEnvironment) -> Bool {
    if defaultAnswer != nil { return true }
    if case .success = read(.text(""), in: environment) { return true }
    return false
  }
}

extension FlowMachine {
  /// The flows that ``cancelled(_:)`` ends, the innermost first.
  mutating func leftByCancelling() -> [FlowID] {
    guard !frames.isEmpty else { return [] }
    turnToForeground()
    let target = innermostComposite
    let holder = holder(of: target)
    var left = frames[target...].map(\.step)
    guard isMany else { return left.reversed() }
    turn(toStrand: holder)
    left = frames[target...].map(\.step)
    for below in subtree(of: holder).dropFirst() {
      left += many?.strands[below]?.frames.map(\.step) ?? []
    }
    return left.reversed()
  }
}
