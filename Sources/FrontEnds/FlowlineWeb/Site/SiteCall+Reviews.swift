import Flowline
import FlowlineHost

extension SiteCall {
  /// Where the answers are changed that rows of reviews show, by the reviews of a page that wait; one that was
  /// answered leads nowhere else.
  ///
  /// The list of answers is asked for only if a row shows one: it takes as long as the session has answers.
  func changes(
    shownBy questions: [AskedQuestion], in state: HostedState
  ) async throws -> [StepToken: [PageRow: StepToken]] {
    var shown: [StepToken: [PageRow: RecordedAnswer]] = [:]
    for question in questions
    where question.prompt.isReview && state.question(question.token) != nil {
      let answers = state.inputs?.changeable(shownBy: question.prompt) ?? [:]
      if !answers.isEmpty { shown[question.token] = answers }
    }
    guard !shown.isEmpty else { return [:] }
    var tokens: [RecordedAnswer: StepToken] = [:]
    for answered in try await service.host.answers(of: state.key) where answered.isListed {
      tokens[answered.answer] = answered.token
    }
    return shown.mapValues { answers in answers.compactMapValues { tokens[$0] } }
  }
}
