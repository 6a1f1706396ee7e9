/// A question that waits for an answer, its type forgotten.
struct PendingQuestion {
  let screen: any Screen
  let draft: JSONValue?
  /// The answer that was given beforehand and refused.
  @Rare var refused: (answer: Answer, refusal: Refusal)?
  /// What had been typed when its check was given up.
  @Rare var typed: String?
  /// The body; nothing while it runs.
  var body: UnsafeContinuation<SentAnswer, any Error>?
}

// An asynchronous function keeps all its temporaries in its frame, and a suspended flow keeps its
// frames. So what need not wait is done by functions of its own, which are never inlined.

extension Session {
  /// Asks a screen's question, unless the journal has the answer.
  nonisolated(nonsending) func ask<Asked: Screen>(
    _ screen: Asked, _ frame: Frame.ID
  ) async throws -> Asked.Output {
    switch pose(screen, frame) {
    case .answered(let output): return output
    case .hindered(let hindrance): try await meet(hindrance)
    case .wait: return try await askInTurn(screen, frame)
    case .posed, .given:
      while true {
        let answer = try await withUnsafeThrowingContinuation { wait($0, frame) }
        if let output = read(answer, for: screen, frame) { return output }
      }
    }
  }

  /// Asks once the journal that is replayed has come to the question.
  nonisolated(nonsending) private func askInTurn<Asked: Screen>(
    _ screen: Asked, _ frame: Frame.ID
  ) async throws -> Asked.Output {
    try await waitForTurn(frame)
    return try await ask(screen, frame)
  }

  enum Posing<Output> {
    /// The journal had the answer.
    case answered(Output)
    /// The question is to be waited for.
    case posed
    /// It has been given an answer beforehand, which is to be checked.
    case given(SentAnswer)
    /// The journal has something else first.
    case wait
    case hindered(FlowMachine.Hindrance)
  }

  @inline(never)
  func pose<Asked: Screen>(
    _ screen: Asked, _ frame: Frame.ID, isChecked: Bool = false
  ) -> Posing<Asked.Output> {
    let outline = screen.outline(in: environment)
    var asking = machine.asked(by: frame, outline)
    if case .recorded(let recorded) = asking {
      switch screen.read(.json(recorded), in: environment) {
      case .success(let accepted):
        machine.recordedAnswerStands(
          outline, isSkippedByBack: screen.question.isSkippedByBack)
        survey(screen, recorded, accepted.value)
        return .answered(accepted.value)
      case .failure(let refusal):
        asking = machine.recordedAnswerRefused(refusal, outline)
      }
    }
    switch asking {
    case .present(_, let draft):
      hold(PendingQuestion(screen: screen, draft: draft), frame)
      guard !given.isEmpty, !machine.isMany, let sent = given(for: screen) else { return .posed }
      if isChecked { return .given(sent) }
      return takeGiven(sent, for: screen, frame).map { .answered($0) } ?? .posed
    case .wait: return .wait
    case .hindered(let hindrance): return .hindered(hindrance)
    case .recorded: return .hindered(.leave(.terminated))
    }
  }

  /// Takes what was given for a question beforehand.
  private func given(for screen: some Screen) -> SentAnswer? {
    given.take(at: machine.currentPath, isSensitive: screen.question.isSensitive) {
      face(of: screen)
    }
  }

  /// Answers a question with what was given for it; a refusal stays with the question.
  @inline(never)
  private func takeGiven<Asked: Screen>(
    _ answer: SentAnswer, for screen: Asked, _ frame: Frame.ID
  ) -> Asked.Output? {
    guard case .asking(let presentation) = machine.state else { return nil }
    if let output = read(answer, for: screen, frame) {
      machine.wasNeverShown(presentation)
      return output
    }
    keepRefusalOfGiven(answer.answer)
    return nil
  }

  /// The refusal of an answer that was given beforehand stays with its question.
  func keepRefusalOfGiven(_ answer: Answer) {
    guard let refusal = refusal.take() else { return }
    question?.refused = (answer, refusal)
    refuse(refusal, of: answer)
  }

  /// Takes in answers given beforehand; the question that is asked now takes its own at once.
  func give(_ answers: [GivenAnswer]) -> FlowController.Reception {
    switch machine.state {
    case .idle, .ended: return refuse(.notRunning, .give)
    default: given.give(answers)
    }
    if machine.isMany {
      offered = []
      return takeGivenAtOnce() ?? .accepted
    }
    guard let question, case .asking = machine.state else { return .accepted }
    let screen = question.screen
    let answer = given.take(
      at: machine.currentPath, isSensitive: screen.question.isSensitive, face: { face(of: screen) })
    guard let answer else { return .accepted }
    let reception = take(.answer(answer, to: nil))
    if case .refused(let refusal) = reception {
      self.question?.refused = (answer.answer, refusal)
    }
    return reception
  }

  /// Takes or refuses an answer. It is read by the body, which knows the screen's type.
  @inline(never)
  private func read<Asked: Screen>(
    _ sent: SentAnswer, for screen: Asked, _ frame: Frame.ID
  ) -> Asked.Output? {
    readable(sent, for: screen, frame).map { take($0, for: screen, frame) }
  }

