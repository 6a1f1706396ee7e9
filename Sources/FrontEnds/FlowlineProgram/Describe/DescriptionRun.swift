import Flowline
import FlowlineTerminal
import Synchronization

/// A flow that is run to be described; what is known of it by now can be had from any thread.
final class DescriptionRun: Sendable {
  private let known = Mutex(Description())
  private let trail: SessionTrail
  private let ending = EndWatch()
  private let acceptsWarnings: Bool

  /// How many pages there may be.
  private static let mostPages = 1000

  init(of flow: FlowID, acceptsWarnings: Bool) {
    trail = SessionTrail(of: flow)
    self.acceptsWarnings = acceptsWarnings
  }

  /// What is known of the flow, whose run is over.
  var description: Description { known.withLock { $0 } }

  /// What is known of the flow, whose run is not over and is not waited for any more.
  var stuck: Description {
    var description = description
    description.standing = .stuck(trail.place)
    return description
  }

  /// Runs the flow on the calling thread as far as it is to be described.
  func walk(
    _ entry: FlowCatalogEntry, in environment: FlowEnvironment, _ answers: PreparedAnswers
  ) throws(UnknownVariant) {
    var answers = answers
    let controller = FlowController()
    let (follow, ending) = (trail.observe, ending)
    var options = SessionOptions(
      environment: environment,
      observer: { event in
        follow(event)
        ending.note(event)
      })
    options.carriesOutCommits = false
    let reception = try entry.start(
      in: controller, options,
      handler: FlowHandler(finished: { outcome, dismisser in
        ending.ended(outcome)
        dismisser.dismiss()
      }))
    if case .refused(let refusal) = reception { return stand(.notStarted(refusal)) }
    defer { controller.terminate() }
    while description.pages.count < Self.mostPages {
      controller.waitUntilSettled()
      if let standing = ending.standing { return stand(standing) }
      guard let prompt = controller.prompt else {
        let waits = controller.legalInputs.waits
        if !waits.isEmpty { stand(.waits(waits)) }
        return
      }
      if let hold = prompt.hold { return stand(.held(prompt, hold)) }
      guard take(prompt, from: &answers, controller) else { return }
    }
  }

  private func stand(_ standing: Description.Standing) {
    known.withLock { $0.standing = standing }
  }

  /// Answers a question; false if that is the end of what is known.
  private func take(
    _ prompt: Prompt, from answers: inout PreparedAnswers, _ controller: FlowController
  ) -> Bool {
    let given = answers.take(for: prompt)
    let isPage = prompt.kind == .review
    note(prompt, isPage: isPage)
    guard let answer = given ?? (isPage ? .json(true) : nil) else {
      stand(.asks(prompt))
      return false
    }
    // Noted first, as it will be recorded: what follows from the answer may never end.
    if !isPage, case .success(let preview) = controller.preview(answer, to: prompt.presentation) {
      note(answered: preview.recorded)
    }
    if let refusal = refusal(of: answer, to: prompt, controller) {
      if !isPage { noteUnanswered() }
      stand(.refuses(prompt, refusal))
      return false
    }
    if !isPage, !prompt.isSensitive { note(answered: controller.journal.answers.last?.value) }
    return true
  }

  /// Answers a question, and waits for what comes of it; nil if the answer was taken.
  private func refusal(
    of answer: Answer, to prompt: Prompt, _ controller: FlowController
  ) -> Refusal? {
    let reception = controller.answer(
      answer, to: prompt.presentation, acknowledging: acceptsWarnings)
    if case .refused(let refusal) = reception { return refusal }
    controller.waitUntilSettled()
    // A check that was made outside refuses later, with the same question.
    guard let now = controller.prompt, now.path == prompt.path, let refused = now.refused else {
      return nil
    }
    return Refusal(refused.code, Text(verbatim: refused.message.text))
  }

  // MARK: - What is known

  private func note(_ prompt: Prompt, isPage: Bool) {
    known.withLock { known in
      if isPage {
        known.pages.append(prompt)
      } else {
        known.questions.append(Description.Question(prompt: prompt))
      }
    }
  }

  /// Notes that the last question is answered.
  ///
  /// - Parameter answer: the answer's recorded form; nil for a secret.
  private func note(answered answer: JSONValue?) {
    known.withLock { known in
      known.questions[known.questions.count - 1].isAnswered = true
      known.questions[known.questions.count - 1].answer = answer
    }
  }

  private func noteUnanswered() {
    known.withLock { known in
      known.questions[known.questions.count - 1].isAnswered = false
      known.questions[known.questions.count - 1].answer = nil
    }
  }
}

/// Sees a write begin, and the end.
private final class EndWatch: Sendable {
  private struct State {
    var write: StepPath?
    var outcome: Outcome<JSONValue>?
  }

  private let state = Mutex(State())

  /// Where the flow is for good; nil while it continues.
  var standing: Description.Standing? {
    state.withLock { state -> Description.Standing? in
      if let write = state.write { return .writes(write) }
      return state.outcome.map { .ended($0) }
    }
  }

  func note(_ event: FlowEvent) {
    guard case .effect(let effect, .began) = event.kind, effect.isCommit else { return }
    state.withLock { $0.write = $0.write ?? event.path }
  }

  func ended(_ outcome: Outcome<JSONValue>) { state.withLock { $0.outcome = outcome } }
}
