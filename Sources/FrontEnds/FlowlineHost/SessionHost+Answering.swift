import Flowline

/// Taking what is sent for a question: one that waits, or one that was answered before.
extension SessionHost {
  /// Answers a question that waits, or changes the answer to one that was answered.
  ///
  /// In its turn.
  func take(
    _ input: HostedInput, to token: StepToken?, _ presentation: Int?,
    acknowledging isAcknowledged: Bool, revising isRevising: Bool, _ live: LiveSession
  ) async -> HostedReception {
    let controller = live.controller
    // Of a question only its number is kept while the answer is taken.
    if let presentation = presentation ?? live.presentation(of: token) {
      let received = await send(input, to: presentation, acknowledging: isAcknowledged, controller)
      // A load may have put the question anew since it was looked up, which its token still names.
      guard received.isLate, let token, let anew = live.presentation(of: token),
        anew != presentation
      else { return HostedReception(ofAnswer: received) }
      return HostedReception(
        ofAnswer: await send(input, to: anew, acknowledging: isAcknowledged, controller))
    }
    guard let token else { return .outdated(.nothingAsked) }
    // The page of a question that was answered: the answer is changed.
    guard isRevising, let earlier = live.answered(token) else { return .outdated(.stale) }
    // What would not be taken is refused here: nothing is gone back to for it.
    let revision = controller.revision(
      of: earlier.answer, by: input, acknowledging: isAcknowledged)
    if case .refused(let refusal)? = revision { return .refused(refusal) }
    if case .refused(let refusal) = await controller.goingBack(to: earlier.answer) {
      // That the store failed is not the page's fault.
      return refusal.code == .notKept ? .refused(refusal) : .outdated(refusal.code)
    }
    guard let presentation = live.presentation(of: token) else { return .outdated(.stale) }
    let answered = await send(
      input, to: presentation, acknowledging: isAcknowledged, controller)
    if case .accepted = answered, revision != .same { return .revised }
    return HostedReception(ofAnswer: answered)
  }

  private func send(
    _ input: HostedInput, to presentation: Int, acknowledging isAcknowledged: Bool,
    _ controller: FlowController
  ) async -> FlowController.Reception {
    switch input {
    case .answer(let answer):
      return await controller.answering(
        answer, to: presentation, acknowledging: isAcknowledged)
    case .page(let answers):
      return await controller.filling(
        answers, to: presentation, acknowledging: isAcknowledged)
    case .fields(let answers):
      if let refusal = controller.denial(ofStrayFieldsIn: answers, to: presentation) {
        return .refused(refusal)
      }
      return await controller.filling(
        answers, to: presentation, acknowledging: isAcknowledged)
    }
  }
}

extension FlowController.Reception {
  /// Whether the question that was answered waits no longer: another one does, or none while something is read.
  fileprivate var isLate: Bool {
    guard case .refused(let refusal) = self else { return false }
    return refusal.code == .stale || refusal.code == .nothingAsked
  }
}

extension HostedReception {
  /// What became of an answer to a question that waited when it was looked up.
  ///
  /// A load beside the question may have come to its end since, and with it the question or the flow.
  init(ofAnswer received: FlowController.Reception) {
    self =
      switch received {
      case .accepted, .queued: .accepted
      case .refused where received.isLate: .outdated(.stale)
      case .refused(let refusal) where refusal.code == .notRunning: .outdated(.notRunning)
      case .refused(let refusal): .refused(refusal)
      }
  }
}

extension FlowController {
  /// What would become of an input that takes the place of an earlier answer; nil if one cannot go back to that.
  fileprivate func revision(
    of earlier: RecordedAnswer, by input: HostedInput, acknowledging isAcknowledged: Bool
  ) -> Revision? {
    switch input {
    case .answer(let answer): revision(of: earlier, by: answer, acknowledging: isAcknowledged)
    case .page(let answers), .fields(let answers):
      revision(of: earlier, byPage: answers, acknowledging: isAcknowledged)
    }
  }
}
