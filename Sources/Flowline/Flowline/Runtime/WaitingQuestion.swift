/// A question that waits for an answer, without its types.
class WaitingQuestion: Waiting {
  let frame: FrameID
  let outline: PromptOutline
  /// Whether its answer is never shown, logged or kept.
  let isSensitive: Bool
  /// Where its texts are found; nil if there is no catalogue.
  let place: TextPlace?
  let take: Take
  private var kept: KeptHistory?

  /// Reads an answer, has the engine decide, and lets the body go on if it is taken.
  ///
  /// It is made where the screen's type is known, so that it is compiled for that type.
  typealias Take =
    (WaitingQuestion, Answer, Engine.AnswerMode, _ at: WaitID, _ in: Session) -> TakenAnswer

  /// What a question has been through.
  ///
  /// Most are answered at once, and have none of it.
  struct History {
    /// What was answered here before going back.
    var draft: JSONValue?
    /// What had been typed when its check was given up.
    var typed: String?
    /// The answer that was refused last.
    var refused: Refused?
    /// The answer for whose refusal it is asked: it was given beforehand, or refused by its check.
    var refusedBefore: Refused? { didSet { refused = refusedBefore } }
    /// The answer that is being checked.
    var checked: (reading: Engine.Reading, answer: Answer, mode: Engine.AnswerMode)?
    /// What the check that is waited for found out.
    var verdict: Verdict?
    /// What runs the check.
    var task: Task<Void, Never>?
    /// The page of the form that is being checked.
    var sentPage: SentPage?
    /// What had been sent with the page, if its check refused it or was given up.
    var page: [StepID: Answer] = [:]
  }

  /// What a check found out.
  ///
  /// A question may be checked again while a check of it that was given up still runs.
  struct Verdict {
    /// The check.
    let effect: Effect
    let end: Engine.CheckEnd
    /// Why the answer is refused, for people; nil if it is not.
    var refusal: Refusal?
  }

  struct Refused {
    /// What was answered; nil if it is not to be seen again.
    let answer: Answer?
    let refusal: Refusal
    /// Whether the whole page of a form was refused.
    var isPage = false
  }

  private final class KeptHistory {
    var history = History()
  }

  init(
    _ frame: FrameID, _ outline: PromptOutline, isSensitive: Bool, place: TextPlace?,
    take: @escaping Take
  ) {
    self.frame = frame
    self.outline = outline
    self.place = place
    self.isSensitive = isSensitive
    self.take = take
  }

  /// Whether a refused answer is kept out of journals, refusals, prompts and events.
  var hidesRefused: Bool { isSensitive }

  /// The answer for whose refusal it is asked.
  var refusedBefore: Refused? { kept?.history.refusedBefore }

  var history: History {
    get { kept?.history ?? History() }
    set {
      let kept = kept ?? KeptHistory()
      kept.history = newValue
      self.kept = kept
    }
  }
}

/// What became of an answer, with the refusal or the warning itself, for people.
enum TakenAnswer {
  case taken
  case checking
  indirect case refused(Refusal)
  case refusedByCheck(Refusal.Code)
  case denied(Refusal.Code)
}

/// A question whose screen can be looked at.
protocol OpenQuestion: WaitingQuestion {
  var screen: any Screen { get }
}

/// A question with its types.
final class TypedQuestion<Asked: Screen>: WaitingQuestion, OpenQuestion {
  /// What is to be found out about an answer before it is taken; nil if nothing is.
  typealias Check = (Asked.Output, FlowEnvironment) -> PendingCheck?

  let asked: Asked
  private let check: Check?
  /// The value that is being checked, or was given before its question was put.
  private var value: Value?
  /// The body that waits.
  var body: UnsafeContinuation<Asked.Output, any Error>?

  private final class Value {
    let value: Asked.Output
    let check: PendingCheck?

    init(_ value: Asked.Output, _ check: PendingCheck? = nil) {
      self.value = value
      self.check = check
    }
  }

  init(
    _ screen: Asked, _ frame: FrameID, _ outline: PromptOutline, isSensitive: Bool,
    at place: TextPlace?, _ check: Check?
  ) {
    asked = screen
    self.check = check
    super.init(frame, outline, isSensitive: isSensitive, place: place) {
      question, answer, mode, wait, session in
      unsafeDowncast(question, to: TypedQuestion.self).take(answer, mode, at: wait, in: session)
    }
  }

