/// What a program that serves many sessions looks at, all of one moment.
///
/// One object, since it is large: tasks that wait have room for all that they hold.
package final class SessionSnapshot: Sendable {
  /// What is asked, each with how many answers come before.
  package let prompts: [(prompt: Prompt, after: Int)]
  /// What may be done.
  package let inputs: LegalInputs
  /// Whether something is not told before the store has it.
  package let isHeldBack: Bool
  /// The world that questions are put in.
  package let environment: FlowEnvironment
  /// The flow that was started.
  package let flow: FlowID
  /// What people call the flow.
  package let title: LocalizedText
  /// How many answers are valid.
  package let answers: Int

  init(of session: Session) {
    prompts = session.placedPrompts
    inputs = session.legalInputs(knowing: prompts.map(\.prompt))
    isHeldBack = session.engine.isHeldBack
    environment = session.environment
    flow = session.engine.journal.head.flow
    title = session.title
    answers = session.engine.answersStanding
  }
}

extension Session {
  /// What is asked, each with how many answers come before.
  var placedPrompts: [(prompt: Prompt, after: Int)] {
    prompts.map { (prompt: $0, after: answersBefore($0)) }
  }

  var title: LocalizedText {
    root?.title.resolved(in: environment.at(root?.place))
      ?? LocalizedText(key: nil, text: engine.journal.head.flow.rawValue)
  }

  /// How many answers come before a question: of its step alone if children at once are answered in any
  /// order.
  func answersBefore(_ prompt: Prompt) -> Int {
    guard engine.tree.isForked else { return engine.answersStanding }
    return engine.journal.answers.count { $0.path == prompt.path }
  }
}
