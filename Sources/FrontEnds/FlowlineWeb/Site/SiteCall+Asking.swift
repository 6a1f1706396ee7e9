import Flowline
import FlowlineHost

/// Questions as their pages show them first.
extension SiteCall {
  /// The page of questions as they are asked.
  func stepPage(_ questions: [AskedQuestion], in state: HostedState) async throws -> StepPage {
    StepPage(
      session: state.key.session, flow: state.title.text, questions: questions,
      waits: state.underWay.filter(\.isWait).map { WorkPage.Work($0) },
      shown: ShownState(state), notice: notice, answers: state.answers,
      changes: try await changes(shownBy: questions, in: state))
  }

  /// The page of all questions that are asked, one of them as it is given.
  func stepPage(of state: HostedState, with given: AskedQuestion? = nil) async throws -> StepPage {
    var questions: [AskedQuestion] = []
    for question in state.questions {
      if let given, given.token == question.token {
        questions.append(given)
      } else {
        questions.append(try await asked(question, context(for: state).words))
      }
    }
    return try await stepPage(questions, in: state)
  }

  /// A question that is asked for the first time, or again after a check: a form with the fields that there
  /// are if each is left as it is shown.
  func asked(_ question: HostedQuestion, _ words: WebWords) async throws -> AskedQuestion {
    var form = question.prompt.formPage
    if form?.mayChange == true {
      form = try await service.host.offeredForm(of: question.token, in: key) ?? form
    }
    return AskedQuestion(question, form: form, words: words)
  }
}
