/// Somebody who is told what happens.
struct Observer {
  let observation: FlowObservation
  let tell: FlowObserver
  /// Whether it goes with the session rather than with the controller.
  let isOfSession: Bool
}

/// Telling observers what the machine has noted.
extension Session {
  func add(_ observer: Observer) {
    observers.append(observer)
    if machine.account == nil { machine.account = FlowAccount() }
    machine.account?.isKept = true
  }

  func removeObservers(where isGone: (Observer) -> Bool) {
    observers.removeAll(where: isGone)
    machine.account?.isKept = !observers.isEmpty
  }

  /// Adds the observer of a session's options, for as long as the session lasts.
  func add(_ observer: FlowObserver?) {
    guard let observer else { return }
    add(Observer(observation: FlowObservation(of: controller), tell: observer, isOfSession: true))
  }

  /// Tells what has been noted and not told. To be called before anybody else is told of it: a
  /// handler, the presenter, whoever an effect writes to.
  func tellObservers() {
    if let account = machine.account, !account.news.isEmpty { tell(account) }
  }

  @inline(never)
  private func tell(_ account: FlowAccount) {
    // What is told is durable before, where the session is kept.
    if machine.state != .idle, !keepAhead() { account.dropUnkept() }
    while !account.news.isEmpty {
      for event in account.takeNews() {
        for observer in observers where !observer.observation.isOver { observer.tell(event) }
      }
    }
  }

  /// A flow that has an outcome of its own was entered; where that is news, its observers hear.
  func opened(_ frame: Frame.ID, isNews: Bool, steps: ClosedRange<Int>?) {
    machine.opened(frame, isNews: isNews, steps: steps)
    tellObservers()
  }

  /// The root has ended: observers of the session have heard all they will.
  func dismissObservers() {
    if observers.isEmpty { return }
    tellObservers()
    let isLetGo = controller.value == nil
    removeObservers { $0.isOfSession || isLetGo }
  }

  /// The root has its outcome.
  func tellEnded<Output>(_ outcome: Outcome<Output>) {
    guard machine.isObserved else { return }
    switch outcome {
    case .finished: machine.tellRootEnded(.finished)
    case .cancelled(let reason): machine.tellRootEnded(.cancelled(reason))
    case .failed(let failure): machine.tellRootEnded(.failed(message: failure.message))
    }
    tellObservers()
  }

  /// What a driver is told where the machine does not allow an input.
  func refuse(_ code: Refusal.Code, _ input: FlowEvent.Input) -> FlowController.Reception {
    refuse(.make(code), input)
  }

  /// What a driver is told where something else than a screen does not take an input.
  func refuse(_ refusal: Refusal, _ input: FlowEvent.Input) -> FlowController.Reception {
    if machine.isObserved {
      machine.tell(.refused(refusal, input), at: machine.currentPath)
    }
    return .refused(refusal)
  }

  /// What a driver is told where the screen does not take an answer.
  @discardableResult
  func refuse(_ refusal: Refusal, of answer: Answer) -> FlowController.Reception {
    guard case .asking(let presentation) = machine.state, let question = currentQuestion else {
      return .refused(refusal)
    }
    let isSensitive = question.screen.question.isSensitive
    lastRefusal = LastRefusal(
      presentation: presentation, answer: isSensitive ? "" : answer, isSensitive: isSensitive,
      refusal: refusal)
    if machine.isObserved {
      // Not by a conditional expression: `nil` would be JSON's null there.
      var told: JSONValue?
      if !isSensitive { told = answer.recordedText }
      machine.tell(.refused(refusal, .answer(told)), at: machine.currentPath)
    }
    return .refused(refusal)
  }
}

/// The answer that was refused last; by reference, since few sessions have one.
final class LastRefusal {
  let presentation: Int
  /// The answer as it came; empty where the screen is sensitive.
  let answer: Answer
  let isSensitive: Bool
  let refusal: Refusal

  init(presentation: Int, answer: Answer, isSensitive: Bool, refusal: Refusal) {
    self.presentation = presentation
    self.answer = answer
    self.isSensitive = isSensitive
    self.refusal = refusal
  }
}
