public import Flowline

/// A session as it stands after a call: what is asked, what is under way, how it ended.
public struct HostedState: Sendable {
  /// The session and whose it is.
  public let key: SessionKey
  /// The flow that was started.
  public let flow: FlowID
  /// What people call the flow, in the session's language.
  public let title: LocalizedText
  /// The world that questions are put and answers are read in.
  public let environment: FlowEnvironment
  /// What is asked, each with the token that answers name it by: several if children at once ask.
  ///
  /// What is held is asked about by the only one, see `Prompt.hold`.
  public let questions: [HostedQuestion]
  /// The places of their own that are to be seen, those opened first first; see `Flow.presented(_:)`.
  ///
  /// One that is not in here any more is to be closed.
  public let places: [FlowPlace]
  /// The loads, commits, checks and waits under way.
  public var underWay: [FlowInspection.Effect] { snapshot?.underWay ?? [] }
  /// How many answers are valid.
  public let answers: Int
  /// How the session ended; nil if it has not.
  public let end: HostedEnd?
  /// Whether the person has just left what is held for later: the next call resumes the session.
  public internal(set) var isPaused = false
  /// What it was made of: what is large stays there.
  private let snapshot: SessionSnapshot?

  /// How a session stands that runs.
  init(_ snapshot: SessionSnapshot, in places: [FlowPlace], of key: SessionKey) {
    self.key = key
    self.places = places
    self.snapshot = snapshot
    flow = snapshot.flow
    title = snapshot.title
    environment = snapshot.environment
    let isBesideLoad = snapshot.underWay.contains { $0.kind == .load }
    // That the store has not all of it is the host's affair: nobody is asked, and nothing is shown as kept.
    questions = snapshot.prompts.compactMap { placed in
      placed.prompt.isAboutStore
        ? nil
        : HostedQuestion(placed, isBesideLoad: isBesideLoad, isRebuilt: snapshot.isRebuilt)
    }
    answers = snapshot.answers
    end = nil
  }

  /// How a session stands that does not run: it has ended, or was left for later.
  init(
    of key: SessionKey, flow: FlowID, title: LocalizedText, environment: FlowEnvironment,
    answers: Int, end: HostedEnd?
  ) {
    self.key = key
    self.flow = flow
    self.title = title
    self.environment = environment
    self.answers = answers
    self.end = end
    (questions, places, snapshot) = ([], [], nil)
  }

  /// The question that is answered first; nil if none is asked.
  public var question: HostedQuestion? { questions.first }

  /// Whether something is asked while a load may bring something newer to show.
  package var asksBesideLoad: Bool {
    !questions.isEmpty && underWay.contains { $0.kind == .load }
  }

  /// Whether nothing happens before somebody acts, a moment comes or an event is delivered.
  public var isSettled: Bool {
    if end != nil || isPaused || !questions.isEmpty { return true }
    // What is asked beside a wait is asked once the store has what led to it.
    guard let snapshot, !snapshot.isHeldBack else { return false }
    return underWay.allSatisfy(\.isWait) && !underWay.isEmpty
  }

  /// The word for it that programs and agents get: `asking`, `held`, `waiting`, `working`, `paused` or `ended`.
  package var word: String {
    if end != nil { return "ended" }
    if isPaused { return "paused" }
    // Looked at in place: a question is dear to copy.
    if !questions.isEmpty { return questions[0].prompt.hold == nil ? "asking" : "held" }
    return isSettled ? "waiting" : "working"
  }
}

extension Prompt {
  /// Whether it asks what to do about a store that failed.
  var isAboutStore: Bool { hold?.isStore ?? false }
}

/// A question of a session, with the name that answers are sent to.
public struct HostedQuestion: Sendable, Hashable {
  /// What is asked.
  public let prompt: Prompt
  /// Names the question; see ``StepToken``.
  public let token: StepToken
  /// Whether it asks for a secret again that was given before: no journal has one, and the session was rebuilt
  /// from its journal since.
  public let isAskedAgain: Bool
  /// The answers that come before it; nil if that is not known.
  private let before: AnswersBefore?

