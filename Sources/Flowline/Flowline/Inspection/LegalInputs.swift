/// What may be answered and done in a session at one moment, and why not if it may not.
///
/// The engine decides it in the same place that decides it when the input comes, so help,
/// completion, the buttons of a form and the steps of a test can be made from it and nothing else.
public struct LegalInputs: Sendable, Hashable {
  /// What may be answered.
  ///
  /// If children at once ask, it is the question of the first of them in their order.
  public let answer: Result<LegalAnswer, Refusal>
  /// All that may be answered: several questions if children at once ask.
  public let answers: [LegalAnswer]
  /// The step that going back leads to.
  public let back: Result<StepPath, Refusal>
  /// What one can go back to at that moment.
  let reachable: ReachableAnswers
  /// The flows that leaving one level ends, the innermost first.
  public let cancel: Result<[FlowID], Refusal>
  /// The flows that ending the session ends, the innermost first.
  public let terminate: Result<[FlowID], Refusal>
  /// Why no session can be started; nil if one can.
  public let startRefusal: Refusal?
  /// The loads, commits, checks and waits under way.
  public let underWay: [FlowInspection.Effect]

  /// Whether nothing can happen until somebody acts: no body runs and nothing is under way.
  public let isSettled: Bool
  /// What is held, as the prompt that asks what to do about it; nil if nothing is.
  public let hold: Prompt?

  /// What the session waits for outside: moments, each with its ``FlowInspection/Effect/until``, and
  /// events, whose ids ``FlowController/deliver(_:_:key:by:)`` takes.
  ///
  /// If nothing else is under way and nothing is asked, the session can be unloaded. Resume it at the
  /// moment, or to deliver the event.
  public var waits: [FlowInspection.Effect] { underWay.filter(\.isWait) }

  /// The steps whose answers can be reached by going back again and again, the nearest first.
  public var reachableByBack: [StepPath] { reachable.steps }

  /// The answers that one can go straight back to, to change them; see
  /// ``FlowController/back(to:)-(RecordedAnswer)``.
  ///
  /// The oldest first. Listing them costs their number.
  public var changeable: [RecordedAnswer] { reachable.changeable }
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
  /// What is taken if nothing is typed, as it would be typed; nil for a sensitive screen.
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

extension Screen {
  /// Whether nothing typed is taken: as the default, or as it is.
  func takesNothing(in environment: FlowEnvironment) -> Bool {
    if defaultAnswer != nil { return true }
    if case .success = read(.text(""), in: environment) { return true }
    return false
  }
}
