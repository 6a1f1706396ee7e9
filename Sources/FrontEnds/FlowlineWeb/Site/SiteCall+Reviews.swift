import Flowline
import FlowlineHost

extension SiteCall {
  /// Where the answers are changed that rows of reviews show, by the reviews of a page that wait; one that was
  /// answered leads nowhere else.
  ///
  /// The host is asked only if a row shows an answer: a list of all takes as long as the session has answers.
  func changes(
    shownBy questions: [AskedQuestion], in state: HostedState
  ) async throws -> [StepToken: [PageRow: StepToken]] {
    let reviews = questions.filter {
      $0.prompt.isReview && $0.prompt.showsAnswers && state.question($0.token) != nil
    }
    guard !reviews.isEmpty, let inputs = try await service.host.legalInputs(of: state.key) else {
      return [:]
    }
    var shown: [StepToken: [PageRow: RecordedAnswer]] = [:]
    for question in reviews {
      let answers = inputs.legal.changeable(shownBy: question.prompt)
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

extension Prompt {
  /// Whether a row of its page shows an answer.
  fileprivate var showsAnswers: Bool {
    page.contains { $0.rows.contains { $0.step != nil } }
  }
}
