/// What a program that serves many sessions looks at, all of one moment.
///
/// One object, since it is large: tasks that wait have room for all that they hold.
package final class SessionSnapshot: Sendable {
  /// What is asked, each with the answers that come before.
  package let prompts: [PlacedPrompt]
  /// The loads, commits, checks and waits under way.
  package let underWay: [FlowInspection.Effect]
  /// Whether something is not told before the store has it.
  package let isHeldBack: Bool
  /// Whether the session has come to all that its journal has: one that is rebuilt asks for secrets again before.
  package let isRebuilt: Bool
  /// The world that questions are put in.
  package let environment: FlowEnvironment
  /// The flow that was started.
  package let flow: FlowID
  /// What people call the flow.
  package let title: LocalizedText
  /// How many answers are valid.
  package let answers: Int

  /// Whether the person is asked what to do about something that is held.
  package var isHeld: Bool { prompts.contains { $0.prompt.hold != nil } }

  init(of session: Session) {
    prompts = session.placedPrompts
    underWay = session.effects(at: MonotonicTime.now)
    isHeldBack = session.isHeldBack
    isRebuilt = session.engine.replay.isAtEnd
    environment = session.environment
    flow = session.engine.journal.head.flow
    title = session.title
    answers = session.engine.answersStanding
  }
}

extension Session {
  /// What is asked, each with the answers that come before.
  var placedPrompts: [PlacedPrompt] {
    prompts.map { PlacedPrompt(prompt: $0, before: answersBefore($0)) }
  }

  var title: LocalizedText {
    root?.title.resolved(in: environment.at(root?.place))
      ?? LocalizedText(key: nil, text: engine.journal.head.flow.rawValue)
  }

  /// The answers that come before a question that waits: those of its branch.
  func answersBefore(_ prompt: Prompt) -> AnswersBefore {
    // What is to be done about the store is asked of the session as a whole.
    guard engine.keeping.fault == nil else {
      return AnswersBefore(count: engine.answersStanding, digest: AnswersDigest().value)
    }
    // What is held is in the foreground, and nothing else is asked then.
    let branch = engine.tree.askers[prompt.presentation] ?? engine.tree.foreground
    return answersDigest.answersBefore(
      in: branch, of: engine.journal, engine.lineage, undoings: engine.numbers.undoings)
  }
}
