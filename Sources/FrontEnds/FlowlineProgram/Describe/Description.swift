import Flowline
import FlowlineTerminal
import Synchronization

/// The questions of a flow that are known with some answers: it is run up to the first question
/// that has none, or to the first write, which is not done.
struct Description {
  /// A question that was asked.
  struct Question {
    let prompt: Prompt
    /// The answer's recorded form; nothing for the question that waits and for secrets.
    var answer: JSONValue?
    var isAnswered = false
  }

  /// Where the flow stands.
  enum Standing {
    /// It asks the last of the questions.
    case asks(Prompt)
    /// It does not take the answer to the last of the questions.
    case refuses(Prompt, Refusal)
    /// It would write now.
    case writes(StepPath)
    /// It waits for something outside before it asks anything new.
    case waits([FlowInspection.Effect])
    /// Something that it reads could not be read.
    case held(Prompt, PromptHold)
    /// It is over.
    case ended(Outcome<JSONValue>)
    /// It may not be started.
    case notStarted(Refusal)
    /// It shows one page after another without asking anything new.
    case endless
  }

  private(set) var questions: [Question] = []
  /// Pages that were shown on the way, which ask for nothing.
  private(set) var pages: [Prompt] = []
  private(set) var standing = Standing.endless

  private let acceptsWarnings: Bool

  /// How many pages there may be.
  private static let mostPages = 1000

  /// Runs a flow, and writes nothing outside.
  init(
    of entry: FlowCatalogEntry, in environment: FlowEnvironment, answers: PreparedAnswers,
    acceptsWarnings: Bool = false
  ) throws(UnknownVariant) {
    var answers = answers
    self.acceptsWarnings = acceptsWarnings
    let controller = FlowController()
    let watch = Watch()
    var options = SessionOptions(environment: environment, observer: watch.observe)
    options.carriesOutCommits = false
    let reception = try entry.start(
      in: controller, options,
      handler: FlowHandler(finished: { outcome, dismisser in
        watch.ended(outcome)
        dismisser.dismiss()
      }))
    if case .refused(let refusal) = reception {
      standing = .notStarted(refusal)
      return
    }
    defer { controller.terminate() }
    while pages.count < Self.mostPages {
      controller.waitUntilSettled()
      if let standing = watch.standing {
        self.standing = standing
        return
      }
      guard let prompt = controller.prompt else {
        let waits = controller.legalInputs.waits
        if !waits.isEmpty { standing = .waits(waits) }
        return
      }
      if let hold = prompt.hold {
        standing = .held(prompt, hold)
        return
      }
      guard take(prompt, from: &answers, controller) else { return }
    }
  }

  /// Answers a question; false where that is the end of what is known.
  private mutating func take(
    _ prompt: Prompt, from answers: inout PreparedAnswers, _ controller: FlowController
  ) -> Bool {
    let given = answers.take(for: prompt)
    if prompt.kind == .review {
      pages.append(prompt)
    } else {
      questions.append(Question(prompt: prompt))
    }
    guard let answer = given ?? (prompt.kind == .review ? .json(true) : nil) else {
      standing = .asks(prompt)
      return false
    }
    let reception = controller.answer(
      answer, to: prompt.presentation, acknowledging: acceptsWarnings)
    if case .refused(let refusal) = reception {
      standing = .refuses(prompt, refusal)
      return false
    }
    controller.waitUntilSettled()
    // A check that was made outside refuses later, with the same question.
    if let refused = controller.prompt?.refused, controller.prompt?.path == prompt.path {
      standing = .refuses(prompt, Refusal(refused.code, Text(verbatim: refused.message.text)))
      return false
    }
    if prompt.kind != .review {
      questions[questions.count - 1].isAnswered = true
      if !prompt.isSensitive {
        questions[questions.count - 1].answer = controller.journal.answers.last?.value
      }
    }
    return true
  }
}

/// Sees a write begin, and the end.
private final class Watch: Sendable {
  private struct State {
    var write: StepPath?
    var outcome: Outcome<JSONValue>?
  }

  private let state = Mutex(State())

  /// Where the flow stands for good; nil while it continues.
  var standing: Description.Standing? {
    state.withLock { state -> Description.Standing? in
      if let write = state.write { return .writes(write) }
      return state.outcome.map { .ended($0) }
    }
  }

  /// Observes a session.
  var observe: FlowObserver {
    { [self] event in
      guard case .effect(let effect, .began) = event.kind, effect.isCommit else { return }
      state.withLock { $0.write = $0.write ?? event.path }
    }
  }

  func ended(_ outcome: Outcome<JSONValue>) { state.withLock { $0.outcome = outcome } }
}
