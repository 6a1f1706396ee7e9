/// Carrying out what was asked for, each input in its turn.
extension Session {
  /// Does what was asked for; what comes of it is run and shown by ``run()``.
  func take(_ input: SessionInput) -> FlowController.Reception {
    switch input {
    case .start(let root, let head, let options):
      let reception = start(root, head, options)
      if case .refused = reception { options.journalRecord?.closeUnlessUsed() }
      return reception
    case .answer(let answer, let mode, let presentation):
      return self.answer(answer, mode, to: presentation)
    case .back(let answer): return goBack(to: answer)
    case .backToStep(let path): return goBack(toStep: path)
    case .backFromPage: return goBackFromPage()
    case .backBefore(let child): return goBack(before: child)
    case .give(let answers): return give(answers)
    case .fill(let answers, let mode, let presentation):
      return fill(answers, mode, to: presentation)
    case .deliver(let name, let value, let key, let source):
      return deliver(name, value, key: key, by: source)
    case .stopWaiting: return stopWaiting()
    case .speak(let language): return speak(language)
    case .cancel: return end(engine.cancelled(in: engine.tree.foreground, .user), .cancel)
    case .gone(let presentation): return gone(presentation)
    case .gonePlace(let number): return gone(place: number)
    case .end(let number): return endFlow(number, .user)
    case .terminate: return end(engine.terminated(.terminated), .terminate)
    case .unload: return unload()
    case .keepAgain: return keepAgain()
    case .abandon:
      outliveController()
      guard engine.terminateRefusal == nil else {
        removeObservers { _ in true }
        abandonStates()
        return .accepted
      }
      return end(engine.terminated(.abandoned), .terminate)
    case .dismiss(let presentations):
      dismiss(presentations)
      return .accepted
    case .called(let input, let call): return take(input, of: call)
    }
  }

  private func gone(_ presentation: Int?) -> FlowController.Reception {
    if let presentation, engine.phase == .running, !shown.all.contains(presentation) {
      let refusal = engine.tree.isForked ? nil : engine.leavingRefusal
      return refuse(refusal ?? .stale, .gone)
    }
    let ending = engine.gone(presentation)
    if ending == .unwind {
      shown.remove(presentation.map { $0..<$0 + 1 } ?? 0..<engine.numbers.presentations)
    }
    return end(ending, .gone)
  }

  private func end(_ ending: Engine.Ending, _ input: FlowEvent.Input) -> FlowController.Reception {
    switch ending {
    case .refused(let code): refuse(code, input)
    case .unwind: .accepted
    }
  }

  /// What a driver is told if the engine does not allow an input.
  func refuse(_ code: Refusal.Code, _ input: FlowEvent.Input) -> FlowController.Reception {
    refuse(.make(code), input)
  }

  /// What a driver is told if something else than a screen does not take an input.
  func refuse(_ refusal: Refusal, _ input: FlowEvent.Input) -> FlowController.Reception {
    if engine.isObserved {
      engine.tell(.refused(refusal, input), at: engine.tree.path(of: engine.tree.foreground))
    }
    return .refused(refusal)
  }
}
