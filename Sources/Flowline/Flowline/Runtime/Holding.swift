/// Asking a person what to do about something that went wrong around a flow. It is put and answered
/// like any question, so that every front end has it, and leaves no line in the journal.
extension Session {
  /// What is held, if a person is to say what to do about it.
  private var held: Held? {
    // Nobody is asked about a session that has ended meanwhile.
    if let fault = engine.keeping.fault, engine.phase != .ended {
      return Held(
        presentation: engine.keeping.faultPresentation, effect: nil, message: "\(fault)",
        text: nil, choices: engine.faultChoices, key: "store")
    }
    guard engine.tree.isHeld, engine.phase == .running, !isHeldBack,
      case .held(let hold) = engine.tree[engine.tree.foreground].state
    else { return nil }
    let key =
      switch hold.doubt {
      case _ where hold.effect.kind != .commit: "load"
      case .notDone: "commit-not-sent"
      case .inDoubt, .inDoubtWithSecret: "commit"
      case .doneUnrecorded: "commit-done"
      }
    return Held(
      presentation: hold.presentation, effect: hold, message: hold.message, text: text(of: hold),
      choices: hold.choices(canBeResumed: engine.keeping.canBeResumed),
      key: key)
  }

  private func text(of hold: Hold) -> String? {
    switch hold.doubt {
    case .inDoubtWithSecret: Texts.engine("hold.secret").resolved(in: environment).text
    case .doneUnrecorded: textOfDone
    case .notDone, .inDoubt: failureText(of: hold)
    }
  }

  /// What people are told of a write that was carried out, and whose reply cannot be recorded.
  private var textOfDone: String {
    Texts.engine("hold.commit-done.text").resolved(in: environment).text
  }

  private func failureText(of hold: Hold) -> String? {
    hold.text ?? waits[hold.effect.wait]?.failureText
  }

  /// What waits for a person's word, as the record tells it; what was held before and was not come to
  /// again is still held.
  var heldEffects: [HeldEffect] {
    guard engine.keeping.tellsHolds else { return [] }
    var effects = engine.heldBefore ?? []
    guard engine.tree.isHeld else { return effects }
    for branch in engine.tree.subtree(of: .trunk) {
      // A wait for a moment begins again by itself, and does nothing outside.
      guard case .held(let hold) = engine.tree[branch].state, !hold.effect.kind.isWait else {
        continue
      }
      effects.append(
        HeldEffect(
          step: engine.path(of: hold.effect), message: hold.message, text: failureText(of: hold),
          mayHaveBeenDone: hold.mayHaveBeenSent, wasDone: hold.doubt == .doneUnrecorded))
    }
    return effects
  }

  private struct Held {
    let presentation: Int
    /// The effect that is held; nil if the store is.
    let effect: Hold?
    let message: String
    /// What it says to people, if it says anything.
    let text: String?
    let choices: [HoldChoice]
    /// Which of the engine's texts ask.
    let key: String
  }

  /// The prompt that asks what to do; nil if nothing is held.
  var holdPrompt: Prompt? {
    guard let held else { return nil }
    let branch = held.effect?.effect.wait.branch ?? engine.tree.foreground
    let path =
      held.effect.map { engine.path(of: $0.effect) } ?? StepPath([engine.journal.head.flow])
    let screen = question(about: held)
    let kind = screen.kind(in: environment)
    var prompt = Prompt(
      path: path, trail: trail(of: branch), presentation: held.presentation, kind: kind,
      question: screen.question.text.resolved(in: environment),
      page: [], defaultText: nil, defaultAnswer: nil, draft: nil,
      help: nil, reason: nil, accepts: kind.accepts(in: environment),
      example: screen.example(in: environment), isSensitive: false, isOptional: false,
      isMenu: false,
      backRefusal: backRefusal, form: nil, refused: nil, progress: nil,
      hold: PromptHold(
        storeFailure: held.effect == nil ? engine.keeping.fault : nil,
        isCommit: held.effect?.effect.kind == .commit,
        mayHaveBeenDone: held.effect?.mayHaveBeenSent ?? false,
        wasDone: held.effect?.doubt == .doneUnrecorded, message: held.message,
        text: held.text))
    prompt.place = places(of: branch).last
    return prompt
  }

