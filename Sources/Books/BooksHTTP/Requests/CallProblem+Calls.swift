import FreeAgentAPI
import ServiceBasics
import ServiceCalls

extension FreeAgent.CallProblem {
  /// What a call without an answer means.
  init(_ failure: CallFailure<FreeAgent.Failure>) {
    self =
      switch failure {
      case .notAsked(.logIn(let reason)): Self(reason)
      case .notAsked(.noToken), .notAsked(.token): .loggedOut(failure.cause)
      case .notAsked(.request), .notAsked(.unavailable), .noConnection: .notSent(failure.cause)
      // A write is not sent on to where a redirect leads, and may have been done before it.
      case .refused(let refusal) where (300..<400).contains(refusal.status):
        .unreadable(.redirected(refusal.status))
      case .refused(let refusal), .failed(let refusal): .refused(refusal)
      case .busy: .busy(failure.cause)
      case .noAnswer, .cancelled: .noAnswer(failure.cause)
      case .unreadable: .unreadable(failure.cause)
      }
  }

  private init(_ failure: OAuthFailure) {
    self =
      switch failure {
      case .loggedOut: .loggedOut(failure.cause)
      case .busy: .busy(failure.cause)
      // A damaged file is mended by a log-in.
      case .file(_, let cause, _) where cause.code == "log-in-file-damaged": .loggedOut(cause)
      case .file(let path, let cause, _): .file(path: path, cause: cause)
      default: .notSent(failure.causeInBooks)
      }
  }
}