  /// What the screen reads in an answer; nothing where it refuses it, or asks back.
  @inline(__always)
  func readable<Asked: Screen>(
    _ sent: SentAnswer, for screen: Asked, _ frame: Frame.ID
  ) -> Accepted<Asked.Output>? {
    if machine.isMany { machine.turn(to: frame) }
    switch screen.read(screen.effective(sent.answer), in: environment) {
    case .success(let accepted):
      guard let warning = sent.warning(of: screen, about: accepted.value, in: environment) else {
        return accepted
      }
      refused(sent.answer, warning, isSensitive: screen.question.isSensitive)
    case .failure(let refusal):
      refused(sent.answer, refusal, isSensitive: screen.question.isSensitive)
    }
    return nil
  }

  /// Takes an answer: it is written down, and its question is over.
  @inline(__always)
  func take<Asked: Screen>(
    _ accepted: Accepted<Asked.Output>, for screen: Asked, _ frame: Frame.ID
  ) -> Asked.Output {
    let manner = screen.question
    letGoOfQuestion(frame)
    if manner.isSensitive { secrets.append((machine.currentPath, accepted.recorded)) }
    machine.answered(
      manner.isSensitive ? FlowMachine.redacted : accepted.recorded,
      isSkippedByBack: manner.isSkippedByBack)
    return accepted.value
  }

  /// Lets go of a question when nothing is being changed: a screen's values may call back.
  @inline(__always)
  func letGoOfQuestion(_ frame: Frame.ID) {
    if machine.isMany { _ = parked.removeValue(forKey: frame) } else { _ = question.take() }
  }

  /// Writes down that an answer was refused, and has it told to whoever sent it.
  private func refused(_ answer: Answer, _ refusal: Refusal, isSensitive: Bool) {
    machine.refused(isSensitive ? FlowMachine.redacted : answer.recordedText, refusal.code)
    self.refusal = isSensitive ? refusal.redacted : refusal.moved(into: answer)
  }

  /// Does not come back: throws, or holds the body for good.
  nonisolated(nonsending) func meet(_ hindrance: FlowMachine.Hindrance) async throws -> Never {
    switch hindrance {
    case .leave(let reason): throw FlowCancelled(reason)
    case .notInnermost: throw FlowMisuse.notInnermost
    case .hold:
      // The body would spin for ever. Its task is given up, and says so in the diagnostics.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      throw FlowCancelled(.terminated)
    }
  }

  /// A question as its front end sees it.
  func prompt(of pending: PendingQuestion, _ presentation: Int) -> Prompt {
    let screen = pending.screen
    let question = screen.question
    let kind = screen.kind(in: environment)
    func typed(_ recorded: JSONValue?) -> String? {
      question.isSensitive ? nil : recorded.flatMap { screen.typed($0, in: environment) }
    }
    return Prompt(
      path: machine.currentPath,
      trail: machine.frames.map { $0.title.resolved(in: environment) },
      presentation: presentation, kind: kind, question: question.text.resolved(in: environment),
      page: screen.page(in: environment), defaultText: typed(screen.defaultAnswer),
      defaultAnswer: question.isSensitive ? nil : screen.defaultAnswer,
      draft: question.isSensitive ? nil : pending.typed ?? typed(pending.draft),
      help: question.help?.resolved(in: environment),
      reason: question.reason?.resolved(in: environment),
      accepts: kind.accepts.resolved(in: environment),
      example: screen.example(in: environment), isSensitive: question.isSensitive,
      backRefusal: machine.backRefusal, form: formPrompt(of: screen),
      refused: pending.refused.map {
        RefusedAnswer($0.answer, $0.refusal, isSensitive: question.isSensitive, in: environment)
      }, progress: machine.progress)
  }
}

extension Screen {
  /// Nothing typed means the default, where there is one.
  func effective(_ answer: Answer) -> Answer {
    guard let standard = defaultAnswer, case .text(let text) = answer,
      text.allSatisfy(\.isWhitespace)
    else { return answer }
    return .json(standard)
  }
}

extension Answer {
  /// The answer as a refusal records it: as it came.
  var recordedText: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let json): json
    }
  }
}

extension Refusal {
  /// The refusal with its place counted in the text as it was typed: screens read a text without
  /// the spaces around it.
  func moved(into answer: Answer) -> Refusal {
    guard let range, case .text(let text) = answer else { return self }
    let margin = text.prefix { $0.isWhitespace }.count
    return Refusal(
      code, message, arguments: arguments,
      range: range.lowerBound + margin..<range.upperBound + margin, isWarning: isWarning)
  }

  /// The refusal without anything that could tell what was typed.
  var redacted: Refusal {
    Refusal(code, message.withoutArguments, isWarning: isWarning)
  }
}

extension Text {
  var withoutArguments: Text {
    guard case .catalogued(let catalog, let key, let arguments) = content else { return self }
    return Text(
      .catalogued(
        catalog, key: key,
        arguments.map { if case .string = $0 { .string("…") } else { $0 } }))
  }
}