  override var question: (any OpenQuestion)? { self }

  var screen: any Screen { asked }

  override var hidesRefused: Bool { asked.question.hidesRefused }

  /// What it reads and what is compared is an author's code: the engine is not being changed then.
  private func take(
    _ answer: Answer, _ mode: Engine.AnswerMode, at wait: WaitID, in session: Session
  ) -> TakenAnswer {
    var reading = Engine.Reading(isSkippedByBack: asked.question.isSkippedByBack)
    let environment = session.environment(of: self)
    switch asked.read(effective(answer, in: environment), in: environment) {
    case .failure(let refusal):
      reading.refusal = refusal.code
      return refuse(answer, refusal, reading, mode, at: wait, in: session)
    case .success(let accepted):
      if outline.isFile, let refusal = session.refusal(ofFile: accepted.recorded) {
        reading.refusal = refusal.code
        return refuse(answer, refusal, reading, mode, at: wait, in: session)
      }
      if isSensitive {
        reading.recorded = .redactionMark
        reading.secret = session.forms.keepSecret(accepted.recorded)
      } else {
        // A screen of the program's own may record what no journal can hold.
        reading.recorded = session.forms.guarded(accepted.recorded.bounded())
      }
      if mode.mayBeWarned,
        let warning = asked.warning(about: accepted.value, in: environment)
      {
        reading.warning = warning.code
        if !mode.passes(warning.code) {
          return refuse(answer, warning, reading, mode, at: wait, in: session)
        }
      }
      let check = check?(accepted.value, environment)
      if check != nil {
        reading.isChecked = true
        reading.typed = session.typed(answer, at: self)
      }
      switch session.engine.answered(wait, reading, mode) {
      case .taken:
        session.waits.remove(wait)
        if let body = body.take() {
          body.resume(returning: accepted.value)
        } else {
          value = Value(accepted.value)
        }
        return .taken
      case .checking(let effect):
        value = Value(accepted.value, check)
        history.checked = (reading, answer, mode)
        session.waits[effect.wait] = session.waits.remove(wait)
        return .checking
      case .refusedByCheck(let code): return .refusedByCheck(code)
      case .denied(let code): return .denied(code)
      case .refused: return .refused(.make(.wrongShape))
      }
    }
  }

  /// Nothing typed means the default; the name of the file that was answered with before going back means
  /// that file.
  @inline(__always)
  private func effective(_ answer: Answer, in environment: FlowEnvironment) -> Answer {
    if outline.isFile, let draft = history.draft, case .text(let text) = answer,
      asked.typed(draft, in: environment) == text.trimmed
    {
      return .json(draft)
    }
    return asked.effective(answer)
  }

  @inline(never)
  private func refuse(
    _ answer: Answer, _ refusal: Refusal, _ reading: Engine.Reading, _ mode: Engine.AnswerMode,
    at wait: WaitID, in session: Session
  ) -> TakenAnswer {
    var reading = reading
    reading.typed = session.typed(answer, at: self)
    if case .denied(let code) = session.engine.answered(wait, reading, mode) {
      return .denied(code)
    }
    let bound = refusal.bound(to: place)
    return .refused(hidesRefused ? bound.redacted : bound.moved(into: answer))
  }

  override func wake(in session: Session) {
    guard let value else { return }
    body.take()?.resume(returning: value.value)
  }

  override func cancel(_ reason: CancelReason, in session: Session) {
    history.task?.cancel()
    body.take()?.resume(throwing: FlowCancelled(reason))
  }

  override func takeTurn(in session: Session) {
    guard let body = body.take() else { return }
    session.pose(asked, frame, outline, isSensitive: isSensitive, as: { self }).wait(body)
  }

  override func perform(_ effect: Effect, in session: Session) {
    guard let check = history.sentPage?.check ?? value?.check else { return }
    session.runCheck(of: self, effect, check)
  }

  /// The value of an answer that was given beforehand and taken.
  func takeValue() -> Asked.Output? { value.take()?.value }
}