  /// Makes a question.
  public init(prompt: Prompt, token: StepToken) {
    self.prompt = prompt
    self.token = token
    isAskedAgain = false
    before = nil
  }

  /// Makes a question that waits.
  ///
  /// - Parameters:
  ///   - placed: the question with the answers that come before it.
  ///   - isBesideLoad: whether a load may bring something newer to show.
  ///   - isRebuilt: whether the session has come to all that its journal has.
  init(_ placed: PlacedPrompt, isBesideLoad: Bool, isRebuilt: Bool) {
    prompt = placed.prompt
    isAskedAgain = !isRebuilt && placed.prompt.isSensitive && placed.prompt.hold == nil
    before = placed.before
    let choosing =
      isBesideLoad ? StepToken(choosingBy: placed.prompt, after: placed.before) : nil
    token = choosing ?? StepToken(placed.prompt, after: placed.before)
  }

  /// Whether a token names the question: its ``token``, or one that it had while something was read beside
  /// it.
  public func isNamed(by token: StepToken) -> Bool {
    token == self.token || before.map { token.names(prompt, after: $0) } ?? false
  }

  /// A token by all that it shows, which changes with the least of it.
  package var tokenOfContents: StepToken {
    before.map { StepToken(prompt, after: $0) } ?? token
  }
}

/// A question that was answered, with the name that it had.
public struct HostedAnswer: Sendable, Hashable {
  /// What was asked.
  public let prompt: Prompt
  /// What was answered.
  public let answer: RecordedAnswer
  /// Names the question, as it did when it was asked.
  public let token: StepToken
  /// The answers that came before it.
  private let before: AnswersBefore

  init(_ question: AnsweredQuestion) {
    prompt = question.prompt
    answer = question.answer
    token = StepToken(question.prompt, after: question.before)
    before = question.before
  }

  /// Whether a token names the question: its ``token``, or one that it had while something was read beside
  /// it.
  public func isNamed(by token: StepToken) -> Bool { token.names(prompt, after: before) }
}

/// How a session ended.
public struct HostedEnd: Sendable {
  /// The outcome, with its result in the recorded form.
  public let standing: SessionSummary.Standing
  /// What it means to a person: the result, or why the flow failed; nil if the flow does not say.
  public let text: LocalizedText?
  /// Whether something was sent of which nobody knows whether it was carried out.
  public let isInDoubt: Bool

  /// Makes the end of a session from its journal.
  init(_ standing: SessionSummary.Standing, _ text: LocalizedText?, of journal: Journal) {
    self.standing = standing
    self.text = text
    // A result tells what became of everything.
    if case .finished = standing { isInDoubt = false } else { isInDoubt = journal.hasWriteInDoubt }
  }
}

/// What became of an input.
public enum HostedReception: Sendable, Hashable {
  /// It was taken, and is kept; or it is what an earlier question was answered with already.
  case accepted
  /// It was taken for an earlier question, to which the session went back, and differs from its answer
  /// before.
  case revised
  /// It was not taken; the value says why, and the session is where it was.
  indirect case refused(Refusal)
  /// The page it came from is out of date, and what it answers cannot be gone back to: nothing has
  /// changed.
  case outdated(Refusal.Code)
}

/// What is sent for a question.
public enum HostedInput: Sendable, Hashable {
  /// An answer.
  case answer(Answer)
  /// Answers of a form's fields, all of them taken or none; as a browser sends them, which has fields that the
  /// page has not any more.
  case page([StepID: Answer])
  /// The same as a program sends them: refused if the page does not have all of these fields.
  case fields([StepID: Answer])
}

extension HostedInput {
  /// The answers of a form's fields; nil if it is a single answer.
  package var ofFields: [StepID: Answer]? {
    switch self {
    case .answer: nil
    case .page(let answers), .fields(let answers): answers
    }
  }
}
