import Flowline
import FlowlineHost

extension SiteCall {
  /// Where the answers are changed that rows of reviews show, by the reviews that a session asks for.
  ///
  /// The list of answers is asked for only if a row shows one: it takes as long as the session has answers.
  func changes(in state: HostedState) async throws -> [StepToken: [PageRow: StepToken]] {
    var shown: [StepToken: [PageRow: RecordedAnswer]] = [:]
    for question in state.questions where question.prompt.isReview {
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