  private func question(about held: Held) -> ChoiceScreen<String> {
    let name = held.effect.map { $0.effect.id.rawValue } ?? ""
    let options = held.choices.map { choice in
      Option(
        choice.rawValue, choice.rawValue,
        label: Texts.engine("hold.\(held.key).\(choice.rawValue)"))
    }
    let title = held.effect.flatMap { waits[$0.effect.wait]?.title }
    return ChoiceScreen(
      held.effect?.effect.id ?? "store",
      Texts.engine("hold.\(held.key)", .text(title ?? Text(verbatim: name))),
      options: options)
  }

  /// Takes the answer to what is to be done; nil if it is for something else.
  @inline(__always)
  func answerHold(_ answer: Answer, to presentation: Int?) -> FlowController.Reception? {
    guard engine.tree.isHeld || engine.keeping.fault != nil else { return nil }
    return answerWhatIsHeld(answer, to: presentation)
  }

  private func answerWhatIsHeld(
    _ answer: Answer, to presentation: Int?
  ) -> FlowController.Reception? {
    guard let held, presentation == nil || presentation == held.presentation else { return nil }
    switch question(about: held).read(answer, in: environment) {
    case .failure(let refusal): return refuse(refusal, .answer(answer.recordedText))
    case .success(let accepted):
      guard let choice = HoldChoice(rawValue: accepted.value) else {
        return refuse(.notAChoice, .answer(answer.recordedText))
      }
      return resolve(held, choice)
    }
  }

  /// What would become of an answer to what is to be done; nil if it is for something else.
  func previewHold(
    _ answer: Answer, to presentation: Int?
  ) -> Result<AnswerPreview, Refusal>? {
    guard let held, presentation == nil || presentation == held.presentation else { return nil }
    return question(about: held).preview(answer, in: environment)
  }

  private func resolve(_ held: Held, _ choice: HoldChoice) -> FlowController.Reception {
    guard let hold = held.effect else {
      return choice == .again ? keepAgain() : unload()
    }
    if choice == .giveUp {
      breakdown = EffectGivenUp(
        step: hold.effect.id, message: hold.message, text: held.text,
        wasDone: hold.doubt == .doneUnrecorded)
    }
    switch engine.answered(hold, choice) {
    case .performed, .ended: return .accepted
    case .unload: return unload()
    case .refused(let code): return refuse(code, .answer(nil))
    }
  }

  /// Hands the store once more what it did not take; nothing is to be done if it has all.
  func keepAgain() -> FlowController.Reception {
    guard engine.keeping.fault != nil else { return .accepted }
    keeper?.reopen()
    engine.keeping.again()
    return .accepted
  }

  /// The journal has it that the session was given up over a write that was carried out: it ends as it did
  /// then.
  func giveUpAgain(_ step: StepID, _ message: String) {
    breakdown = EffectGivenUp(step: step, message: message, text: textOfDone, wasDone: true)
    engine.gaveUp(message)
  }

  /// Leaves the session as it is: its bodies unwind without a line, an outcome or a dismissal, and
  /// its record can be resumed.
  func unload() -> FlowController.Reception {
    switch engine.unloaded() {
    case .refused(let code): return refuse(code, .terminate)
    case .unwind:
      leaveUntold()
      return .accepted
    }
  }

  /// Nobody is told how a session ends that is left as it is.
  func leaveUntold() {
    deliveries = [:]
    notices = []
  }
}

/// A session that was given up while it was not known whether a write had been carried out, or what came
/// of it.
public struct EffectGivenUp: Error, Hashable, CustomStringConvertible {
  /// The id of the commit.
  public let step: StepID
  /// What the commit threw, as text.
  public let message: String
  /// What it said to people, in the language of the session; nil if nothing.
  public let text: String?

  /// Whether the write was carried out, and only its reply is not known.
  public let wasDone: Bool

  /// What is not known.
  public var description: String {
    wasDone
      ? "\(step) was given up; it was carried out, and its reply could not be recorded: \(message)"
      : "\(step) was given up; whether it was carried out is not known: \(message)"
  }
}
